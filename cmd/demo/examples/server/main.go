package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

const (
	rate = 30  // ticks a second
	lag  = 4.5 // ticks: what a shooter sees is this old
)

// walkersFile writes the built-in model to a file, with a walk that moves over the ground.
func walkersFile(folder string) (path string) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	must(err)
	walk, err := courses.Traveling("travel", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0)
	must(err)
	walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{})
	must(err)
	model.SetClips(library, append(slices.Clone(model.Clips), library.AddClip(walk)))
	path = filepath.Join(folder, "walkers.glb")
	must(gltfio.Save(path, library, model))
	return path
}

func main() {
	if len(os.Args) == 3 {
		run(os.Stdout, os.Args[1], os.Args[2], 2000, 120)
		return
	}
	folder, err := os.MkdirTemp("", "server")
	must(err)
	defer func() { must(os.RemoveAll(folder)) }()
	run(os.Stdout, walkersFile(folder), "travel", 2000, 120)
}

// result counts the shots, each of which is aimed at the head of a character as the shooter saw it.
type result struct{ shots, hits, hitsWithoutHistory int }

// run serves for some ticks, with 10 shots in each.
func run(out io.Writer, file, motion string, characters, ticks int) (result result) {
	// guide: server
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := gltfio.Options{SkeletonsOnly: true, KeepJointBounds: true}.Open(library, file)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	capsules := rollback.CapsulesOf(library, model, 0.06) // meters of radius at least: no hands, no toes
	skeleton := library.Skeleton(model.Skeleton)
	var joints []string
	for _, capsule := range capsules {
		joints = append(joints, skeleton.JointName(int(capsule.Joint)))
	}
	history, err := rollback.NewHistory(animation, 32, capsules...) // of 32 ticks
	must(err)
	// guide: end

	walk, err := model.FindClip(motion)
	must(err)
	var crowd []ecs.Entity
	for i := range characters {
		// guide: server character
		character, err := animation.Spawn(model, mgl32.Translate3D(float32(i%50)*2, 0, float32(i/50)*2))
		must(err)
		must(animation.EnableModelMatrices(character, joints...)) // these are kept, and nothing else
		must(animation.EnableRootMotion(character))
		must(animation.Player(character).Play(walk))
		must(animation.Player(character).SeekFraction(float64(i%7) / 7))
		// guide: end
		crowd = append(crowd, character)
	}
	fmt.Fprintf(out, "%d characters with %d joints, of which %d are kept and %d can be hit\n",
		characters, skeleton.Len(), len(slices.Compact(slices.Sorted(slices.Values(joints)))), len(capsules))

	head, err := skeleton.FindJoint("head")
	must(err)
	var updating, recording, shooting time.Duration
	for tick := range ticks {
		start := time.Now()
		// guide: tick
		must(animation.Update(1.0 / rate))
		updated := time.Now()
		now := history.Record()
		// guide: end
		recorded := time.Now()
		for shot := range 10 {
			target := crowd[(tick*131+shot*17)%len(crowd)]
			// guide: shot
			seen := float64(now) - lag
			at, ok := history.JointMatrix(seen, target, head)
			if !ok {
				continue // the server has not run long enough
			}
			above := at.Point(mgl32.Vec3{0, 0.1, 0}).Add(mgl32.Vec3{0, 5, 0}) // the shooter is 5 m above the head
			hit, ok := history.Ray(seen, above, mgl32.Vec3{0, -1, 0}, 100)
			// guide: end
			result.shots++
			if ok && hit.Entity == target && hit.Joint == int32(head) {
				result.hits++
			}
			hit, ok = history.Ray(float64(now), above, mgl32.Vec3{0, -1, 0}, 100)
			if ok && hit.Entity == target && hit.Joint == int32(head) {
				result.hitsWithoutHistory++
			}
		}
		updating, recording, shooting = updating+updated.Sub(start), recording+recorded.Sub(updated),
			shooting+time.Since(recorded)
	}
	fmt.Fprintf(out, "a tick: %.2f ms for the poses, %.2f ms to record them; a shot: %.4f ms\n", ms(updating, ticks),
		ms(recording, ticks), ms(shooting, 20*ticks))
	fmt.Fprintf(out, "%d of %d shots hit the head that the shooter saw, %d would have without the history\n",
		result.hits, result.shots, result.hitsWithoutHistory)
	return result
}

func ms(d time.Duration, n int) float64 { return d.Seconds() * 1000 / float64(n) }

// must stands for the error handling of a server.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
