package samebits

import (
	"math"
	"math/rand/v2"
)

// special are the bit patterns of numbers on which implementations are likely to differ.
var special = []uint32{
	0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
	0x3f800000, 0xbf800000, 0x33800000, 0x4b000000,
}

// Special returns a number on which implementations are likely to differ: 0, -0, the smallest and
// the largest numbers, infinities, NaN, 1 and others.
func Special(random *rand.Rand) float32 {
	return math.Float32frombits(special[random.IntN(len(special))])
}

// Fill fills numbers: ordinary ones, in some calls mixed with special ones and bit patterns of any
// kind.
func Fill(random *rand.Rand, numbers []float32) {
	wild := random.IntN(3)
	for i := range numbers {
		switch {
		case wild > 0 && random.IntN(40) == 0:
			numbers[i] = Special(random)
		case wild > 1 && random.IntN(10) == 0:
			numbers[i] = math.Float32frombits(random.Uint32())
		default:
			numbers[i] = float32(random.NormFloat64())
		}
	}
}

// T is the part of [testing.TB] that this package uses.
type T interface {
	Helper()
	Fatalf(format string, arguments ...any)
}

// Require fails the test at the first number of want that differs in its bits from that of got.
// Any NaN equals any other NaN. The slices have the same length.
func Require(t T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i, b := range want {
		if a := got[i]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
			t.Fatalf("%s: number %d of %d is %v (%#x), want %v (%#x)", what, i, len(want), a, math.Float32bits(a), b,
				math.Float32bits(b))
		}
	}
}
