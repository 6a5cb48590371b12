package samebits_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
)

// recorder keeps the message of a failed test.
type recorder struct{ message string }

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, arguments ...any) {
	if r.message == "" {
		r.message = fmt.Sprintf(format, arguments...)
	}
}

func TestRequire(t *testing.T) {
	nan, zero := float32(math.NaN()), float32(math.Copysign(0, -1))
	other := math.Float32frombits(0xffc00001) // NaN too
	for _, c := range []struct {
		got, want []float32
		message   string
	}{
		{[]float32{1, nan, zero}, []float32{1, other, zero}, ""},
		{[]float32{1, 0}, []float32{1, zero}, "sum: number 1 of 2 is 0 (0x0), want -0 (0x80000000)"},
		{[]float32{nan}, []float32{1}, "sum: number 0 of 1 is NaN (0x7fc00000), want 1 (0x3f800000)"},
	} {
		var r recorder
		samebits.Require(&r, "sum", c.got, c.want)
		if r.message != c.message {
			t.Errorf("%v and %v: %q, want %q", c.got, c.want, r.message, c.message)
		}
	}
}

// Among many numbers of many calls is every kind.
func TestFill(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]bool{}
	for range 100 {
		numbers := make([]float32, 200)
		samebits.Fill(random, numbers)
		for _, x := range numbers {
			switch {
			case x != x:
				kinds["NaN"] = true
			case x-x != 0:
				kinds["infinite"] = true
			case x == 0:
				kinds["zero"] = true
			case math.Abs(float64(x)) < 0x1p-126:
				kinds["subnormal"] = true
			case math.Abs(float64(x)) < 4:
				kinds["ordinary"] = true
			}
		}
	}
	if len(kinds) != 5 {
		t.Errorf("only %v", kinds)
	}
}

func ExampleRequire() {
	sum := func(numbers []float32) (s float32) {
		for _, x := range numbers {
			s += x
		}
		return s
	}
	var t recorder // in a test, its *testing.T
	numbers := []float32{1e8, 1, -1e8}
	samebits.Require(&t, "sum", []float32{sum(numbers)}, []float32{numbers[0] + numbers[2] + numbers[1]})
	fmt.Println(t.message)
	// Output: sum: number 0 of 1 is 0 (0x0), want 1 (0x3f800000)
}
