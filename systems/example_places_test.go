package systems_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// guide: places

// Position and Facing are how a game keeps places: meters, and a turn about +Y in radians.
type (
	Position struct{ X, Y, Z float64 }
	Facing   struct{ Yaw float32 }
)

type gamePlaces struct {
	components generic.Map2[Position, Facing]
}

func (p *gamePlaces) Place(entity ecs.Entity) ([3]float64, mgl32.Mat3) {
	at, facing := p.components.Get(entity)
	return [3]float64{at.X, at.Y, at.Z}, mgl32.Rotate3DY(facing.Yaw)
}

func (p *gamePlaces) SetPlace(entity ecs.Entity, at [3]float64, axes mgl32.Mat3) {
	position, facing := p.components.Get(entity)
	*position = Position{at[0], at[1], at[2]}
	facing.Yaw = float32(math.Atan2(float64(axes[6]), float64(axes[8]))) // of the axis Z, the third column
}

// guide: end

// A game keeps positions in a component of its own, in float64 and far from its origin.
func ExampleAnimation_UsePlaces() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	// guide: use places
	places := &gamePlaces{generic.NewMap2[Position, Facing](&world)}
	must(animation.UsePlaces(places, arche.ComponentID[Position](&world), arche.ComponentID[Facing](&world)))
	must(animation.ShiftOrigin([3]float64{1_000_000, 0, 0})) // Transforms are relative to it
	e, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	places.components.Assign(e, &Position{X: 1_000_002.25}, &Facing{})
	// guide: end
	must(animation.Update(1.0 / 60))
	transforms := generic.NewMap1[components.Transform](&world)
	fmt.Println(transforms.Get(e).Matrix[12])
	// Output: 2.25
}
