package systems_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A weight takes the place of the clips' or is added to it, scales with the component, and ends
// with it. The clips go on below it.
func TestSetMorph(t *testing.T) {
	f, plain := newFixture(t, 9), newFixture(t, 9)
	e, p := f.spawn(t, 0, 0.1), plain.spawn(t, 0, 0.1)
	overrides := generic.NewMap1[components.MorphOverride](&f.world)
	shown := func() (given, clips []float32) {
		f.update(t, 0.01)
		plain.update(t, 0.01)
		return f.animation.Morphs(e), plain.animation.Morphs(p)
	}
	shown()
	smile, err := f.animation.Morph(e, "smile")
	check(t, err)
	blink, err := f.animation.Morph(e, "blink", systems.BesideClips(), systems.OnPart("body"))
	check(t, err)
	for _, c := range []struct {
		name               string
		do                 func() error
		keptSmile, kept    float32 // of the clips
		addedSmile, addedB float32
	}{
		{"replaced", func() error { return smile.Set(0.7) }, 0, 1, 0.7, 0},
		{"added", func() error { return blink.Set(-2) }, 0, 1, 0.7, -2},
		{"half", func() error { overrides.Get(e).Weight = 0.5; return nil }, 0.5, 1, 0.35, -1},
		{"not a number", func() error { overrides.Get(e).Weight = float32(math.NaN()); return nil }, 1, 1, 0, 0},
		{"more than all", func() error { overrides.Get(e).Weight = 7; return nil }, 0, 1, 0.7, -2},
		{"one cleared", smile.Clear, 1, 1, 0, -2},
		{"none", func() error { return f.animation.ClearMorphs(e) }, 1, 1, 0, 0},
		{"begun again", func() error { return f.animation.SetMorph(e, "smile", 1) }, 0, 1, 1, 0},
	} {
		check(t, c.do())
		for range 3 {
			given, clips := shown()
			want := []float32{c.keptSmile*clips[0] + c.addedSmile, c.kept*clips[1] + c.addedB}
			for i, x := range want {
				if math.Abs(float64(given[i]-x)) > 1e-6 {
					t.Fatalf("%s: expected %v of the clips' %v, found %v", c.name, want, clips, given)
				}
			}
		}
	}
	if clips := f.localPose(t, e); !sameBits(clips.Locals, plain.localPose(t, p).Locals) {
		t.Error("expected the joints of the clips")
	}
}

// What is given is in snapshots, and moves with the slots of characters that die.
func TestGivenMorphsAreRestored(t *testing.T) {
	f := newFixture(t, 9)
	first, e := f.spawn(t, 0, 0.1), f.spawn(t, 0, 0.1)
	check(t, f.animation.SetMorph(e, "smile", 0.7))
	f.update(t, 0.01)
	saved := f.animation.AppendSnapshot(nil)
	f.update(t, 0.01)
	want := append([]float32(nil), f.animation.Morphs(e)...)
	check(t, f.animation.SetMorph(e, "smile", 0.1))
	f.update(t, 0.01)
	check(t, f.animation.Restore(saved))
	f.update(t, 0.01)
	if got := f.animation.Morphs(e); !sameBits(got, want) {
		t.Errorf("expected %v after the restore, found %v", want, got)
	}
	f.world.RemoveEntity(first)
	f.update(t, 0.01)
	if got := f.animation.Morphs(e)[0]; got != 0.7 {
		t.Errorf("expected 0.7 after the first character died, found %v", got)
	}
}

func TestMorphErrors(t *testing.T) {
	f := newFixture(t, 9)
	e := f.spawn(t, 0, 0.1)
	named := func(options ...systems.MorphOption) func() error {
		return func() error { return f.animation.SetMorph(e, "smil", 1, options...) }
	}
	smile, err := f.animation.Morph(e, "smile")
	check(t, err)
	bare := f.world.NewEntity()
	for name, c := range map[string]struct {
		do   func() error
		want error
		text string
	}{
		"name":     {named(), systems.ErrNoMorph, `model "random" has no morph target "smil"; did you mean "smile"? It has "smile", "blink"`},
		"part":     {named(systems.OnPart("bodi")), systems.ErrNoMorph, `model "random" has no part "bodi"; did you mean "body"? It has "body"`},
		"infinite": {func() error { return smile.Set(float32(math.Inf(1))) }, systems.ErrNotFinite, ""},
		"percent": {
			func() error { return smile.Set(100) }, systems.ErrWeight, fmt.Sprintf("the weight is out of range: entity %d: "+
				"expected a morph weight from -10 to 10, where 1 is the whole target, found 100", e.ID()),
		},
		"zero":      {func() error { return systems.Morph{}.Set(1) }, systems.ErrNoMorph, ""},
		"character": {func() error { return f.animation.SetMorph(bare, "smile", 1) }, systems.ErrNoCharacter, ""},
		"locked": {func() error {
			query := generic.NewFilter1[components.Skeleton]().Query(&f.world)
			defer query.Close()
			return smile.Set(1)
		}, systems.ErrWorldLocked, ""},
		"no model": {func() error {
			other := f.spawn(t, 0, 0.1)
			meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
			meshes.Remove(other)
			return f.animation.SetMorph(other, "smile", 1)
		}, systems.ErrNoModel, ""},
		"dead": {func() error { return f.animation.ClearMorphs(ecs.Entity{}) }, systems.ErrNoCharacter, ""},
	} {
		if err := c.do(); !errors.Is(err, c.want) || c.text != "" && err.Error() != c.text {
			t.Errorf("%s: expected %v %q, found %v", name, c.want, c.text, err)
		}
	}
	for i := range f.model.Parts {
		f.animation.Library().Mesh(f.model.Parts[i].Mesh).TargetNames = nil
	}
	if _, err := f.animation.Morph(e, "smile"); !errors.Is(err, systems.ErrNoMorph) ||
		!strings.Contains(err.Error(), "its 2 morph targets have no names") {
		t.Errorf("targets without names: %v", err)
	}
}

func TestSettingMorphsAllocatesNothing(t *testing.T) {
	f := newFixture(t, 9)
	e := f.spawn(t, 0, 0.1)
	smile, err := f.animation.Morph(e, "smile")
	check(t, err)
	check(t, smile.Set(0.5))
	f.update(t, 0.01)
	if n := testing.AllocsPerRun(20, func() {
		check(t, smile.Set(0.25))
		f.update(t, 0.01)
	}); n != 0 {
		t.Errorf("expected no allocations, found %v", n)
	}
}

// What was given and taken back leaves nothing, whether or not a frame came between.
func TestClearedMorphsDoNotComeBack(t *testing.T) {
	for _, frames := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}} { // before the end, and after it
		f, plain := newFixture(t, 9), newFixture(t, 9)
		e, p := f.spawn(t, 0, 0.1), plain.spawn(t, 0, 0.1)
		update := func(times int) {
			for range times {
				f.update(t, 0.01)
				plain.update(t, 0.01)
			}
		}
		update(3)
		check(t, f.animation.SetMorph(e, "smile", 0.7))
		update(frames[0])
		check(t, f.animation.ClearMorphs(e))
		update(frames[1])
		check(t, f.animation.SetMorph(e, "blink", 0.3))
		update(1)
		given, clips := f.animation.Morphs(e), plain.animation.Morphs(p)
		if given[0] != clips[0] || given[1] != 0.3 {
			t.Errorf("%v frames: expected a smile of %v and a blink of 0.3, found %v", frames, clips[0], given)
		}
	}
}

// Rows that are given to a character, and whose component is gone before a frame, are taken back by
// that frame, so that a peer that restored has the same state as one that did not.
func TestRowsWithoutAFrameAreTakenBack(t *testing.T) {
	f := newFixture(t, 9)
	e := f.spawn(t, 0, 0.1)
	f.update(t, 0.1)
	want := len(f.animation.AppendSnapshot(nil))
	check(t, f.animation.SetLocalPose(e, rig.NewPose(f.library.Skeleton(f.model.Skeleton)), 1))
	check(t, f.animation.ClearLocalPose(e))
	check(t, f.animation.SetMorph(e, "smile", 0.7))
	check(t, f.animation.ClearMorphs(e))
	f.update(t, 0.1)
	if got := len(f.animation.AppendSnapshot(nil)); got != want {
		t.Errorf("expected a snapshot of %d bytes, as without a pose and morphs, found %d", want, got)
	}
}
