package systems_test

import (
	"bytes"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// SetModel with a model that has more joints shows it by a garment in place of the character's parts,
// which goes on with the same bits; another model takes the garment off. Snapshots hold it.
func TestSetModelToGarments(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	wearer := mustSpawn(w.animation.Spawn(w.body, mgl32.Ident4()))
	plain := mustSpawn(w.animation.Spawn(w.body, mgl32.Ident4()))
	for _, e := range []ecs.Entity{wearer, plain} {
		check(t, w.animation.EnableModelMatrices(e))
		check(t, w.animation.Player(e).Play(w.body.Clip("walk")))
	}
	bodySkin, skin := w.body.Parts[0].Skin, w.jacket.Parts[0].Skin
	want := func(what string, garment ecs.Entity) {
		t.Helper()
		check(t, w.animation.Update(1.0/60))
		if !sameBits(w.animation.ModelMatrices(wearer), w.animation.ModelMatrices(plain)) {
			t.Errorf("%s: the pose changed", what)
		}
		isBody := garment.IsZero()
		if (w.animation.Palette(wearer, bodySkin) != nil) != isBody ||
			!isBody && w.animation.Palette(garment, skin) == nil {
			t.Errorf("%s: the body has a palette: %v", what, w.animation.Palette(wearer, bodySkin) != nil)
		}
	}
	want("at first", ecs.Entity{})
	query := generic.NewFilter1[components.Skeleton]().Query(&w.world)
	expectError(t, w.animation.SetModel(wearer, w.jacket), systems.ErrWorldLocked, "")
	query.Close()
	check(t, w.animation.SetModel(wearer, w.jacket))
	garment := mustSpawn(w.animation.Garment(wearer, w.jacket))
	w.swing(t, garment)
	want("with the jacket", garment)
	check(t, w.animation.SetModel(wearer, w.jacket)) // changes nothing
	if again := mustSpawn(w.animation.Garment(wearer, w.jacket)); again != garment {
		t.Errorf("entities %v and %v", garment, again)
	}
	expectError(t, w.animation.Wear(wearer, w.jacket), systems.ErrNoModel, `found its own, "jacket"`)
	expectError(t, w.animation.TakeOff(wearer, w.jacket), systems.ErrNoModel, "which SetModel replaces")
	meshes := generic.NewMap1[components.SkinnedMesh](&w.world)
	check(t, w.animation.HidePart(wearer, "jacket"))
	if meshes.Get(garment).Hidden != 1 || meshes.Get(wearer).Hidden != 0 {
		t.Errorf("hidden are %b of the garment and %b of its wearer", meshes.Get(garment).Hidden,
			meshes.Get(wearer).Hidden)
	}
	check(t, w.animation.ShowPart(wearer, "jacket"))
	want("with the jacket shown again", garment)

	snapshot := w.animation.AppendSnapshot(nil)
	run := func() (all []float32) {
		for range 20 {
			check(t, w.animation.Update(1.0/60))
			all = append(all, w.animation.Palette(garment, skin)...)
		}
		return all
	}
	first := run()
	check(t, w.animation.Restore(snapshot))
	if !bytes.Equal(w.animation.AppendSnapshot(nil), snapshot) || !sameBits(run(), first) {
		t.Error("the restored world goes on with other bits")
	}

	query = generic.NewFilter1[components.Skeleton]().Query(&w.world)
	expectError(t, w.animation.SetModel(wearer, w.body), systems.ErrWorldLocked, "")
	query.Close()
	check(t, w.animation.SetModel(wearer, w.body))
	if ecs.IsAlive(&w.world, garment) {
		t.Error("the garment lives beside the body")
	}
	want("with the body again", ecs.Entity{})
	check(t, w.animation.Wear(wearer, w.jacket)) // what is worn becomes the model
	garment = mustSpawn(w.animation.Garment(wearer, w.jacket))
	check(t, w.animation.SetModel(wearer, w.jacket))
	if again := mustSpawn(w.animation.Garment(wearer, w.jacket)); again != garment {
		t.Errorf("entities %v and %v", garment, again)
	}
	want("with what it wore", garment)
	change := func() {
		check(t, w.animation.SetModel(wearer, w.body))
		check(t, w.animation.Update(1.0/60))
		check(t, w.animation.SetModel(wearer, w.jacket))
		check(t, w.animation.Update(1.0/60))
	}
	for range 5 {
		change()
	}
	if n := testing.AllocsPerRun(20, change); n > 4 { // of the entity, whatever the size of the pools
		t.Errorf("a change and back allocates %v times", n)
	}
}
