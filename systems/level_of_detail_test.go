package systems_test

import (
	"slices"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// With an interval of 3, each of 30 characters is posed in one of three frames, 10 in each. It then
// shows the same pose as a character that is posed in every frame.
func TestIntervalsTakeTurns(t *testing.T) {
	f := newFixture(t, 12)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	skin := f.model.Skins[0]
	always := f.spawn(t, 0, 0)
	var sparse []ecs.Entity
	for range 30 {
		e := f.spawn(t, 0, 0)
		details.Assign(e, &components.LevelOfDetail{Interval: 3})
		sparse = append(sparse, e)
	}
	f.update(t, 1.0/64)
	for frame := range 9 {
		before := map[ecs.Entity][]float32{}
		for _, e := range sparse {
			before[e] = slices.Clone(f.animation.Palette(e, skin))
		}
		f.update(t, 1.0/64)
		posed := 0
		for _, e := range sparse {
			now := f.animation.Palette(e, skin)
			switch {
			case sameBits(now, before[e]):
			case sameBits(now, f.animation.Palette(always, skin)):
				posed++
			default:
				t.Fatalf("frame %d: %v shows neither its last pose nor the current one", frame, e)
			}
		}
		if posed != 10 {
			t.Errorf("frame %d: %d of 30 characters are posed, want 10", frame, posed)
		}
	}
}

func TestCulledCharactersKeepPaletteAndAdvance(t *testing.T) {
	f := newFixture(t, 12)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	skin := f.model.Skins[0]
	always, e := f.spawn(t, 0, 0), f.spawn(t, 0, 0)
	details.Assign(e, &components.LevelOfDetail{Culled: true})
	f.update(t, 0.125)
	if !sameBits(f.animation.Palette(e, skin), f.animation.Palette(always, skin)) {
		t.Error("a new culled character has no palette")
	}
	first := slices.Clone(f.animation.Palette(e, skin))
	for range 3 {
		f.update(t, 0.125)
	}
	if !sameBits(f.animation.Palette(e, skin), first) {
		t.Error("the palette of a culled character changed")
	}
	details.Get(e).Culled = false
	f.update(t, 0.125)
	if !sameBits(f.animation.Palette(e, skin), f.animation.Palette(always, skin)) {
		t.Error("back in view its pose is not at the current time")
	}
}

// At a level of detail the joints of the level's mask move, baked as well as exact, and the others
// are in their rest pose.
func TestLevelsPoseFewerJoints(t *testing.T) {
	f := newFixture(t, 20)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	skeleton := f.library.Skeleton(f.model.Skeleton)
	mask, err := rig.NewMask("some", skeleton).Joints(1, "bjoint", "cjoint", "djoint").Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.library.SetLevels(f.model.Skeleton, mask); err != nil {
		t.Fatal(err)
	}
	full, level := f.spawn(t, 0, 0.3), f.spawn(t, 0, 0.3)
	details.Assign(level, &components.LevelOfDetail{Level: 2})
	var probe poseProbe
	if err := f.animation.Schedule().InsertAfter(systems.AtSampleClips, ecs.EachBlock(&probe)); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"exact", "baked"} {
		if form == "baked" {
			f.library.Bake(bake.Options{AllowLarger: true}, nil)
		}
		f.update(t, 0)
		slot := func(e ecs.Entity) []float32 {
			_, i := f.animation.Pool(e)
			return probe[i]
		}
		moved := 0
		for j := range skeleton.Len() {
			got, want := rig.JointAt(slot(level), j), rig.JointAt(slot(full), j)
			if mask.Weight(j) == 0 {
				want = skeleton.Rest(j)
			} else {
				moved++
			}
			if !got.Rotation.ApproxEqualThreshold(want.Rotation, 1e-6) || got.Translation != want.Translation ||
				got.Scale != want.Scale {
				t.Errorf("%s: joint %d is %v, want %v", form, j, got, want)
			}
		}
		if moved != 3 {
			t.Errorf("%d joints of the mask move", moved)
		}
	}
	if counted := f.animation.Counters(); counted.Exact != 2 || counted.Baked != 2 || counted.Posed != 4 {
		t.Errorf("counters are %+v", counted)
	}
}

// poseProbe is a block system that keeps the local poses of a pool's first block.
type poseProbe [ecs.BlockLanes][]float32

func (*poseProbe) Name() string { return "probe" }

func (p *poseProbe) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		p[b.Slot(lane)] = slices.Clone(b.Local(lane))
	}
}
