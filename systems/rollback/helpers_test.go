package rollback_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// characters returns the characters of the game without their garments, by number.
func (g *game) characters() (list []ecs.Entity) {
	filter := arche.All(arche.ComponentID[components.Skeleton](g.world))
	query := g.world.Query(&filter)
	for query.Next() {
		id := arche.ComponentID[components.Skeleton](g.world)
		if (*components.Skeleton)(query.Get(id)).ID == g.model.Skeleton {
			list = append(list, query.Entity())
		}
	}
	slices.SortFunc(list, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	return list
}

// removeOthers starts the game anew with a single character, of number 2.
func (g *game) removeOthers(t *testing.T) {
	t.Helper()
	g.world.Reset()
	g.dice.Add(&dice{State: 7})
	g.world.NewEntity()
	e, err := g.animation.Spawn(g.model, mgl32.Ident4())
	check(t, err)
	if e.ID() != 2 {
		t.Fatalf("the character is entity %d", e.ID())
	}
	for range 11 {
		g.world.NewEntity()
	}
	check(t, g.animation.Update(0))
}

// blockSystem is a block system that calls a function.
type blockSystem func(b *ecs.Block)

func (blockSystem) Name() string                          { return "Test" }
func (f blockSystem) RunBlock(_ *ecs.Frame, b *ecs.Block) { f(b) }

// moveJoint moves a joint along x.
func moveJoint(pose []float32, joint int, x float32) {
	at := rig.JointAt(pose, joint)
	at.Translation[0] += x
	rig.PutJoint(pose, joint, at)
}

func ecs1[C any](world *ecs.World) arche.ID { return arche.ComponentID[C](world) }

var ident = mgl32.Ident4()

func newAnimation(t *testing.T, library *assets.Library) *systems.Animation {
	t.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	t.Cleanup(animation.Close)
	return animation
}
