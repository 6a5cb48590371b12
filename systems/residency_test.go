package systems_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// shelf is a loader of clips, which waits for each load until it is let go.
type shelf struct {
	mutex sync.Mutex
	clips map[string][]byte // encoded baked clips by name
	asked []string          // the names of the clips that were loaded, in order
	gate  chan error        // an error lets one load go, and is its result
}

func (s *shelf) load(ctx context.Context, c *assets.Clip, _ id.Key) (*bake.BakedClip, error) {
	s.mutex.Lock()
	s.asked = append(s.asked, c.Name())
	data := s.clips[c.Name()]
	s.mutex.Unlock()
	select {
	case err := <-s.gate:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	baked := &bake.BakedClip{}
	return baked, baked.UnmarshalBinary(data)
}

// residentFixture is a world of mannequins in a library whose clips come and go.
type residentFixture struct {
	*fixture
	shelf  *shelf
	cancel context.CancelFunc
	reader ecs.EventReader
	kinds  []ecs.EventKind // the events of playbacks that were held and released
}

// update runs an update and notes its events.
func (f *residentFixture) update(t testing.TB, seconds float64) {
	t.Helper()
	f.fixture.update(t, seconds)
	events, _ := f.animation.Events().Read(&f.reader)
	for i := range events {
		if k := events[i].Kind; k == ecs.PlaybackHeld || k == ecs.PlaybackReleased {
			f.kinds = append(f.kinds, k)
		}
	}
}

// frames returns the bytes of the baked forms in memory.
func (f *residentFixture) frames() int64 { return f.library.Memory().Library.Frames }

// bakedMannequin returns the built-in character in a library, which is not changed.
var bakedMannequin = sync.OnceValue(func() *fixture {
	f := &fixture{library: assets.NewLibrary()}
	var err error
	if f.model, err = mannequin.New(f.library); err != nil {
		panic(err)
	}
	return f
})

// newResidentFixture returns a world in which clips leave that are not played, so that the library
// keeps within a number of bytes.
func newResidentFixture(t testing.TB, bytes int64) *residentFixture {
	t.Helper()
	f := &residentFixture{
		fixture: &fixture{world: ecs.NewWorld(), library: assets.NewLibrary()},
		shelf:   &shelf{clips: map[string][]byte{}, gate: make(chan error)},
	}
	ids, err := f.library.Import(bakedMannequin().library)
	check(t, err)
	f.model = ids.Model(bakedMannequin().model)
	for _, of := range f.model.Clips {
		data, err := f.library.Baked(of).MarshalBinary()
		check(t, err)
		f.shelf.clips[f.library.Clip(of).Name()] = data
	}
	f.animation, err = systems.NewAnimation(&f.world, f.library)
	check(t, err)
	t.Cleanup(f.animation.Close)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	f.cancel = cancel
	check(t, f.library.SetBudget(ctx, assets.Budget{Bytes: bytes, Load: f.shelf.load}))
	return f
}

// character returns a character with model matrices that plays a clip.
func (f *residentFixture) character(t testing.TB, clip int) ecs.Entity {
	t.Helper()
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	check(t, f.animation.EnableModelMatrices(e))
	check(t, f.animation.Player(e).Play(f.model.Clips[clip]))
	return e
}

// let lets a load go, with an error if it is not nil.
func (f *residentFixture) let(t testing.TB, err error) {
	t.Helper()
	select {
	case f.shelf.gate <- err:
	case <-time.After(10 * time.Second):
		t.Fatal("no clip is being loaded")
	}
}

// arrive runs frames of no time until a motion is in memory.
func (f *residentFixture) arrive(t testing.TB, of id.Motion) {
	t.Helper()
	f.let(t, nil)
	for end := time.Now().Add(10 * time.Second); !f.library.IsLoaded(of); {
		if time.Now().After(end) {
			t.Fatalf("%q does not arrive: %s", f.library.Motion(of).Name, f.library.Memory())
		}
		runtime.Gosched()
		f.update(t, 0)
	}
}

// away lists the indices of the model's clips that are not in memory.
func (f *residentFixture) away() (list []int) {
	for i, of := range f.model.Clips {
		if !f.library.IsLoaded(of) {
			list = append(list, i)
		}
	}
	return list
}

// Clips leave in the order in which they were played last, those first that were not played at all,
// as many as the budget asks for, and never one that plays.
func TestClipsLeaveInOrder(t *testing.T) {
	f := newResidentFixture(t, 0)
	e := f.character(t, 0)
	for _, clip := range []int{3, 1, 4, 0} {
		check(t, f.animation.Player(e).Play(f.model.Clips[clip]))
		for range 3 {
			f.update(t, 0.01)
		}
	}
	if away := f.away(); len(away) > 0 {
		t.Fatalf("without a limit, clips %v left", away)
	}
	// 2 and 5 were not played; of these the first in the library goes first.
	order := []int{2, 5, 3, 1, 4}
	for n := range order {
		all, budget := f.frames(), assets.Budget{Load: f.shelf.load}
		budget.Bytes = all - 1
		check(t, f.library.SetBudget(t.Context(), budget))
		f.update(t, 0.01)
		want := slices.Sorted(slices.Values(order[:n+1]))
		if got := f.away(); !slices.Equal(got, want) {
			t.Fatalf("over the budget by a byte for the %d. time, clips %v are away, want %v", n+1, got, want)
		}
		if got := f.frames(); got > budget.Bytes {
			t.Errorf("%d bytes are in memory, the budget is %d", got, budget.Bytes)
		}
	}
	check(t, f.library.SetBudget(t.Context(), assets.Budget{Bytes: 1, Load: f.shelf.load}))
	f.update(t, 0.01)
	if got := f.away(); slices.Contains(got, 0) {
		t.Error("a clip left that plays")
	}
	for i, c := range f.library.Memory().Clips {
		if c.Away != slices.Contains(order, i) || c.Away != (c.Frames == 0) {
			t.Errorf("the memory says %+v", c)
		}
	}
}

// A clip that is not in memory is held: what was played before goes on as if nothing had happened,
// with an event, and the clip begins when it has arrived, to the bit as it would have otherwise.
func TestHeldPlayback(t *testing.T) {
	for _, fade := range []float64{0, 0.2} {
		t.Run(fmt.Sprintf("fade=%v", fade), func(t *testing.T) {
			f, all := newResidentFixture(t, 1), newResidentFixture(t, 0)
			e, twin := f.character(t, 0), all.character(t, 0)
			for range 3 {
				f.update(t, 0.02)
				all.update(t, 0.02)
			}
			if len(f.away()) != 5 {
				t.Fatalf("clips %v are away", f.away())
			}
			player := f.animation.Player(e)
			check(t, player.CrossFade(f.model.Clips[1], fade))
			for range 4 {
				f.update(t, 0.02)
				all.update(t, 0.02)
				if !sameBits(f.animation.ModelMatrices(e), all.animation.ModelMatrices(twin)) {
					t.Fatal("while the clip is away, the clip before does not go on")
				}
				if p := player.Playback(); !p.Held || p.Time != 0 || p.Motion != f.model.Clips[1] {
					t.Fatalf("the playback is %+v", p)
				}
			}
			if !slices.Equal(f.kinds, []ecs.EventKind{ecs.PlaybackHeld}) {
				t.Errorf("the events are %v", f.kinds)
			}
			f.arrive(t, f.model.Clips[1])
			check(t, all.animation.Player(twin).CrossFade(all.model.Clips[1], fade))
			for range 20 {
				f.update(t, 0.02)
				all.update(t, 0.02)
				if !sameBits(f.animation.ModelMatrices(e), all.animation.ModelMatrices(twin)) {
					t.Fatal("the clip that arrived does not play as it would have without a budget")
				}
			}
			if !slices.Equal(f.kinds, []ecs.EventKind{ecs.PlaybackHeld, ecs.PlaybackReleased}) {
				t.Errorf("after it arrived the events are %v", f.kinds)
			}
			if player.Playback().Held || f.library.Memory().Library.Frames == 0 {
				t.Error("the playback is still held")
			}
			if asked := f.shelf.asked; !slices.Equal(asked, []string{f.library.Clip(f.model.Clips[1]).Name()}) {
				t.Errorf("clips %q were loaded", asked)
			}
		})
	}
}

// Layers and characters in step with a playback that waits for its clip stand still where it does.
func TestHeldPlaybackLeads(t *testing.T) {
	f := newResidentFixture(t, 1)
	e, other := f.character(t, 0), f.character(t, 0)
	player := f.animation.Player(e)
	followers := []systems.Player{player.Layer(1), f.animation.Player(other)}
	check(t, followers[0].Play(f.model.Clips[0]))
	check(t, player.SetSync(1))
	check(t, followers[0].SetSync(1))
	check(t, followers[1].SyncWith(player))
	for range 3 {
		f.update(t, 0.1)
	}
	check(t, player.CrossFade(f.model.Clips[1], 0.2))
	for frame := range 3 {
		f.update(t, 0.02)
		fraction := func(p *components.Playback) float64 {
			span := f.library.Motion(p.Motion).Span
			return (p.Time - span.Start) / span.Duration()
		}
		leader := player.Playback()
		if want := fraction(leader); !leader.Held || want < 0.01 {
			t.Fatalf("frame %d: the leader is %+v", frame, *leader)
		}
		for i, p := range followers {
			if got, want := fraction(p.Playback()), fraction(leader); math.Abs(got-want) > 1e-9 {
				t.Errorf("frame %d: follower %d is at %v, the leader waits at %v", frame, i, got, want)
			}
		}
	}
	f.cancel()
}

// Of several motions in a row that are not in memory, none shows, and the last one follows what
// showed.
func TestHeldPlaybackIsReplaced(t *testing.T) {
	f, all := newResidentFixture(t, 1), newResidentFixture(t, 0)
	e, twin := f.character(t, 0), all.character(t, 0)
	step := func() {
		t.Helper()
		f.update(t, 0.02)
		all.update(t, 0.02)
		if !sameBits(f.animation.ModelMatrices(e), all.animation.ModelMatrices(twin)) {
			t.Fatal("the poses differ")
		}
	}
	step()
	step()
	for _, change := range []struct {
		clip int
		fade float64
	}{{1, 0}, {2, 0.1}, {3, 0}, {4, 0.2}} {
		check(t, f.animation.Player(e).CrossFade(f.model.Clips[change.clip], change.fade))
		step()
		step()
		if fades := f.animation.Player(e).Blend().Count; fades != 1 {
			t.Fatalf("%d motions fade out", fades)
		}
	}
	check(t, f.animation.Player(e).CrossFade(f.model.Clips[0], 0)) // it is here
	check(t, all.animation.Player(twin).Restart())
	step()
	step()
	f.cancel()
}

// A clip that is in memory when a graph enters the state that plays it, or when a pair begins it,
// is there in the next frame too, however long it was not played before.
func TestClipsThatBeginStay(t *testing.T) {
	for _, row := range []struct {
		name  string
		begin func(f *residentFixture, a, b ecs.Entity) error
	}{
		{"graph", func(f *residentFixture, a, _ ecs.Entity) error {
			if err := f.animation.Controller(a).Trigger("wave"); err != nil {
				return err
			}
			return f.animation.Update(0.02) // enters the state
		}},
		{"pair", func(f *residentFixture, a, b ecs.Entity) error {
			both := &motion.Paired{Name: "both wave", Roles: []motion.Role{
				{Name: "one", Motion: f.model.Clips[1], Place: mgl32.Ident4()},
				{Name: "other", Motion: f.model.Clips[1], Place: mgl32.Translate3D(0, 0, 1)},
			}}
			_, err := f.animation.PlayTogether(both, map[string]ecs.Entity{"one": a, "other": b}, systems.PairOptions{})
			return err
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := newResidentFixture(t, 0)
			a, b := f.character(t, 0), f.character(t, 0)
			waves, err := graph.New("waves").Trigger("wave").Layer("body",
				graph.State("stand").MotionByID(f.model.Clips[0]).To("wave").WhenTriggered("wave"),
				graph.State("wave").MotionByID(f.model.Clips[1]),
			).Add(f.library, f.model)
			check(t, err)
			_, err = f.animation.Control(a, waves)
			check(t, err)
			for range 5 {
				f.update(t, 0.02)
			}
			check(t, row.begin(f, a, b))
			check(t, f.library.SetBudget(t.Context(), assets.Budget{Bytes: 1, Load: f.shelf.load}))
			f.update(t, 0.02)
			if !f.library.IsLoaded(f.model.Clips[1]) || f.library.IsLoaded(f.model.Clips[2]) {
				t.Errorf("the clip that began is in memory: %v, another one: %v", f.library.IsLoaded(f.model.Clips[1]),
					f.library.IsLoaded(f.model.Clips[2]))
			}
			f.cancel()
		})
	}
}

// Prefetch brings clips into memory before they play. A load that fails is told, is not tried again
// by itself, and is by another Prefetch.
func TestPrefetch(t *testing.T) {
	f := newResidentFixture(t, 1)
	e := f.character(t, 0)
	f.update(t, 0.02)
	f.update(t, 0.02)
	clip := f.model.Clips[2]
	if err := f.library.Prefetch(clip, 12345); err == nil {
		t.Error("an ID without a motion is prefetched")
	}
	check(t, f.library.Prefetch(clip, clip))
	broken := errors.New("the disk is gone")
	f.let(t, broken)
	var found error
	for end := time.Now().Add(10 * time.Second); found == nil && time.Now().Before(end); {
		f.update(t, 0)
		found = f.library.Memory().Clips[2].Err
	}
	if !errors.Is(found, broken) {
		t.Fatalf("the error is %v", found)
	}
	check(t, f.animation.Player(e).Play(clip))
	for range 5 {
		f.update(t, 0.02)
	}
	if len(f.shelf.asked) != 1 {
		t.Errorf("a clip that failed was loaded %d times", len(f.shelf.asked))
	}
	check(t, f.library.Prefetch(clip))
	f.arrive(t, clip)
	f.update(t, 0.02)
	if f.animation.Player(e).Playback().Held || f.library.Memory().Clips[2].Err != nil {
		t.Errorf("after another prefetch the clip is %+v", f.library.Memory().Clips[2])
	}
}

// A loader that returns the baked form of another clip is an error, and so are one that returns
// nothing, one that panics and one that ends its goroutine.
func TestLoaderOfOtherClips(t *testing.T) {
	f := newResidentFixture(t, 1)
	f.character(t, 0)
	f.update(t, 0.02)
	f.update(t, 0.02)
	name := func(i int) string { return f.library.Clip(f.model.Clips[i]).Name() }
	coarse, _ := bake.Bake(f.library.Clip(f.model.Clips[3]), bake.Options{Tolerance: 0.01})
	for _, row := range []struct {
		clip int
		load assets.ClipLoader
		want string
	}{
		{1, func(context.Context, *assets.Clip, id.Key) (*bake.BakedClip, error) {
			b := &bake.BakedClip{}
			return b, b.UnmarshalBinary(f.shelf.clips[name(2)])
		}, "baked clip of another source"},
		{
			3, func(context.Context, *assets.Clip, id.Key) (*bake.BakedClip, error) { return coarse, nil },
			"expected the baked form that left the memory, found another one",
		},
		{4, func(context.Context, *assets.Clip, id.Key) (*bake.BakedClip, error) { return nil, nil }, "found nil"},
		{5, func(context.Context, *assets.Clip, id.Key) (*bake.BakedClip, error) { panic("no") }, "panicked: no"},
		{2, func(context.Context, *assets.Clip, id.Key) (*bake.BakedClip, error) {
			runtime.Goexit()
			return nil, nil
		}, "ended its goroutine"},
	} {
		check(t, f.library.SetBudget(t.Context(), assets.Budget{Bytes: 1, Load: row.load}))
		check(t, f.library.Prefetch(f.model.Clips[row.clip]))
		var found error
		for end := time.Now().Add(10 * time.Second); found == nil && time.Now().Before(end); {
			f.update(t, 0)
			found = f.library.Memory().Clips[row.clip].Err
		}
		if found == nil || !strings.Contains(found.Error(), row.want) || !strings.Contains(found.Error(), name(row.clip)) {
			t.Errorf("the error is %v, want %q", found, row.want)
		}
		if f.library.IsLoaded(f.model.Clips[row.clip]) {
			t.Errorf("clip %d is in memory", row.clip)
		}
	}
}

// When the context is done, loading ends, and no goroutine is left.
func TestBudgetContext(t *testing.T) {
	before := runtime.NumGoroutine()
	f := newResidentFixture(t, 1)
	f.character(t, 0)
	f.update(t, 0.02)
	f.update(t, 0.02)
	check(t, f.library.Prefetch(f.model.Clips...))
	f.cancel()
	for end := time.Now().Add(10 * time.Second); f.library.Memory().Clips[5].Err == nil && time.Now().Before(end); {
		f.update(t, 0)
	}
	for i, c := range f.library.Memory().Clips[1:] {
		if !errors.Is(c.Err, context.Canceled) {
			t.Errorf("the error of clip %d is %v", i+1, c.Err)
		}
	}
	f.animation.Close()
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// Keys and snapshots do not depend on which clips are in memory, and a snapshot with a held
// playback restores where its clip is not in memory.
func TestSnapshotWithClipsAway(t *testing.T) {
	f, all := newResidentFixture(t, 1), newResidentFixture(t, 0)
	e, twin := f.character(t, 0), all.character(t, 0)
	for range 3 {
		f.update(t, 0.02)
		all.update(t, 0.02)
	}
	if len(f.away()) != 5 || len(all.away()) != 0 {
		t.Fatalf("clips %v and %v are away", f.away(), all.away())
	}
	for i, of := range f.model.Clips {
		if f.library.Key(of) != all.library.Key(all.model.Clips[i]) {
			t.Errorf("the key of clip %d depends on whether it is in memory", i)
		}
	}
	if a, b := f.animation.AppendSnapshot(nil), all.animation.AppendSnapshot(nil); !slices.Equal(a, b) {
		t.Error("the snapshot depends on which clips are in memory")
	}
	check(t, f.animation.Player(e).CrossFade(f.model.Clips[3], 0.1))
	f.update(t, 0.02)
	held := f.animation.AppendSnapshot(nil)
	pose := slices.Clone(f.animation.ModelMatrices(e))
	f.update(t, 0.02)
	check(t, f.animation.Restore(held))
	if p := f.animation.Player(e).Playback(); !p.Held || p.Motion != f.model.Clips[3] {
		t.Errorf("the restored playback is %+v", p)
	}
	if again := f.animation.AppendSnapshot(nil); !slices.Equal(again, held) {
		t.Error("restored and saved again, the snapshot is another one")
	}
	f.update(t, 0)
	if !sameBits(pose, f.animation.ModelMatrices(e)) {
		t.Error("the restored pose is another one")
	}
	check(t, all.animation.Restore(held)) // where the clip is in memory it begins
	all.update(t, 0.02)
	if p := all.animation.Player(twin).Playback(); p.Held || p.Time != 0.02 {
		t.Errorf("where the clip is in memory, the playback is %+v", p)
	}
	f.cancel()
}

// A character that is skipped shows a clip that it does not play anymore. It stays in memory, so
// that its joints can be read.
func TestClipOfSkippedCharacterStays(t *testing.T) {
	f := newResidentFixture(t, 0)
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	check(t, f.animation.Player(e).Play(f.model.Clips[1]))
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	details.Assign(e, &components.LevelOfDetail{Interval: 30})
	f.update(t, 0.02)
	before, err := f.animation.JointModelAt(e, 9)
	check(t, err)
	check(t, f.animation.Player(e).Play(f.model.Clips[0]))
	check(t, f.library.SetBudget(t.Context(), assets.Budget{Bytes: 1, Load: f.shelf.load}))
	for range 10 {
		f.update(t, 0.02)
	}
	if away := f.away(); len(away) == 0 || slices.Contains(away, 1) || slices.Contains(away, 0) {
		t.Errorf("clips %v are away", away)
	}
	after, err := f.animation.JointModelAt(e, 9)
	check(t, err)
	if before != after {
		t.Error("a joint of a character that is skipped is elsewhere")
	}
	for range 100 {
		f.update(t, 0.02)
	}
	if away := f.away(); !slices.Contains(away, 1) {
		t.Errorf("after the character was posed anew, clips %v are away", away)
	}
}

// The steady frame of a library with a budget allocates nothing.
func TestFramesWithBudgetDoNotAllocate(t *testing.T) {
	f := newResidentFixture(t, 1<<40)
	for i := range 20 {
		f.character(t, i%6)
	}
	for range 3 {
		f.update(t, 0.01)
	}
	if n := testing.AllocsPerRun(200, func() { f.update(t, 0.01) }); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
