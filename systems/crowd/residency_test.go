package crowd_test

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
)

// away is a library whose clips leave the memory unless something holds them. Loads wait until they
// are let go.
type away struct {
	*fixture
	gate chan struct{}
}

func newAway(t *testing.T) *away {
	t.Helper()
	library := assets.NewLibrary(assets.WithBaking(assets.Baking{DropKeys: true}))
	model, err := mannequin.New(library)
	check(t, err)
	saved := map[id.Key][]byte{}
	for _, of := range model.Clips {
		data, err := library.Baked(of).MarshalBinary()
		check(t, err)
		saved[library.Key(of)] = data
	}
	a := &away{fixture: newFixtureOf(t, model, library), gate: make(chan struct{})}
	check(t, library.SetBudget(t.Context(), assets.Budget{
		Bytes: 1, Load: func(ctx context.Context, _ *assets.Clip, key id.Key) (*bake.BakedClip, error) {
			select {
			case <-a.gate:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			baked := &bake.BakedClip{}
			return baked, baked.UnmarshalBinary(saved[key])
		},
	}))
	return a
}

// settle runs as many frames as clips need to leave.
func (a *away) settle(t *testing.T) {
	t.Helper()
	for range 200 {
		a.update(t, 1.0/600)
	}
}

// arrive lets loads go until a clip is in memory.
func (a *away) arrive(t *testing.T, of assets.ClipID) {
	t.Helper()
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case a.gate <- struct{}{}:
			case <-done:
				return
			}
		}
	})
	for end := time.Now().Add(10 * time.Second); !a.library.IsLoaded(of); a.update(t, 0) {
		if time.Now().After(end) {
			t.Fatalf("clip %q does not come back", a.library.Clip(of).Name())
		}
	}
	close(done)
	wait.Wait()
}

// Clips stay in memory that members play, however these came to play them, and leave when none
// does.
func TestPlayedClipsStayInMemory(t *testing.T) {
	for name, play := range map[string]func(t *testing.T, a *away, of assets.ClipID) ecs.Entity{
		"spawned": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), of)
			check(t, err)
			return m.Entity()
		},
		"from a character": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			e, err := a.animation.Spawn(a.model, mgl32.Ident4())
			check(t, err)
			check(t, a.animation.Player(e).Play(of))
			a.update(t, 0)
			check(t, a.crowd.ToCrowd(e))
			return e
		},
		"component": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), a.model.Clips[0])
			check(t, err)
			m.Component().Motions[0] = components.NewCrowdMotion(of, 0)
			a.crowd.Changed(m.Entity())
			return m.Entity()
		},
		"component, and no word of it": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), a.model.Clips[0])
			check(t, err)
			m.Component().Motions[0] = components.NewCrowdMotion(of, 0)
			return m.Entity()
		},
		"over the rest": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), a.model.Clips[0])
			check(t, err)
			check(t, m.Overlay(of, systems.WholeBody, 0))
			return m.Entity()
		},
		"layer, and no word of it": func(t *testing.T, a *away, of assets.ClipID) ecs.Entity {
			m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), a.model.Clips[0])
			check(t, err)
			layers := generic.NewMap1[components.CrowdLayer](&a.world)
			layers.Assign(m.Entity(), &components.CrowdLayer{Motion: components.NewCrowdMotion(of, 0), Weight: 1})
			return m.Entity()
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAway(t)
			of := a.model.Clips[3]
			e := play(t, a, of)
			a.settle(t)
			if !a.library.IsLoaded(of) {
				t.Fatal("expected the clip of the member in memory, found it away")
			}
			if a.library.IsLoaded(a.model.Clips[1]) {
				t.Fatal("expected another clip away, found it in memory")
			}
			check(t, a.crowd.Remove(e))
			a.settle(t)
			if a.library.IsLoaded(of) {
				t.Error("expected that the clip left the memory after its member was removed, found it there")
			}
		})
	}
}

// A member whose component names a clip that is away goes on with what it played until the clip
// comes back, and then shows that.
func TestMembersWaitForClips(t *testing.T) {
	a := newAway(t)
	first, other := a.model.Clips[0], a.model.Clips[3]
	m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), first)
	check(t, err)
	second, err := a.crowd.Spawn(a.model, mgl32.Ident4(), first)
	check(t, err)
	check(t, m.SetSpeed(0))
	check(t, second.SetSpeed(0))
	a.settle(t)
	before := a.palette(t, m.Entity(), 0)
	if a.library.IsLoaded(other) {
		t.Fatal("expected a clip away that nobody plays, found it in memory")
	}
	epoch := a.store.Epoch()
	m.Component().Motions[0] = components.CrowdMotion{Clip: other, Time: 0.3, Mode: assets.Loop}
	a.crowd.Changed(m.Entity())
	a.settle(t)
	if d := a.palettesDiffer(before, a.palette(t, m.Entity(), 0)); d != 0 {
		t.Errorf("while the clip is away: expected what was played before, found it %v m away", d)
	}
	check(t, m.Move(mgl32.Translate3D(1, 2, 3)))
	check(t, a.store.Sync())
	if x := math.Float32frombits(a.store.Records()[a.store.Slot(m.Entity())][16+3]); x != 1 {
		t.Errorf("expected that a member moves while it waits, to x = 1, found %v", x)
	}
	a.arrive(t, other)
	a.settle(t)
	if !a.library.IsLoaded(other) {
		t.Fatal("expected that the clip stays, found it away")
	}
	alone := newFixture(t)
	expected, err := alone.crowd.Spawn(alone.model, mgl32.Ident4(), alone.model.Clips[3])
	check(t, err)
	check(t, expected.SetSpeed(0))
	check(t, expected.Seek(0.3))
	if d := a.palettesDiffer(alone.palette(t, expected.Entity(), 0), a.palette(t, m.Entity(), 0)); d > tolerance {
		t.Errorf("after the clip came back: expected its pose, found one %v m away", d)
	}
	if d := a.palettesDiffer(before, a.palette(t, second.Entity(), 0)); d != 0 {
		t.Errorf("another member: expected the same pose all the time, found one %v m away", d)
	}
	if a.store.Epoch() != epoch {
		t.Error("expected that clips come and go without making the crowd anew, found that it was")
	}
}

// A member that gets a layer whose clip is away goes on as before until the clip comes back, also
// where [crowd.Member.Pose] computes it, and a new one shows no layer.
func TestLayersWaitForClips(t *testing.T) {
	a := newAway(t)
	first, other := a.model.Clips[0], a.model.Clips[3]
	layers := generic.NewMap1[components.CrowdLayer](&a.world)
	add := func(m crowd.Member) {
		motion := components.CrowdMotion{Clip: other, Time: 0.3, Mode: assets.Loop}
		layers.Assign(m.Entity(), &components.CrowdLayer{Motion: motion, Weight: 1})
		a.crowd.Changed(m.Entity())
	}
	still := func() crowd.Member {
		m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), first)
		check(t, err)
		check(t, m.SetSpeed(0))
		return m
	}
	members := []crowd.Member{still()}
	a.settle(t)
	want := a.palette(t, members[0].Entity(), 0)
	add(members[0])
	members = append(members, still())
	add(members[1])
	pose := rig.NewPose(a.library.Skeleton(a.model.Skeleton))
	compare := func(when string) {
		t.Helper()
		for i, m := range members {
			check(t, m.Pose(pose))
			sampled := a.library.Skin(a.model.Skins[0]).Palette(nil, pose.ModelMatrices(nil))
			for _, got := range [][]float32{a.palette(t, m.Entity(), 0), sampled} {
				if d := a.palettesDiffer(want, got); d > tolerance {
					t.Errorf("%s, member %d: expected another pose, found one %v m away", when, i, d)
				}
			}
		}
	}
	a.settle(t)
	if a.library.IsLoaded(other) {
		t.Fatal("expected a clip away that nobody plays yet, found it in memory")
	}
	compare("while the clip is away")
	a.arrive(t, other)
	a.settle(t)
	if !a.library.IsLoaded(other) {
		t.Fatal("expected that the clip stays, found it away")
	}
	alone := newFixture(t)
	expected, err := alone.crowd.Spawn(alone.model, mgl32.Ident4(), alone.model.Clips[3])
	check(t, err)
	check(t, expected.SetSpeed(0))
	check(t, expected.Seek(0.3))
	want = alone.palette(t, expected.Entity(), 0)
	compare("after the clip came back")
}

// What a member goes on with is all that it played, whatever else its component names.
func TestMembersWaitWithAllThatTheyPlayed(t *testing.T) {
	a := newAway(t)
	m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), crowd.RestPose)
	check(t, err)
	p := m.Component()
	p.Motions[1] = components.CrowdMotion{Clip: a.model.Clips[0], Time: 0.2}
	p.Weight, p.Target = 1, 1
	a.crowd.Changed(m.Entity())
	a.settle(t)
	want := a.palette(t, m.Entity(), 0)
	for i := range p.Motions { // the second one does not show
		p.Motions[i] = components.CrowdMotion{Clip: a.model.Clips[3+i], Time: 0.2}
	}
	p.Weight, p.Target = 0, 0
	a.crowd.Changed(m.Entity())
	if d := a.palettesDiffer(want, a.palette(t, m.Entity(), 0)); d != 0 {
		t.Errorf("expected what was played before, found it %v m away", d)
	}
}

// Texels of a clip stay while it is away, and are those of the clip when it comes back; another
// clip under its ID makes them anew.
func TestTexelsOfClipsThatLeave(t *testing.T) {
	a := newAway(t)
	of := a.model.Clips[3]
	m, err := a.crowd.Spawn(a.model, mgl32.Ident4(), of)
	check(t, err)
	check(t, m.SetSpeed(0))
	shown := a.palette(t, m.Entity(), 0)
	check(t, m.Play(a.model.Clips[0]))
	a.settle(t)
	a.palette(t, m.Entity(), 0)
	if a.library.IsLoaded(of) {
		t.Fatal("expected that the clip left, found it in memory")
	}
	epoch := a.store.Epoch()
	check(t, a.library.Prefetch(of))
	a.arrive(t, of)
	check(t, m.Play(of))
	if d := a.palettesDiffer(shown, a.palette(t, m.Entity(), 0)); d != 0 || a.store.Epoch() != epoch {
		t.Errorf("expected the pose as before from the texels there were, found one %v m away, and epoch %d after %d",
			d, a.store.Epoch(), epoch)
	}
	source, library := newMannequin() // with keys
	ids, err := a.library.Import(library)
	check(t, err)
	model := ids.Model(source)
	authored := model.Clips[3]
	_, err = a.crowd.Spawn(model, mgl32.Ident4(), authored)
	check(t, err)
	check(t, a.store.Sync())
	rough, report := bake.Bake(a.library.Clip(authored), bake.Options{Tolerance: 0.05})
	if rough == nil {
		t.Fatal(report)
	}
	epoch = a.store.Epoch()
	check(t, a.library.SetBaked(authored, rough))
	if check(t, a.store.Sync()); a.store.Epoch() == epoch {
		t.Error("another baked form: expected that texels were made anew, found the old ones")
	}
}
