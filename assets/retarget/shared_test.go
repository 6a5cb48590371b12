package retarget_test

import (
	"cmp"
	"slices"
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
	sources := c.clips()
	slices.SortStableFunc(sources, func(a, b *clip.Clip) int { return cmp.Compare(a.Duration(), b.Duration()) })
	sources = sources[:4]
	convert := func(source *clip.Clip) (made [2]*clip.Clip) {
		var err error
		if made[0], _, err = r.Clip(source); err != nil {
			t.Error(err)
		} else if made[1], err = mirror.Clip(source); err != nil {
			t.Error(err)
		}
		return made
	}
	shared := make([][2]*clip.Clip, len(sources))
	var wait sync.WaitGroup
	for i, source := range sources {
		wait.Go(func() { shared[i] = convert(source) })
	}
	wait.Wait()
	if t.Failed() {
		return
	}
	for i, source := range sources {
		alone := convert(source)
		for k := range alone {
			if d := poseDifference(shared[i][k].PoseAt(source.End()/3), alone[k].PoseAt(source.End()/3)); d != 0 {
				t.Errorf("%s: %s differs by %g when others are made beside it", source.Name(), alone[k].Name(), d)
			}
		}
	}
}
