package retarget_test

import (
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
)

// Goroutines that share a retargeter and a mirror give the clips that one of them gives alone.
func TestGoroutinesShareARetargeter(t *testing.T) {
	c := load(t, "")
	r := newRetargeter(t, c.skeleton, c.skeleton, retarget.Options{})
	mirror, err := retarget.NewMirror(c.skeleton, retarget.MirrorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sources := c.clips()[:4]
	convert := func(source *clip.Clip) (made [2]*clip.Clip, err error) {
		if made[0], _, err = r.Clip(source); err == nil {
			made[1], err = mirror.Clip(source)
		}
		return made, err
	}
	var wait sync.WaitGroup
	for _, source := range sources {
		wait.Go(func() {
			shared, err := convert(source)
			if err != nil {
				t.Error(err)
				return
			}
			alone, err := convert(source)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range shared {
				if d := poseDifference(shared[i].PoseAt(source.End()/3), alone[i].PoseAt(source.End()/3)); d != 0 {
					t.Errorf("%s: %s differs by %g when others are made beside it", source.Name(), shared[i].Name(), d)
				}
			}
		})
	}
	wait.Wait()
}
