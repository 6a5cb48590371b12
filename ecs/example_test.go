package ecs_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// must panics on an error. A program would return or log it.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// addLamp adds a skeleton of one joint to a library.
func addLamp(library *assets.Library) assets.SkeletonID {
	foot := rig.Joint{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{foot}, nil)
	must(err)
	return library.AddSkeleton(skeleton)
}

// greeter is a system that runs once per frame.
type greeter struct{}

func (greeter) Name() string { return "greeter" }

func (greeter) Run(frame *ecs.Frame) { fmt.Println(frame.Store.Len(), "characters") }

// lister is a system that runs on every block of up to 8 characters.
type lister struct{}

func (lister) Name() string { return "lister" }

func (lister) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	fmt.Println("slots", b.Slot(0), "to", b.Slot(b.Lanes()-1))
}

func ExampleSchedule() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	schedule := animation.Schedule()
	_ = schedule.InsertAfter(systems.AtBindSlots, greeter{})
	_ = schedule.InsertAfter(systems.AtLocalToModel, ecs.EachBlock(lister{}))

	lamp := addLamp(library)
	characters := generic.NewMap1[components.Skeleton](&world)
	for range 10 {
		characters.NewWith(&components.Skeleton{ID: lamp})
	}
	must(animation.Update(0))
	// Unordered output:
	// 10 characters
	// slots 0 to 7
	// slots 8 to 9
}

func ExamplePoseStore() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	characters := generic.NewMap2[components.Skeleton, components.ModelPose](&world)
	character := characters.NewWith(&components.Skeleton{ID: addLamp(library)}, &components.ModelPose{})
	must(animation.Update(0))

	slots := generic.NewMap1[components.PoseSlot](&world)
	pool, slot := animation.Store().Pool(character, *slots.Get(character))
	fmt.Println(pool.Skeleton().Name(), pool.Len())
	fmt.Println(pool.ModelMatrices(slot))
	// Output:
	// lamp 1
	// [1 0 0 0 0 1 0 0 0 0 1 0]
}

// Skins a vertex with the numbers that a program with any graphics API uploads: the palettes of the
// characters of a pool that show a skin.
func ExamplePool_Palettes() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	figure, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	var last ecs.Entity
	for _, clip := range []string{"walk", "wave", "dance"} {
		last, err = animation.Spawn(figure, mgl32.Ident4())
		must(err)
		must(animation.Player(last).Play(figure.Clip(clip)))
	}
	must(animation.EnableVertices(last)) // to compare with
	must(animation.Update(0.7))

	part := &figure.Parts[0]
	pool, slot := animation.Pool(last)
	palettes, slots := pool.Palettes(part.Skin)
	stride := len(palettes) / len(slots) // 12 numbers for each influence joint of the skin
	row := slices.Index(slots, int32(slot))
	p := &library.Mesh(part.Mesh).Primitives[0]
	skin := func(vertex int) (at mgl32.Vec3) {
		position := p.Positions[vertex].Vec4(1)
		for k := vertex * p.Influences; k < (vertex+1)*p.Influences && p.Weights[k] > 0; k++ {
			matrix := palettes[row*stride+12*int(p.Joints[k]):][:12]
			for i := range 3 { // three rows of four numbers
				at[i] += p.Weights[k] * mgl32.Vec4(matrix[4*i:]).Dot(position)
			}
		}
		return at
	}
	farthest := float32(0)
	for vertex, want := range animation.Vertices(last, 0, 0).Positions {
		farthest = max(farthest, skin(vertex).Sub(want).Len())
	}
	fmt.Println(len(slots), "characters,", stride/12, "matrices each")
	fmt.Println("as skinned by the library:", farthest < 1e-6)
	// Output:
	// 3 characters, 67 matrices each
	// as skinned by the library: true
}

// doubler is a task that doubles numbers.
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

// The times of the parts of a frame print as a table; drawing, which is not a system, is measured
// by the program. The numbers of a real program come from Animation.Timings.
func ExampleTimings() {
	timings := ecs.Timings{
		{Name: "Advance", Last: 180 * time.Microsecond, Total: 400 * time.Microsecond, Frames: 2},
		{Name: "SampleClips", Last: 510 * time.Microsecond, Total: 1000 * time.Microsecond, Frames: 2},
	}
	drawing := ecs.Timing{Name: "Render"}
	drawing.Add(1100 * time.Microsecond)
	drawing.Add(1500 * time.Microsecond)
	fmt.Println(append(timings, drawing))
	// Output:
	// system       last ms  mean ms   share
	// Advance        0.180    0.200   10.0%
	// SampleClips    0.510    0.500   25.0%
	// Render         1.500    1.300   65.0%
	// whole frame    2.190    2.000  100.0%
}

// What two frames of 1000 characters did. The counters of a real program come from
// Animation.Counters.
func ExampleCounters() {
	before := ecs.Counters{Frames: 5, Posed: 5000}
	now := ecs.Counters{
		Frames: 7, Posed: 6500, Blocks: 190, Skipped: 500, Culled: 300, Baked: 2000, Exact: 1, Matrices: 96000,
		Busy: 1234 * time.Microsecond, Timed: 2,
	}
	fmt.Println(now.Since(before))
	// Output:
	// count                  total  per frame
	// frames                     2
	// characters posed        1500      750.0
	// blocks of 8              190       95.0
	// characters skipped       500      250.0
	// of these culled          300      150.0
	// clips sampled baked     2000     1000.0
	// clips sampled exactly      1        0.5
	// palette matrices       96000    48000.0
	// pieces of tasks            0        0.0
	// taken from others          0        0.0
	// goroutines parked          0        0.0
	// workers busy, ms       1.234      0.617
	// frames, ms             0.000      0.000
	// of these shared, ms    0.000      0.000
}
