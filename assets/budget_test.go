package assets_test

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// Clips that come back wait for frames, between one clip and the next too.
func TestLoadsWaitForFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := assets.NewLibrary()
		saved := map[id.Key]*bake.BakedClip{}
		var clips []id.Motion
		s := handmade.Skeleton(t, handmade.Joint("root", -1), handmade.Joint("arm", 0))
		for i := range 3 {
			of := l.AddClip(handmade.Swing(t, rand.New(rand.NewPCG(1, uint64(i))), s, clip.Linear, handmade.Grid(0, 30, 20)))
			saved[l.Key(of)], clips = l.Baked(of), append(clips, of)
		}
		var loads atomic.Int32
		var beginFrame atomic.Bool // while a clip is loaded
		must(l.SetBudget(t.Context(), assets.Budget{
			Bytes: 1, Load: func(_ context.Context, _ *assets.Clip, key id.Key) (*bake.BakedClip, error) {
				loads.Add(1)
				if beginFrame.Load() {
					background.BeginFrame()
				}
				return saved[key], nil
			},
		}))
		table, world := residency.Of(l), &residency.Holder{}
		for range 8 {
			table.BeginFrame(world)
			table.EndFrame()
		}
		if l.IsLoaded(clips[0]) {
			t.Fatal("expected clips away that nobody plays, found them in memory")
		}
		expect := func(when string, count int32) {
			t.Helper()
			time.Sleep(5 * time.Millisecond)
			if found := loads.Load(); found != count {
				t.Errorf("%s: expected %d loads, found %d", when, count, found)
			}
		}
		background.BeginFrame()
		must(l.Prefetch(clips[0]))
		expect("in a frame", 0)
		background.EndFrame()
		expect("after it", 1)
		time.Sleep(time.Second)
		beginFrame.Store(true)
		must(l.Prefetch(clips[1:]...))
		expect("in a frame that begins during the first load", 2)
		beginFrame.Store(false)
		background.EndFrame()
		expect("after it", 3)
		table.BeginFrame(world)
		table.EndFrame()
		for _, of := range clips {
			if !l.IsLoaded(of) {
				t.Errorf("expected clip %q in memory, found it away", l.Clip(of).Name())
			}
		}
	})
}
