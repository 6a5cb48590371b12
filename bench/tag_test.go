package bench

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/systems"
)

// tagged is a component without data, such as a program marks entities with.
type tagged struct{}

// BenchmarkTag adds a component without data to characters that wave in a layer over their walk and
// look at a point, and removes it again. The world copies all components of an entity then. It
// reports the time of one of these changes, and how large the components of a character are.
func BenchmarkTag(b *testing.B) {
	library := assets.NewLibrary()
	model := newMannequin(b, library)
	bakeAll(b, library)
	stack, err := modifier.New("look", library.Skeleton(model.Skeleton)).LookAt("look", modifier.LookAt{
		Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0},
	}).Build()
	must(err)
	look, err := library.AddModifierStack(stack)
	must(err)
	animation := newCrowd(b, library, model, frameCase{clips: 1, characters: 1000, workers: 1})
	for _, entity := range animation.entities {
		must(animation.Player(entity).Layer(1).Overlay(model.Clips[1], systems.WholeBody, 0))
		must(animation.Modify(entity, look))
		must(animation.Modifier(entity, "look").Aim(mgl32.Vec3{0, 1, 2}))
	}
	animation.update(b, 1.0/60)
	world := animation.World()
	bytes := 0
	for _, id := range world.Ids(animation.entities[0]) {
		info, _ := ecs.ComponentInfo(world, id)
		bytes += int(info.Type.Size())
	}
	tag := generic.NewMap1[tagged](world)
	for b.Loop() {
		for _, entity := range animation.entities {
			tag.Add(entity)
		}
		for _, entity := range animation.entities {
			tag.Remove(entity)
		}
	}
	perCharacter(b, 2*len(animation.entities), 0, "")
	b.ReportMetric(float64(bytes), "bytes/character")
}
