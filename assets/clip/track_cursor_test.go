package clip

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// findKeyLinearly does what findKey does, key by key.
func findKeyLinearly(times []float32, time float64) (int, float64) {
	if !(time > float64(times[0])) {
		return 0, 0
	}
	key := 0
	for key+1 < len(times) && float64(times[key+1]) <= time {
		key++
	}
	if key == len(times)-1 {
		return key, 0
	}
	a, b := float64(times[key]), float64(times[key+1])
	return key, (time - a) / (b - a)
}

func TestFindKeyDoesNotDependOnTheHint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		times := make([]float32, 1+r.IntN(40))
		at := float32(r.NormFloat64())
		for k := range times {
			times[k] = at
			at = max(math.Nextafter32(at, 1e9), at+float32(math.Exp2(-20*r.Float64())))
		}
		for range 20 {
			k := float64(times[r.IntN(len(times))])
			time := [...]float64{k, math.Nextafter(k, -1e9), math.Nextafter(k, 1e9), k + r.NormFloat64()}[r.IntN(4)]
			wantKey, wantU := findKeyLinearly(times, time)
			for _, hint := range []int{
				0, wantKey - 1, wantKey, wantKey + 1, r.IntN(len(times)), len(times), -1,
				math.MaxInt, math.MinInt,
			} {
				if key, u := findKey(times, time, hint); key != wantKey || u != wantU {
					t.Fatalf("times %v at %v with hint %d: key %d + %v, want %d + %v", times, time, hint, key, u,
						wantKey, wantU)
				}
			}
		}
	}
}

// FuzzTrackSample makes a track from random bytes. Sampling it must not panic, a cursor must not
// change the result, and rotations must have length 1.
func FuzzTrackSample(f *testing.F) {
	seeds.Add(f, []byte{0, 0, 0, 0, 0, 0, 128, 63, 1, 2, 3, 4}, byte(1), byte(1), 0.5)
	seeds.Add(f, make([]byte, 64), byte(2), byte(4), 1e-40)
	f.Fuzz(func(t *testing.T, data []byte, kind, width byte, time float64) {
		numbers := make([]float32, len(data)/4)
		for i := range numbers {
			numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		interpolation := Interpolation(kind % 4)
		quaternion := kind&4 != 0
		w := 1 + int(width%6)
		if quaternion {
			w = 4
		}
		keys := len(numbers) / (1 + w*interpolation.valuesPerKey())
		times, values := numbers[:keys], numbers[keys:keys+keys*w*interpolation.valuesPerKey()]
		track, err := newTrack(interpolation, quaternion, w, times, values)
		if err != nil {
			return
		}
		value, again := make([]float32, w), make([]float32, w)
		track.Sample(time, nil, value)
		for _, hint := range []int{0, keys - 1, int(kind), -int(width), math.MaxInt} {
			cursor := Cursor{hint}
			track.Sample(time, &cursor, again)
			if cursor.key < 0 || cursor.key >= keys {
				t.Fatalf("the cursor is at key %d of %d", cursor.key, keys)
			}
			for i := range value {
				if math.Float32bits(value[i]) != math.Float32bits(again[i]) {
					t.Fatalf("hint %d changes %v to %v", hint, value, again)
				}
			}
		}
		if quaternion && interpolation >= CubicHermite && keys > 1 && time > float64(times[0]) &&
			time < float64(times[keys-1]) {
			var n float64
			for _, v := range value {
				n += float64(v) * float64(v)
			}
			if math.Abs(n-1) > 1e-5 {
				t.Fatalf("%v does not have length 1", value)
			}
		}
	})
}
