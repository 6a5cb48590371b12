package crowd_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/rollback"
)

// armMask adds a mask of the left arm, which begins halfway.
func armMask(t testing.TB, f *fixture) id.Mask {
	t.Helper()
	skeleton := f.library.Skeleton(f.model.Skeleton)
	mask, err := rig.NewMask("arm", skeleton).Joints(0.5, "left_clavicle").Subtree(1, "left_upper_arm").Build()
	check(t, err)
	added, err := f.library.AddMask(mask)
	check(t, err)
	return added
}

// What a member plays over the rest is what a layer of a character shows: with and without a mask,
// while it fades in and out, over a crossfade, in all modes; as the GPU computes it, by Pose, and
// after changes over.
func TestOverlaysShowWhatLayersShow(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	arm := armMask(t, f)
	skin := model.Skins[0]
	random := rand.New(rand.NewPCG(4, 1))
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	worst, moved := 0.0, 0.0
	for i := range 24 {
		mask := []id.Mask{arm, systems.WholeBody, arm}[i%3]
		over := clips[(i+3)%6]
		character, err := f.animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		player, layer := f.animation.Player(character), f.animation.Player(character).Layer(1)
		member := f.spawn(t, clips[i%6])
		check(t, player.Play(model.Clip(clips[i%6])))
		f.update(t, 0.3*random.Float64())
		check(t, layer.Overlay(model.Clip(over), mask, 0))
		layer.LayerComponent().Weight = 0
		check(t, layer.FadeWeight(1, 0.4))
		check(t, member.Overlay(model.Clip(over), mask, 0.4))
		l := generic.NewMap1[components.CrowdLayer](&f.world)
		c := layer.LayerComponent()
		c.Mode = []assets.PlayMode{assets.Loop, assets.Hold, assets.PingPong, assets.Once}[i%4]
		c.Speed = 1.5
		l.Get(member.Entity()).Motion.Mode, l.Get(member.Entity()).Motion.Speed = c.Mode, c.Speed
		f.crowd.Changed(member.Entity())
		without := f.spawn(t, clips[i%6])
		check(t, without.Seek(player.Component().Time))
		isMember := true
		for step := range 8 {
			switch {
			case step == 2 && i%2 == 0:
				check(t, player.CrossFade(model.Clip(clips[(i+1)%6]), 0.5))
				if isMember {
					check(t, member.CrossFade(model.Clip(clips[(i+1)%6]), 0.5))
				}
			case step == 4 && i%4 < 2:
				check(t, f.crowd.ToCharacter(member.Entity()))
				isMember = false
			case step == 5 && !isMember:
				check(t, f.crowd.ToCrowd(member.Entity()))
				isMember = true
			case step == 6:
				check(t, layer.FadeWeight(0, 0.5))
				check(t, member.FadeOverlay(0, 0.5))
			}
			f.update(t, 0.3*random.Float64())
			want := f.animation.Palette(character, skin)
			var got []float32
			if isMember {
				got = f.palette(t, member.Entity(), 0)
				check(t, member.Pose(pose))
				shown := library.Skin(skin).Palette(nil, pose.ModelMatrices(nil))
				if d := f.palettesDiffer(shown, want); d > tolerance {
					t.Fatalf("case %d, step %d: Pose is %v m apart", i, step, d)
				}
				if step == 3 && i%2 == 1 {
					moved = max(moved, f.palettesDiffer(got, f.palette(t, without.Entity(), 0)))
				}
			} else {
				got = f.animation.Palette(member.Entity(), skin)
			}
			d := f.palettesDiffer(got, want)
			if worst = max(worst, d); d > tolerance {
				t.Fatalf("case %d, step %d, mode %v, member: %v: %v m apart", i, step, c.Mode, isMember, d)
			}
		}
		check(t, f.crowd.Remove(member.Entity()))
		check(t, f.crowd.Remove(without.Entity()))
		f.world.RemoveEntity(character)
	}
	if moved < 0.1 {
		t.Errorf("the overlays move vertices by %v m only", moved)
	}
	t.Logf("%.2g m apart at most", worst)
}

// Pose of a member in a crossfade, with a layer, allocates nothing.
func TestPoseAllocatesNothing(t *testing.T) {
	f := newFixture(t)
	m := f.spawn(t, "walk")
	check(t, m.Overlay(f.model.Clip("wave"), systems.WholeBody, 1))
	check(t, m.CrossFade(f.model.Clip("run"), 1))
	f.update(t, 0.3)
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	if n := testing.AllocsPerRun(20, func() { check(t, m.Pose(pose)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Layers come and go, with members that move and die, and never show on another member. Members
// without one need no record for any.
func TestLayersComeAndGo(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(3, 6))
	var members []crowd.Member
	layers := generic.NewMap1[components.CrowdLayer](&f.world)
	for i := range 200 {
		m, err := f.crowd.Spawn(f.model, mgl32.Translate3D(float32(i), 0, 0), f.model.Clip("walk"))
		check(t, err)
		members = append(members, m)
	}
	check(t, f.store.Sync())
	plain := len(f.store.Records())
	for round := range 100 {
		for range 10 {
			i := random.IntN(len(members))
			m := members[i]
			switch random.IntN(5) {
			case 0:
				check(t, f.crowd.Remove(m.Entity()))
				members[i], _ = f.crowd.Spawn(f.model, mgl32.Ident4(), f.model.Clip("run"))
			case 1:
				check(t, m.Move(mgl32.Translate3D(200*random.Float32(), 0, 0)))
			case 2:
				if layers.Get(m.Entity()) != nil {
					check(t, m.FadeOverlay(0, 0))
				}
			default:
				check(t, m.Overlay(f.model.Clip(clips[random.IntN(6)]), systems.WholeBody, 0))
			}
		}
		f.update(t, 0.01)
		check(t, f.store.Sync())
		taken := map[uint32]bool{}
		for _, m := range members {
			record := f.store.Records()[f.store.Slot(m.Entity())][31] // 1 + the slot of the layer's
			if l := layers.Get(m.Entity()); (l == nil) != (record == 0) || taken[record] && record != 0 {
				t.Fatalf("round %d: layer %v, record %v", round, l, record)
			}
			taken[record] = true
		}
	}
	for _, m := range members {
		if layers.Get(m.Entity()) != nil {
			check(t, m.FadeOverlay(0, 0))
		}
	}
	check(t, f.store.Sync())
	if most := plain + 200 + 4*crowdstore.BlockLanes; len(f.store.Records()) > most {
		t.Errorf("%d records, want at most %d", len(f.store.Records()), most)
	}
	if n := f.collected(t, everything()); n != len(members) {
		t.Errorf("%d members are drawn, want %d", n, len(members))
	}
}

// A session restores what members play over the rest, whose markers they pass, and refuses what is
// no overlay.
func TestOverlaysAreRestoredAndPassMarkers(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	arm := armMask(t, f)
	session, err := rollback.NewSession(f.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	m := f.spawn(t, "idle")
	check(t, m.Overlay(model.Clip("walk"), arm, 0))
	f.update(t, 0.4)
	before := f.palette(t, m.Entity(), 0)
	snapshot, err := session.AppendSnapshot(nil)
	check(t, err)
	check(t, m.FadeOverlay(0, 0))
	f.update(t, 0.1)
	check(t, session.Restore(snapshot))
	f.update(t, 0)
	if d := f.palettesDiffer(before, f.palette(t, m.Entity(), 0)); d != 0 {
		t.Errorf("%v m from where it was", d)
	}
	passed := 0
	for marker := range m.Markers(0, 3) {
		if marker.Clip == model.Clip("walk") {
			passed++
		}
	}
	if passed == 0 && len(library.Clip(model.Clip("walk")).Markers()) > 0 {
		t.Error("it passes no marker of its overlay")
	}
	for name, row := range map[string]struct {
		err, want error
		text      string
	}{
		"a typo":          {m.Overlay(model.Clip("wlak"), arm, 0), systems.ErrNoMotion, ""},
		"no mask":         {m.Overlay(model.Clip("walk"), 0, 0), systems.ErrNoMask, "systems.WholeBody"},
		"milliseconds":    {m.Overlay(model.Clip("walk"), arm, 500), systems.ErrSeconds, "found 500 s"},
		"a large weight":  {m.FadeOverlay(2, 0), systems.ErrWeight, "found 2"},
		"without overlay": {f.spawn(t, "walk").FadeOverlay(0, 0), systems.ErrNoMotion, "CrowdLayer"},
	} {
		if !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s: error %v", name, row.err)
		}
	}
	for name, change := range map[string]func(l *components.Layer){
		"its layer is additive":        func(l *components.Layer) { l.Blend = clip.Additive },
		"its layer is in a sync group": func(l *components.Layer) { l.Sync = 1 },
		"its layer is in a crossfade":  func(l *components.Layer) { l.Fades.Count, l.Fades.Duration = 1, 1 },
	} {
		e, err := f.animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		check(t, f.animation.Player(e).Layer(1).Overlay(model.Clip("wave"), arm, 0))
		change(f.animation.Player(e).Layer(1).LayerComponent())
		if err := f.crowd.ToCrowd(e); !errors.Is(err, crowd.ErrUnfit) || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
}
