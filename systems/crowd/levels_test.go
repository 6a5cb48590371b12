package crowd_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// At a level of detail a member shows what a character shows at that level, with fewer entries than
// joints: those that stay alike become one.
func TestLevelsShowWhatCharactersShow(t *testing.T) {
	model, library := newMannequin()
	skeleton := library.Skeleton(model.Skeleton)
	noFingers, err := rig.NewMask("no fingers", skeleton).Invert().Subtree(0, "left_hand").
		Subtree(0, "right_hand").Build()
	check(t, err)
	trunk, err := rig.NewMask("trunk", skeleton).
		Joints(1, "hips", "spine_2", "neck_2", "left_thigh", "right_thigh", "left_upper_arm", "right_upper_arm").Build()
	check(t, err)
	check(t, library.SetLevels(model.Skeleton, noFingers, trunk))
	f := newFixtureOf(t, model, library)
	skin := library.Skin(model.Skins[0])
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	last := 1 << 30
	for level := range 3 {
		for _, clip := range clips {
			member := f.spawn(t, clip)
			character, err := f.animation.Spawn(model, mgl32.Ident4())
			check(t, err)
			check(t, f.animation.Player(character).Play(model.Clip(clip)))
			details.Assign(character, &components.LevelOfDetail{Level: uint8(level), Fixed: true})
			f.update(t, 0.37)
			if d := f.palettesDiffer(f.palette(t, member.Entity(), level),
				f.animation.Palette(character, model.Skins[0])); d > tolerance {
				t.Errorf("level %d, %s: %v m apart", level, clip, d)
			}
		}
		rigs := f.store.KindOf(f.store.Slot(f.spawnSynced(t))).Rigs
		if n := rigs[level].Entries; n >= last || len(rigs) != 3 {
			t.Errorf("level %d of %d has %d entries, the one before %d", level, len(rigs), n, last)
		} else {
			last = n
		}
	}
	t.Logf("%d influence joints, %d entries at the last level", skin.Len(), last)

	// The level follows from the apparent height.
	v := everything()
	v.Height = 1
	check(t, f.crowd.SetDetail(0.1, 0.05))
	check(t, f.store.Sync())
	reach := f.store.KindOf(f.store.Slot(f.spawnSynced(t))).Reach
	for distance, want := range map[float32]int{5: 0, 15: 1, 30: 2} {
		v.Eye = mgl32.Vec3{0, 0, distance * 2 * reach.Radius}
		var c crowdstore.Collected
		f.store.Begin(&c)
		f.store.Collect(&c, v)
		if len(c.Lists) != 1 || c.Lists[0].Level != want {
			t.Errorf("from %v m: level %d, want %d", v.Eye[2], c.Lists[0].Level, want)
		}
	}
}

// spawnSynced returns an entity that the store knows.
func (f *fixture) spawnSynced(t testing.TB) (e ecs.Entity) {
	t.Helper()
	e = f.spawn(t, "idle").Entity()
	check(t, f.store.Sync())
	return e
}

// A clip that is replaced, and levels that are set while the crowd plays, show in the next frame.
func TestAssetsMayChange(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	member := f.spawn(t, "walk")
	f.update(t, 0.3)
	before := f.palette(t, member.Entity(), 0)
	check(t, library.SetClip(model.Clip("walk"), library.Clip(model.Clip("dance"))))
	dancer := f.spawn(t, "dance")
	check(t, dancer.Seek(0.3))
	if d := f.palettesDiffer(f.palette(t, member.Entity(), 0), f.palette(t, dancer.Entity(), 0)); d > tolerance {
		t.Errorf("the new clip is %v m from what it should show", d)
	}
	if d := f.palettesDiffer(f.palette(t, member.Entity(), 0), before); d < 0.01 {
		t.Error("the old clip shows")
	}
}

// Heights that select no level are errors that name them, and change nothing.
func TestDetailErrors(t *testing.T) {
	f := newFixture(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		below []float32
		want  string
	}{
		{[]float32{nan}, "height 0: expected a finite fraction of at least 0, found NaN"},
		{[]float32{0.1, -0.1}, "height 1: expected a finite fraction of at least 0, found -0.1"},
		{[]float32{inf}, "height 0: expected a finite fraction"},
		{[]float32{0.1, 0.2}, "height 1: expected less than 0.1, the one before, found 0.2"},
		{[]float32{0.1, 0.1}, "height 1: expected less than 0.1"},
	} {
		if err := f.crowd.SetDetail(c.below...); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.below, err)
		}
	}
	check(t, f.crowd.SetDetail())
}
