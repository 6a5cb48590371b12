package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// roamingName is the name of the database of [AddRoaming], walkingName that of the crowd.
const roamingName, walkingName = "roaming", "roaming walkers"

// The speeds of the moves in the database, in meters per second.
const (
	roamingWalk = mannequin.WalkSpeed
	roamingRun  = mannequin.RunSpeed
	roamingJog  = (roamingWalk + roamingRun) / 2
	roamingSide = 0.4 // sideways: faster, the legs would cross
	roamingBack = 0.9
)

// roamingMoves writes down moves, for a clip that begins and ends standing.
type roamingMoves struct {
	list    []mannequin.Move
	heading float64
}

// ahead moves ahead for some seconds, after a turn to the left in radians.
func (r *roamingMoves) ahead(seconds, speed, turn float64) {
	r.heading += turn
	sin, cos := math.Sincos(r.heading)
	r.list = append(r.list, mannequin.Move{Seconds: seconds, X: speed * sin, Z: speed * cos, Heading: r.heading})
}

// curve turns steadily by an angle in radians while it moves ahead.
func (r *roamingMoves) curve(seconds, speed, turn float64) {
	const part = 0.1
	n := int(math.Round(seconds / part))
	for range n {
		r.ahead(part, speed, turn/float64(n))
	}
}

// aside moves in a direction, in radians to the left of ahead, without turning.
func (r *roamingMoves) aside(seconds, speed, direction float64) {
	sin, cos := math.Sincos(r.heading + direction)
	r.list = append(r.list, mannequin.Move{Seconds: seconds, X: speed * sin, Z: speed * cos, Heading: r.heading})
}

// gait is all that is done at a speed: starts, stops, curves, corners and turning back, to both
// sides.
func (r *roamingMoves) gait(speed float64) {
	r.ahead(0.6, 0, 0)
	r.ahead(2.8, speed, 0)
	for _, side := range []float64{1, -1} {
		r.curve(1.6, speed, side*0.5*math.Pi)
		r.curve(1.4, speed, side*math.Pi)
		r.ahead(0.9, speed, 0)
		r.ahead(1, speed, side*math.Pi/2)
		r.ahead(1, speed, side*math.Pi/4)
		r.ahead(1.3, speed, side*math.Pi)
		r.ahead(0.9, 0, 0)
		r.ahead(1.3, speed, side*2.4) // starts aside and back
	}
	r.ahead(0.9, 0, 0)
}

// roamingClips are the moves of each clip of the database.
func roamingClips() (clips [][]mannequin.Move) {
	for _, speed := range []float64{roamingWalk, roamingJog, roamingRun} {
		var r roamingMoves
		r.gait(speed)
		clips = append(clips, r.list)
	}
	var r roamingMoves // changes of speed, sidesteps, and turns on the spot
	for _, speed := range []float64{0, roamingWalk, roamingRun, roamingWalk, roamingJog, roamingRun, 0, roamingRun, 0} {
		r.ahead(1.1, speed, 0)
	}
	for _, turn := range []float64{1, -1, 2, -2, 3, -3} {
		r.ahead(1.1, 0, turn)
	}
	for _, direction := range []float64{1, -1, 2, -2, 3, -3, 4} {
		speed := roamingSide
		if math.Abs(direction) > 2 {
			speed = roamingBack
		}
		r.aside(1.3, speed, direction*math.Pi/4)
		if int(direction)%2 == 0 {
			r.aside(0.8, 0, 0)
		}
	}
	r.aside(0.8, 0, 0)
	return append(clips, r.list)
}

// legsWeight is how much the positions and the velocities of the feet count in a database of
// roaming: the more, the less far limbs go in transitions, and the less closely wishes are
// followed.
type legsWeight struct{ positions, velocities float32 }

// The weights of a character that runs and turns back, and of walkers that give way to each other.
var (
	agileLegs  = legsWeight{2.25, 2.25}
	walkerLegs = legsWeight{1.5, 1.25}
)

// AddRoaming adds a database of walks, runs, sidesteps, stops and turns of the mannequin to a
// library that has none yet, and returns it.
func AddRoaming(library *assets.Library, model *assets.Model) (id.Motion, error) {
	return addRoaming(library, model, roamingName, agileLegs)
}

func addRoaming(library *assets.Library, model *assets.Model, called string, legs legsWeight) (id.Motion, error) {
	skeleton := library.Skeleton(model.Skeleton)
	for _, known := range library.MotionsNamed(called) {
		if d, ok := library.Motion(known).Motion.(*matching.Database); ok && d.Skeleton() == skeleton {
			return known, nil
		}
	}
	b := matching.NewBuilder(called, skeleton).
		Position("left_foot", legs.positions).Position("right_foot", legs.positions).
		Velocity("left_foot", legs.velocities).Velocity("right_foot", legs.velocities).Velocity("hips", 1).
		Trajectory(2.5, 1.5, 0.2, 0.5, 1)
	for i, name := range []string{"roaming: walk", "roaming: jog", "roaming: run", "roaming: aside"} {
		c, err := mannequin.Roaming(name, skeleton, roamingClips()[i]...)
		if err != nil {
			return 0, fmt.Errorf("scene: %w", err)
		}
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{AllowStill: true}); err != nil {
			return 0, fmt.Errorf("scene: %w", err)
		}
		b.Clip(library.AddClip(c), nil)
	}
	return b.Add(library)
}

// plantedName is the name of the stack of [Plant], and plantedGoal its goal.
const plantedName, plantedGoal = "planted feet", "feet"

// Plant lets the feet of a character stay where they stand, on level ground. Its knees and elbows
// do not bend back where a transition carries on the speed of a limb that straightens.
func Plant(animation *systems.Animation, library *assets.Library, model *assets.Model, character ecs.Entity) error {
	stack, err := library.FindModifierStack(plantedName)
	if err != nil {
		b := modifier.New(plantedName, library.Skeleton(model.Skeleton))
		for _, side := range []string{"left_", "right_"} {
			b.LimitRotation("", modifier.JointLimit{
				Joint: side + "forearm", Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-0.05, 2.6},
			})
			b.LimitRotation("", modifier.JointLimit{
				Joint: side + "shin", Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-2.6, 0.05},
			})
		}
		addFeet(b)
		stack, err = b.Add(library)
		if err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	if err := animation.Modify(character, stack); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	animation.SetGround(systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) { return 0, mgl32.Vec3{0, 1, 0} }))
	return animation.Modifier(character, plantedGoal).Fade(1, 0)
}
