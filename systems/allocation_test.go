package systems_test

import (
	"testing"

	"github.com/sinew-go/sinew/systems"
)

// A frame in which no character is added or removed allocates nothing, even if it uses every
// feature.
func TestSteadyFrameAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 4} {
		f := newFixture(t, 30, systems.WithWorkers(workers))
		for i := range 100 {
			e := f.spawn(t, i%2, float64(i)/50)
			switch i % 4 {
			case 0:
				if err := f.animation.Player(e).CrossFade(f.model.Clips[1], 60); err != nil {
					t.Fatal(err)
				}
			case 1:
				check(t, f.animation.EnableModelMatrices(e))
			case 2:
				check(t, f.animation.EnableVertices(e))
			default:
				if _, err := f.animation.Attach(e, "ajoint"); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 3 {
			f.update(t, 1.0/60)
		}
		if n := testing.AllocsPerRun(50, func() { f.update(t, 1.0/60) }); n != 0 {
			t.Errorf("%d workers: a frame allocates %v times", workers, n)
		}
	}
}
