package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// Each side of the bounds is at the outermost corner of the joints' boxes, except for rounding and
// its margin.
func TestBoundsContainTheCornersOfAllBoxes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	number := func() float32 { return 4*random.Float32() - 2 }
	const joints, entries = 5, 9
	model, boxes, named := make([]float32, joints*kernel.BlockMatrixSize), make([]float32, entries*kernel.JointBoxSize),
		make([]int16, entries)
	for i := range model {
		model[i] = number()
	}
	for i := range boxes {
		if boxes[i] = number(); i%6 >= 3 {
			boxes[i] = float32(math.Abs(float64(boxes[i])))
		}
	}
	for i := range named {
		named[i] = int16(random.IntN(joints))
	}
	var bounds [kernel.BoundsSize]float32
	kernel.EmptyBounds(&bounds)
	kernel.Bounds(&bounds, model, named, boxes)
	for lane := range kernel.Lanes {
		for r := range 3 {
			low, high := math.Inf(1), math.Inf(-1)
			for i, joint := range named {
				m := func(c int) float64 { return float64(model[int(joint)*96+(4*r+c)*8+lane]) }
				for corner := range 8 {
					v := m(3)
					for c := range 3 {
						side := float64(1 - 2*(corner>>c&1))
						v += m(c) * (float64(boxes[6*i+c]) + side*float64(boxes[6*i+3+c]))
					}
					low, high = min(low, v), max(high, v)
				}
			}
			if got := float64(bounds[r*8+lane]); got > low+1e-5 || got < low-1e-4 {
				t.Errorf("lane %d: least[%d] is %v, want %v", lane, r, got, low)
			}
			if got := float64(bounds[(3+r)*8+lane]); got < high-1e-5 || got > high+1e-4 {
				t.Errorf("lane %d: greatest[%d] is %v, want %v", lane, r, got, high)
			}
		}
	}
}

func TestBoundsOfNothingAreEmpty(t *testing.T) {
	var bounds [kernel.BoundsSize]float32
	kernel.EmptyBounds(&bounds)
	kernel.Bounds(&bounds, nil, nil, nil)
	for i, v := range bounds {
		if want := math.Inf(1 - 2*(i/(kernel.BoundsSize/2))); float64(v) != want {
			t.Fatalf("number %d is %v, want %v", i, v, want)
		}
	}
}
