package tumble

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// State is what an [Actor] does.
type State uint8

// The states of an actor, in order.
const (
	Standing State = iota
	Falling
	Settling
	Rising
)

// Actor is a mannequin that falls when it is pushed, and gets up.
type Actor struct {
	Entity ecs.Entity

	animation *systems.Animation
	bodies    *ragdoll.Definition
	world     *rigidbody.World
	clips     Clips
	idle      assets.ClipID
	doll      *rigidbody.Doll
	state     State
	seconds   float64 // in the state
	still     float64 // seconds for which the doll has been lying still
	getsUpBy  assets.ClipID

	motions    []ragdoll.Motion
	transforms []ragdoll.Transform
}

// How an actor falls and gets up.
const (
	reacts    = 0.15  // seconds until its arms catch the fall
	stiffness = 150.0 // of the motors that hold its pose at first, in newton meters per radian
	limpAfter = 1.0   // seconds until the motors have let go
	calm      = 0.2   // meters per second, below which it lies still
	stillFor  = 0.4   // seconds that it lies before it gets up
	longest   = 4.0   // seconds after which it gets up in any case
	tension   = 280.0 // of the motors that bring it into the first pose of getting up, at last
	tenses    = 0.7   // seconds in which they become as strong
	near      = 0.12  // radians from that pose at which it gets up
	patience  = 2.2   // seconds after which it does in any case
	rises     = 0.4   // seconds in which inertialization carries over from the bodies to the clip
)

// NewActor binds bodies to a character, which plays a clip while it stands.
func NewActor(animation *systems.Animation, world *rigidbody.World, bodies *ragdoll.Definition, clips Clips,
	entity ecs.Entity, idle assets.ClipID,
) (*Actor, error) {
	a := &Actor{Entity: entity, animation: animation, bodies: bodies, world: world, clips: clips, idle: idle}
	if err := animation.Ragdoll(entity).Bind(bodies); err != nil {
		return nil, fmt.Errorf("tumble: %w", err)
	}
	return a, nil
}

// Keep returns a function that brings back what the actor does, as it is now, apart from its doll. It may
// be called any number of times.
func (a *Actor) Keep() (bringBack func()) {
	doll, state, seconds, still, getsUpBy := a.doll, a.state, a.seconds, a.still, a.getsUpBy
	return func() { a.doll, a.state, a.seconds, a.still, a.getsUpBy = doll, state, seconds, still, getsUpBy }
}

// Bodies returns the bodies of the actor.
func (a *Actor) Bodies() *ragdoll.Definition { return a.bodies }

// Replace gives the actor other bodies, for the next time that it is pushed. An actor that falls or
// lies keeps its limits until then.
func (a *Actor) Replace(bodies *ragdoll.Definition) error {
	if a.doll != nil && !sameBodies(a.bodies, bodies) {
		return fmt.Errorf("tumble: expected the same bodies while a character falls, found others")
	}
	if err := a.animation.Ragdoll(a.Entity).Replace(bodies); err != nil {
		return fmt.Errorf("tumble: %w", err)
	}
	a.bodies = bodies
	return nil
}

// sameBodies reports whether two definitions have bodies of the same joints, in the same order.
func sameBodies(a, b *ragdoll.Definition) bool {
	return slices.EqualFunc(a.Bodies, b.Bodies, func(a, b ragdoll.Body) bool { return a.Joint == b.Joint })
}

// State returns what the actor does.
func (a *Actor) State() State { return a.state }

// Push pushes a standing actor at the body of a joint, by an impulse in newton seconds: it falls.
func (a *Actor) Push(joint string, impulse mgl32.Vec3) error {
	if a.state != Standing {
		return nil
	}
	i, ok := a.bodies.Find(joint)
	if !ok {
		return fmt.Errorf("tumble: expected a joint with a body, found %q", joint)
	}
	var joints []mgl32.Mat4
	for k := range a.bodies.Bodies {
		m, err := a.animation.JointWorldAt(a.Entity, a.bodies.Bodies[k].Joint)
		if err != nil {
			return err
		}
		joints = append(joints, m)
	}
	handle := a.animation.Ragdoll(a.Entity)
	motions, err := handle.Bodies(a.motions)
	if err != nil {
		return err
	}
	a.motions = motions
	if a.doll, err = rigidbody.NewDoll(a.world, a.bodies, joints, motions); err != nil {
		return err
	}
	capsule := &a.bodies.Bodies[i]
	a.doll.Push(i, motions[i].Point(capsule.A.Add(capsule.B).Mul(0.5)), impulse)
	a.state, a.seconds, a.still = Falling, 0, 0
	falls := a.clips.Forward
	if joints[a.bodies.Root].Col(2).Vec3().Dot(impulse) < 0 {
		falls = a.clips.Backward
	}
	player := a.animation.Player(a.Entity)
	if err := player.CrossFade(falls, reacts); err != nil {
		return err
	}
	if err := player.SetMode(assets.Hold, 1); err != nil {
		return err
	}
	a.transforms = a.doll.Transforms(a.transforms)
	if err := handle.SetBodies(a.transforms); err != nil {
		return err
	}
	return handle.Start()
}

// Drive sets the motors of an actor that falls or lies, before the world steps.
func (a *Actor) Drive() error {
	if a.doll == nil {
		return nil
	}
	targets, err := a.animation.Ragdoll(a.Entity).Targets(a.motions)
	if err != nil {
		return err
	}
	a.motions = targets
	if a.state == Settling {
		a.doll.Drive(targets, tension*min(1, a.seconds/tenses))
		return nil
	}
	muscles := max(0.05, 1-a.seconds/limpAfter)
	a.doll.Drive(targets, stiffness*muscles*muscles)
	return nil
}

// Show shows what the world's step made of the actor, and lets it get up when it lies still: motors
// bring it into the first pose of the clip that fits, and then the clip plays. It is called before the
// frame.
func (a *Actor) Show(seconds float64) error {
	a.seconds += seconds
	handle := a.animation.Ragdoll(a.Entity)
	if a.doll != nil {
		a.transforms = a.doll.Transforms(a.transforms)
		if err := handle.SetBodies(a.transforms); err != nil {
			return err
		}
	}
	switch a.state {
	case Falling:
		if a.still += seconds; a.doll.Speed() > calm {
			a.still = 0
		}
		if a.still < stillFor && a.seconds < longest {
			return nil
		}
		getsUpBy, err := handle.Settle(mgl32.Vec3{}, a.clips.FromBack, a.clips.FromFront)
		if err != nil {
			return err
		}
		a.getsUpBy, a.state, a.seconds = getsUpBy, Settling, 0
	case Settling:
		if a.seconds == seconds {
			return nil // the targets of the new pose come with the next frame
		}
		apart, err := handle.Apart()
		if err != nil {
			return err
		}
		if (apart > near || a.doll.Speed() > calm) && a.seconds < patience {
			return nil
		}
		if _, err := handle.GetUp(mgl32.Vec3{}, rises, a.getsUpBy); err != nil {
			return err
		}
		a.world.Remove(a.doll)
		a.doll, a.state, a.seconds = nil, Rising, 0
		return a.animation.Player(a.Entity).SetMode(assets.Hold, 1)
	case Rising:
		player := a.animation.Player(a.Entity)
		if playback := player.Playback(); playback != nil && playback.Finished {
			a.state, a.seconds = Standing, 0
			if err := player.CrossFade(a.idle, 0.35); err != nil {
				return err
			}
			return player.SetMode(assets.Loop, 0)
		}
	}
	return nil
}

// Toward returns a horizontal impulse in the direction of an angle about the y axis, in degrees
// from +z.
func Toward(degrees, impulse float64) mgl32.Vec3 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return mgl32.Vec3{float32(sin * impulse), 0, float32(cos * impulse)}
}
