package bench

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// swinging returns a stack with springs for a chain of bones that hangs from a head.
func swinging(bones, colliders int) (*rig.Skeleton, *modifier.Builder) {
	one := mgl32.Vec3{1, 1, 1}
	joints := []rig.Joint{{Name: "head", Parent: -1, Rest: rig.IdentityTRS()}}
	names := []string{}
	for i := range bones + 1 {
		names = append(names, fmt.Sprint("bone_", i))
		joints = append(joints, rig.Joint{Name: names[i], Parent: i, Rest: rig.TRS{
			Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{0, -0.1, -0.02}, Scale: one,
		}})
	}
	skeleton, err := rig.NewSkeleton("chain", joints, nil)
	must(err)
	settings := modifier.SpringSettings{
		Joints: names,
		Spring: modifier.Spring{Stiffness: 1, Drag: 0.4, Gravity: 0.2, HitRadius: 0.02},
	}
	for i := range colliders {
		settings.Colliders = append(settings.Colliders,
			modifier.Collider{Joint: "head", Offset: mgl32.Vec3{float32(i) * 0.05, -0.3, 0}, Radius: 0.1})
	}
	return skeleton, modifier.New("swing", skeleton).Spring("swing", settings)
}

// swingers returns 1,000 characters, each a chain of bones that hangs from a head, with springs or
// without.
func swingers(b *testing.B, bones, colliders int, springs bool) *systems.Animation {
	b.Helper()
	skeleton, stacks := swinging(bones, colliders)
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := &assets.Model{Name: "chain", Skeleton: library.AddSkeleton(skeleton)}
	_, err := library.AddModel(model)
	must(err)
	stack, err := stacks.Add(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	must(err)
	for i := range 1000 {
		entity := mustSpawn(animation.Spawn(model, mgl32.Translate3D(float32(i%40), 0, float32(i/40))))
		if springs {
			must(animation.Modify(entity, stack))
			must(animation.Modifier(entity, "swing").Fade(1, 0))
		}
	}
	return animation
}

// BenchmarkSprings is the cost of a bone that swings, at 1,000 characters and 60 frames a second:
// the least time of a frame with springs, less that of a frame without, from one bone's share.
func BenchmarkSprings(b *testing.B) {
	for _, bones := range []int{4, 8, 16} {
		for _, colliders := range []int{0, 3} {
			b.Run(fmt.Sprintf("bones=%d/colliders=%d", bones, colliders), func(b *testing.B) {
				var least [2]time.Duration
				var crowds [2]*systems.Animation
				for i := range crowds {
					crowds[i], least[i] = swingers(b, bones, colliders, i == 1), math.MaxInt64
					defer crowds[i].Close()
				}
				frame := 0
				for b.Loop() {
					for i, animation := range crowds {
						query := transformsOf(animation)
						for query.Next() {
							query.Get().Matrix[13] = float32(math.Sin(float64(frame)*0.3)) * 0.1
						}
						start := time.Now()
						must(animation.Update(1.0 / 60))
						least[i] = min(least[i], time.Since(start))
					}
					frame++
				}
				b.ReportMetric(float64(least[1]-least[0])/1000/float64(bones), "ns/bone")
				b.ReportMetric(float64(least[1]-least[0])/1000, "ns/character")
			})
		}
	}
}

// BenchmarkSpringSolver is the cost of a bone without the rest of a frame.
func BenchmarkSpringSolver(b *testing.B) {
	for _, bones := range []int{4, 8, 16} {
		b.Run(fmt.Sprint("bones=", bones), func(b *testing.B) {
			skeleton, stacks := swinging(bones, 0)
			stack, err := stacks.Build()
			must(err)
			runSolver(b, skeleton, stack)
		})
	}
}

func transformsOf(animation *systems.Animation) generic.Query1[components.Transform] {
	return generic.NewFilter1[components.Transform]().Query(animation.World())
}
