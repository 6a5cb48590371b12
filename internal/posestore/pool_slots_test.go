package posestore_test

import (
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/posestore"
)

// When a character is gone, the last one moves into its slot.
func TestSlotsHaveNoGaps(t *testing.T) {
	world, library := arche.NewWorld(), assets.NewLibrary(assets.Exact())
	store := posestore.New(library)
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)

	a, b := world.NewEntity(), world.NewEntity()
	slotA, slotB := store.Bind(a, id), store.Bind(b, id)
	if (slotA != components.PoseSlot{Pool: 1, Slot: 0}) || (slotB != components.PoseSlot{Pool: 1, Slot: 1}) {
		t.Fatalf("slots %v and %v, want {1 0} and {1 1}", slotA, slotB)
	}
	store.BeginFrame()
	store.Mark(b, id, slotB) // a is gone
	store.Sweep(func(entity posestore.Entity, slot components.PoseSlot) {
		if entity != b {
			t.Errorf("entity %v moved, want %v", entity, b)
		}
		slotB = slot
	})
	if (slotB != components.PoseSlot{Pool: 1, Slot: 0}) || store.Len() != 1 {
		t.Errorf("%d characters, the last in slot %v; want 1 in {1 0}", store.Len(), slotB)
	}
}

// A character that is new in an update of several frames, and moves into the slot of another, does
// not get the other's movement.
func TestNewCharacterInAnothersSlot(t *testing.T) {
	world, library := arche.NewWorld(), assets.NewLibrary(assets.Exact())
	store := posestore.New(library)
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)
	a, b, c := world.NewEntity(), world.NewEntity(), world.NewEntity()
	slotA, slotB := store.Bind(a, id), store.Bind(b, id)
	pool, _ := store.Pool(a, slotA)
	store.BeginMotion(0, 2)
	for _, slot := range []components.PoseSlot{slotA, slotB} {
		pool.AddMotion(int(slot.Slot), clip.Motion{X: float64(1 + slot.Slot)}, clip.UpY)
	}

	slotC := store.Bind(c, id)
	store.BeginFrame()
	store.Mark(b, id, slotB) // a is gone
	store.Mark(c, id, slotC)
	store.Sweep(func(entity posestore.Entity, slot components.PoseSlot) {
		if entity != c || slot != slotA {
			t.Errorf("entity %v moved to slot %v, want %v to %v", entity, slot, c, slotA)
		}
	})
	var moved [2]components.RootMotion
	for slot := range moved {
		pool.Components(slot).RootMotion = &moved[slot]
	}
	store.EndMotion()
	if moved[slotA.Slot].Delta != (clip.Motion{}) || moved[slotB.Slot].Delta.X != 2 {
		t.Errorf("moved %v, want nothing for the new slot and 2 for that which stayed", moved)
	}
}
