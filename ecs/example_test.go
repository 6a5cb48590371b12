package ecs_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// greeter is a system that runs once a frame.
type greeter struct{}

func (greeter) Name() string { return "greeter" }

func (greeter) Run(frame *ecs.Frame) { fmt.Println(frame.Store.Len(), "characters") }

// lister is a system that runs on every block of 8 characters.
type lister struct{}

func (lister) Name() string { return "lister" }

func (lister) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	fmt.Println("slots", b.Slots[:b.Lanes])
}

func ExampleSchedule() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	store := ecs.NewPoseStore(library)
	skeleton, _ := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	id := library.AddSkeleton(skeleton)
	for range 10 {
		store.Bind(world.NewEntity(), id)
	}
	store.Gather()

	var schedule ecs.Schedule
	_ = schedule.Add(greeter{})
	_ = schedule.Add(lister{})
	schedule.Run(&ecs.Frame{World: &world, Library: library, Store: store, Workers: ecs.NewWorkers(1)})
	// Output:
	// 10 characters
	// slots [0 1 2 3 4 5 6 7]
	// slots [8 9]
}

func ExamplePoseStore() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	store := ecs.NewPoseStore(library)
	skeleton, _ := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	id := library.AddSkeleton(skeleton)

	a, b := world.NewEntity(), world.NewEntity()
	slotA, slotB := store.Bind(a, id), store.Bind(b, id)
	fmt.Println(slotA, slotB)

	// In the next frame only b is still there, and moves into the gap.
	store.Begin()
	store.Mark(b, id, slotB)
	store.Sweep(func(entity ecs.Entity, slot components.PoseSlot) { slotB = slot })
	fmt.Println(slotB, store.Len())
	// Output:
	// {1 0} {1 1}
	// {1 0} 1
}

// doubler doubles numbers.
type doubler []int

func (d doubler) Do(_, i int) { d[i] *= 2 }

func ExampleWorkers() {
	workers := ecs.NewWorkers(4)
	defer workers.Close()
	numbers := doubler{1, 2, 3, 4, 5}
	workers.Run(numbers, len(numbers))
	fmt.Println(numbers)
	// Output: [2 4 6 8 10]
}
