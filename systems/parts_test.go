package systems_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

func TestHidePart(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := handmade.ExampleFace(library)
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	meshes := generic.NewMap1[components.SkinnedMesh](&world)
	spawn := func(m *assets.Model) ecs.Entity {
		e, err := animation.Spawn(m, mgl32.Ident4())
		check(t, err)
		return e
	}
	e := spawn(model)
	expect := func(e ecs.Entity, hidden uint64) {
		t.Helper()
		if got := meshes.Get(e).Hidden; got != hidden {
			t.Errorf("expected the parts %b hidden, found %b", hidden, got)
		}
	}
	check(t, animation.HidePart(e, "hat"))
	expect(e, 2)
	check(t, animation.HidePart(e, "face"))
	expect(e, 3)
	check(t, animation.ShowPart(e, "hat"))
	expect(e, 1)
	err = animation.HidePart(e, "hut")
	if want := `model "face" has no part "hut"; did you mean "hat"? It has "face", "hat"`; !errors.Is(err, systems.ErrNoPart) ||
		err.Error() != want {
		t.Errorf("expected %q, found %v", want, err)
	}

	bare, err := model.WithoutParts("hat")
	check(t, err)
	expect(spawn(bare), 2)
	check(t, animation.SetModel(e, bare))
	expect(e, 3)
	if _, err := model.WithoutParts("hut"); !errors.Is(err, rig.ErrNotFound) {
		t.Errorf("expected no part, found %v", err)
	}
	if model.Parts[1].Hidden {
		t.Error("the whole model changed")
	}
}

// A part that is left out is in no box around a joint, so that it has no weight and stops no shot.
func TestPartsThatAreLeftOutHaveNoBounds(t *testing.T) {
	library := assets.NewLibrary()
	model := handmade.ExampleFace(library)
	none, err := model.WithoutParts("hat", "face")
	check(t, err)
	if whole, left := len(model.JointBounds(library).Joints), len(none.JointBounds(library).Joints); whole != 1 || left != 0 {
		t.Errorf("expected the box of 1 joint and of none, found %d and %d", whole, left)
	}
	if _, err := ragdoll.Propose(library, none, ragdoll.Options{}); !errors.Is(err, ragdoll.ErrNoBodies) {
		t.Errorf("expected no bodies, found %v", err)
	}
}
