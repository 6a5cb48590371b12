package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
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
	list    []courses.Move
	heading float64
}

// ahead moves ahead for some seconds, after a turn to the left in radians.
func (r *roamingMoves) ahead(seconds, speed, turn float64) {
	r.heading += turn
	sin, cos := math.Sincos(r.heading)
	r.list = append(r.list, courses.Move{Seconds: seconds, X: speed * sin, Z: speed * cos, Heading: r.heading})
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
	r.list = append(r.list, courses.Move{Seconds: seconds, X: speed * sin, Z: speed * cos, Heading: r.heading})
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
func roamingClips() (clips [][]courses.Move) {
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
		c, err := courses.Roaming(name, skeleton, roamingClips()[i]...)
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

// Plant lets the feet of a character stay where they stand, on level ground. Where a transition
// carries on the speed of a limb, or mixes two motions, its joints keep within a person's range,
// its legs make way for each other, and its hands for its legs.
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
		colliders, err := limbColliders(library, model)
		if err != nil {
			return err
		}
		limitLimbs(b)
		keepLegsApart(b, colliders)
		addFeet(b)
		keepSwingLegsOut(b, colliders)
		limitAnkles(b)
		keepHandsOut(b, colliders)
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

// limbColliders returns a function for the capsules of parts of the mannequin.
func limbColliders(library *assets.Library, model *assets.Model) (func(names ...string) []modifier.Collider, error) {
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{})
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return func(names ...string) (list []modifier.Collider) {
		for i := range bodies.Bodies {
			if body := &bodies.Bodies[i]; slices.Contains(names, bodies.Name(i)) {
				list = append(list, modifier.Collider{
					Joint: bodies.Name(i), Shape: modifier.CapsuleCollider, Offset: body.A, Tail: body.B, Radius: body.Radius,
				})
			}
		}
		return list
	}, nil
}

// sides are the sides of the mannequin, by the beginnings of its joints' names.
var sides = map[string]mgl32.Vec3{"left_": {1, 0, 0}, "right_": {-1, 0, 0}}

// limitLimbs keeps the joints of the mannequin's limbs within a person's range, and thighs two
// degrees within it, which foot placement may turn a little farther.
func limitLimbs(b *modifier.Builder) {
	back := mgl32.Vec3{0, 0, -1}
	for _, side := range []string{"left_", "right_"} {
		out := sides[side]
		b.LimitDirection("", modifier.LimitDirection{Joint: side + "thigh", From: "hips", Limits: []modifier.DirectionLimit{
			{Toward: out, Angle: 0.92}, {Toward: out.Mul(-1), Angle: 0.57}, {Toward: back, Angle: 0.57},
		}})
		b.LimitDirection("", modifier.LimitDirection{
			Joint: side + "upper_arm", From: "spine_4", Limits: []modifier.DirectionLimit{{Toward: back, Angle: 1.03}},
		})
	}
	limitAnkles(b)
}

// limitAnkles keeps the mannequin's ankles within a person's range.
func limitAnkles(b *modifier.Builder) {
	for _, side := range []string{"left_", "right_"} {
		b.LimitRotation("", modifier.JointLimit{
			Joint: side + "foot", Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-1.04, 0.78}, Cone: 0.69,
		})
	}
}

// makeWay returns how a leg of the mannequin makes way for the other one.
func makeWay(colliders func(names ...string) []modifier.Collider, side, other string) modifier.KeepOut {
	leg := func(side string) []modifier.Collider { return colliders(side+"thigh", side+"shin", side+"foot") }
	return modifier.KeepOut{Root: side + "thigh", Limb: leg(side), Body: leg(other), Aside: sides[side]}
}

// keepLegsApart lets the legs of the mannequin make way for each other, where a transition mixes
// two motions in which they are elsewhere: the left one by how much higher its foot is, and the
// right one for what is left.
func keepLegsApart(b *modifier.Builder, colliders func(names ...string) []modifier.Collider) {
	left := makeWay(colliders, "left_", "right_")
	left.End, left.OtherEnd = "left_foot", "right_foot"
	b.KeepOut("", left).KeepOut("", makeWay(colliders, "right_", "left_"))
}

// keepSwingLegsOut lets a leg of the mannequin whose foot is in the air make way for one that
// stands.
func keepSwingLegsOut(b *modifier.Builder, colliders func(names ...string) []modifier.Collider) {
	for _, pair := range [][2]string{{"left_", "right_"}, {"right_", "left_"}} {
		leg := makeWay(colliders, pair[0], pair[1])
		leg.End, leg.OtherEnd, leg.Heights = pair[0]+"foot", pair[1]+"foot", [2]float32{0.01, 0.06}
		b.KeepOut("", leg)
	}
}

// keepHandsOut keeps the mannequin's hands out of its legs.
func keepHandsOut(b *modifier.Builder, colliders func(names ...string) []modifier.Collider) {
	for _, side := range []string{"left_", "right_"} {
		b.KeepOut("", modifier.KeepOut{
			Root: side + "upper_arm", Limb: colliders(side + "hand"), Body: colliders(side+"thigh", side+"shin"),
			Aside: sides[side],
		})
	}
}
