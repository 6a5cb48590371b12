package ecs_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// When a character is gone, the last one moves into its slot.
func TestSlotsHaveNoGaps(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	store := ecs.NewPoseStore(library)
	writer := newWriter(store)
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)

	a, b := world.NewEntity(), world.NewEntity()
	slotA, slotB := writer.Bind(a, id), writer.Bind(b, id)
	if (slotA != components.PoseSlot{Pool: 1, Slot: 0}) || (slotB != components.PoseSlot{Pool: 1, Slot: 1}) {
		t.Fatalf("slots %v and %v, want {1 0} and {1 1}", slotA, slotB)
	}
	writer.BeginFrame()
	writer.Mark(b, id, slotB) // a is gone
	writer.Sweep(func(entity ecs.Entity, slot components.PoseSlot) {
		if entity != b {
			t.Errorf("entity %v moved, want %v", entity, b)
		}
		slotB = slot
	})
	if (slotB != components.PoseSlot{Pool: 1, Slot: 0}) || store.Len() != 1 {
		t.Errorf("%d characters, the last in slot %v; want 1 in {1 0}", store.Len(), slotB)
	}
}

// A character that is new in an update of several frames, and moves into the slot of another, does not get the other's movement.
func TestNewCharacterInAnothersSlot(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	store := ecs.NewPoseStore(library)
	writer := newWriter(store)
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)
	a, b, c := world.NewEntity(), world.NewEntity(), world.NewEntity()
	slotA, slotB := writer.Bind(a, id), writer.Bind(b, id)
	pool, _ := store.Pool(a, slotA)
	writer.BeginMotion(&ecs.Frame{Store: store, Steps: 2})
	for _, slot := range []components.PoseSlot{slotA, slotB} {
		writer.AddMotion(pool, int(slot.Slot), clip.Motion{X: float64(1 + slot.Slot)}, clip.UpY)
	}

	slotC := writer.Bind(c, id)
	writer.BeginFrame()
	writer.Mark(b, id, slotB) // a is gone
	writer.Mark(c, id, slotC)
	writer.Sweep(func(entity ecs.Entity, slot components.PoseSlot) {
		if entity != c || slot != slotA {
			t.Errorf("entity %v moved to slot %v, want %v to %v", entity, slot, c, slotA)
		}
	})
	var moved [2]components.RootMotion
	for slot := range moved {
		writer.Components(pool, slot).RootMotion = &moved[slot]
	}
	writer.EndMotion()
	if moved[slotA.Slot].Delta != (clip.Motion{}) || moved[slotB.Slot].Delta.X != 2 {
		t.Errorf("moved %v, want nothing for the new one and 2 for the one that stayed", moved)
	}
}
