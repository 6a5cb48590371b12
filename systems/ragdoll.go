package systems

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
)

// Errors of a [Ragdoll].
var (
	// ErrNoRagdoll means that no bodies are bound to the character, or that it has no body with the
	// index.
	ErrNoRagdoll = errors.New("the character has no such body")
	// ErrNotPosed means that the character was not posed since bodies were bound to it.
	ErrNotPosed = errors.New("the character was not posed yet")
)

// errZeroRagdoll is the error of a handle that is the zero value.
var errZeroRagdoll = fmt.Errorf("%w: expected a Ragdoll from Animation.Ragdoll, found the zero value", ErrNoCharacter)

// Ragdoll is a handle on the bodies of a physics engine that a character is handed over to, and on
// its [components.Ragdoll]. A method that returns an error has changed nothing.
//
//	doll := animation.Ragdoll(guard)
//	err := doll.Bind(definition)        // from ragdoll.Propose; nothing changes yet
//	motions, err := doll.Bodies(nil)    // where they are and how they move, for the physics engine
//	err = doll.Start()                  // from now on the bodies pose the character
//	err = doll.SetBodies(transforms)    // before each Update
//	clip, err := doll.Settle(ground, onBack, onFront) // motors bring it into the clip's first pose
//	clip, err = doll.GetUp(ground, 0.4, clip)
//
// Bodies have the numbers that they have in the definition. Weights are for each body
// ([Ragdoll.SetWeight]) and over all ([Ragdoll.Fade]), so that an arm that was hit swings by
// physics while the legs walk on. For motors that follow the animation, [Ragdoll.Targets] are the
// bodies as the motions put them, before the bodies are blended in.
//
// Bodies are blended in after inertialization and before modifiers, such as springs, which work on
// the result. What the bodies hold is in the pose store and in snapshots; a physics engine must
// save its own state.
type Ragdoll struct {
	animation *Animation
	entity    ecs.Entity
}

// Ragdoll returns the handle on the bodies of a character.
func (a *Animation) Ragdoll(entity ecs.Entity) Ragdoll { return Ragdoll{a, entity} }

// String returns the number and the weight of the bodies, such as
//
//	ragdoll of entity 5: 15 bodies, weight 1
func (r Ragdoll) String() string {
	component := r.Component()
	if component == nil {
		return describeHandle(r.animation, r.entity, "Ragdoll", "ragdoll")
	}
	return fmt.Sprintf("ragdoll of entity %d: %d bodies, weight %v", r.entity.ID(), r.Len(), component.Weight)
}

// Bind gives the character the bodies of a definition, in place of those that it had. They pose
// nothing until they are given transforms and a weight.
//
// It adds a [components.Ragdoll], whose weight begins at 0, a [components.Inertialization] for
// getting up, and a [components.ModelPose] for the joints of the bodies. The errors are
// [ErrNoCharacter], those of [rigid.Definition.Check], [ErrOtherSkeleton] and [ErrWorldLocked].
func (r Ragdoll) Bind(definition *rigid.Definition) error {
	a := r.animation
	if a == nil {
		return errZeroRagdoll
	}
	if err := a.checkCharacter(r.entity); err != nil {
		return err
	}
	if definition == nil {
		return fmt.Errorf("%w: expected a definition, such as Propose makes, found nil", rigid.ErrNoBodies)
	}
	if err := definition.Check(); err != nil {
		return err
	}
	skeleton := a.skeleton(r.entity)
	if definition.Skeleton != skeleton {
		return fmt.Errorf("%w: entity %d: expected bodies for skeleton %q, found some for %s", ErrOtherSkeleton,
			r.entity.ID(), skeleton.Name(), names.Unlike("skeleton", skeleton.Name(), definition.Skeleton.Name()))
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	root := definition.Bodies[definition.Root].Joint
	rest := affine((&poseReader{}).model(skeleton.RestLocals(), skeleton.Parents(), root).Mat4())
	inverse, ok := rest.Inverse()
	if !ok {
		return fmt.Errorf("%w: joint %q of the root: expected a scale other than 0 in the rest pose, found one that "+
			"cannot be inverted", rigid.ErrBody, skeleton.JointName(root))
	}
	var selected components.ModelPose
	joints := make([]int32, len(definition.Bodies))
	for i := range joints {
		joints[i] = int32(definition.Bodies[i].Joint)
		keptjoints.Select(&selected, definition.Bodies[i].Joint, skeleton.Len())
	}
	// From here on nothing fails.
	if a.ragdolls.Get(r.entity) == nil {
		a.ragdolls.Kind.Add(r.entity)
	}
	if a.inertializations.Get(r.entity) == nil {
		a.inertializations.Kind.Add(r.entity)
	}
	_ = a.keepMatrices(r.entity, selected)
	*a.ragdolls.Get(r.entity) = components.Ragdoll{KeepLengths: a.ragdolls.Get(r.entity).KeepLengths}
	pool, slot := a.bindEarly(r.entity, skeleton)
	run := ragdolls.Bind(pool, slot, joints)
	run.Root = int32(definition.Root)
	run.Front, run.Up = inverse.Direction(exact.ToVec3(definition.Front)).Normalized().Float32(), definition.Up
	return nil
}

// Replace gives the character the bodies of another definition, such as one that was read again from
// a file: bodies at joints that had one stay as they are, with their weights, transforms and
// velocities, and the ragdoll keeps its weight. Other bodies begin as by [Ragdoll.Bind]. Bodies may
// have other numbers afterward.
//
// The errors are [ErrNoRagdoll] and those of [Ragdoll.Bind].
func (r Ragdoll) Replace(definition *rigid.Definition) error {
	run, component, err := r.run()
	if err != nil {
		return err
	}
	before, weights := run.Clone(), *component
	if err := r.Bind(definition); err != nil {
		return err
	}
	if run, component, err = r.run(); err != nil {
		return err
	}
	run.TakeOver(&before)
	*component = weights
	return nil
}

// Unbind takes the bodies away, and the character is posed by its motions from the next frame on;
// [Ragdoll.Stop] before it makes the change smooth. It removes the [components.Ragdoll], and
// changes nothing without one. The errors are [ErrNoCharacter] and [ErrWorldLocked].
func (r Ragdoll) Unbind() error {
	a := r.animation
	if a == nil {
		return errZeroRagdoll
	}
	if err := a.checkCharacter(r.entity); err != nil {
		return err
	}
	if a.ragdolls.Get(r.entity) == nil {
		return nil
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	a.ragdolls.Kind.Remove(r.entity)
	return nil
}

// Component returns the character's component, or nil. It is valid until components are added to an
// entity or removed.
func (r Ragdoll) Component() *components.Ragdoll {
	if r.animation == nil || !r.animation.alive(r.entity) {
		return nil
	}
	return r.animation.ragdolls.Get(r.entity)
}

// Len returns the number of bodies.
func (r Ragdoll) Len() int {
	run, _, err := r.run()
	if err != nil {
		return 0
	}
	return len(run.Bodies)
}

// run returns the component and the bodies in the pose store.
func (r Ragdoll) run() (*ragdolls.Run, *components.Ragdoll, error) {
	a := r.animation
	if a == nil {
		return nil, nil, errZeroRagdoll
	}
	if err := a.checkCharacter(r.entity); err != nil {
		return nil, nil, err
	}
	component := a.ragdolls.Get(r.entity)
	pool, slot := a.posed(r.entity, a.skeleton(r.entity))
	if component == nil || pool == nil {
		return nil, nil, fmt.Errorf("%w: no bodies are bound to entity %d; Bind gives it some", ErrNoRagdoll, r.entity.ID())
	}
	run := ragdolls.Of(pool, slot)
	if run == nil || len(run.Bodies) == 0 {
		return nil, nil, fmt.Errorf("%w: no bodies are bound to entity %d; Bind gives it some", ErrNoRagdoll, r.entity.ID())
	}
	return run, component, nil
}

// Bodies writes to dst where the character shows its bodies and how they move, as of the last
// frame, and returns dst with that length. It allocates only if dst is too short. Velocities are
// measured over the last two frames, in the time of the world; they are 0 until there were two.
//
// The errors are [ErrNoCharacter], [ErrNoRagdoll], and [ErrNotPosed] if no frame has posed the
// character since bodies were bound, or if its Transform or a joint is scaled to 0.
func (r Ragdoll) Bodies(dst []rigid.Motion) ([]rigid.Motion, error) {
	return r.motions(dst, func(b *bodies.Body) (*bodies.State, bool) { return &b.Shown, b.HasShown })
}

// Targets writes to dst where the motions put the bodies in the last frame, before the bodies were
// blended in, and how they move. It is what motors of a powered ragdoll work toward. Otherwise it
// is like [Ragdoll.Bodies].
func (r Ragdoll) Targets(dst []rigid.Motion) ([]rigid.Motion, error) {
	return r.motions(dst, func(b *bodies.Body) (*bodies.State, bool) { return &b.Target, b.HasTarget })
}

func (r Ragdoll) motions(dst []rigid.Motion, of func(*bodies.Body) (*bodies.State, bool)) ([]rigid.Motion, error) {
	run, _, err := r.run()
	if err != nil {
		return dst, err
	}
	for i := range run.Bodies {
		if _, ok := of(&run.Bodies[i]); !ok {
			return dst, fmt.Errorf("%w: body %d of entity %d: expected an update after Bind, found none that posed the body",
				ErrNotPosed, i, r.entity.ID())
		}
	}
	dst = dst[:0]
	for i := range run.Bodies {
		state, _ := of(&run.Bodies[i])
		at := rigid.Transform{Position: state.Position, Rotation: exact.QuatFromXYZW(state.Rotation)}
		dst = append(dst, rigid.Motion{Transform: at, Linear: state.Linear, Angular: state.Angular})
	}
	return dst, nil
}

// SetBody puts a body where the physics engine has it; the frames from the next one on show it by
// its weight. A body that was given no transform yet leaves its joint as the motions pose it. The
// errors are [ErrNoCharacter], [ErrNoRagdoll], and [ErrNotFinite] for a transform with a number
// that is not finite or with a rotation of length 0.
func (r Ragdoll) SetBody(i int, at rigid.Transform) error {
	run, _, err := r.run()
	if err != nil {
		return err
	}
	if err := r.checkBody(run, i); err != nil {
		return err
	}
	place, err := r.place(i, at)
	if err == nil {
		run.Bodies[i].Given, run.Bodies[i].IsGiven = place, true
	}
	return err
}

// SetBodies puts the first bodies where the physics engine has them. Otherwise it is like
// [Ragdoll.SetBody].
func (r Ragdoll) SetBodies(at []rigid.Transform) error {
	run, _, err := r.run()
	if err != nil {
		return err
	}
	if len(at) > len(run.Bodies) {
		return fmt.Errorf("%w: entity %d: expected transforms of at most %d bodies, found %d", ErrNoRagdoll,
			r.entity.ID(), len(run.Bodies), len(at))
	}
	for i := range at {
		if _, err := r.place(i, at[i]); err != nil {
			return err
		}
	}
	for i := range at {
		run.Bodies[i].Given, _ = r.place(i, at[i])
		run.Bodies[i].IsGiven = true
	}
	return nil
}

// place returns a transform as the pose store holds it.
func (r Ragdoll) place(i int, at rigid.Transform) (bodies.Place, error) {
	place := bodies.Place{Position: at.Position, Rotation: exact.XYZW(at.Rotation)}
	if !place.IsValid() {
		return place, fmt.Errorf("%w: body %d of entity %d: expected a finite position and a rotation that is not 0, "+
			"found %v and %v", ErrNotFinite, i, r.entity.ID(), at.Position, at.Rotation)
	}
	return place, nil
}

func (r Ragdoll) checkBody(run *ragdolls.Run, i int) error {
	if i < 0 || i >= len(run.Bodies) {
		return fmt.Errorf("%w: entity %d: expected an index from 0 to %d of a body, found %d", ErrNoRagdoll,
			r.entity.ID(), len(run.Bodies)-1, i)
	}
	return nil
}

// SetWeight sets how far a body poses its joint, from 0 to 1, which is where it begins. The weight
// over all ([Ragdoll.Start], [Ragdoll.Fade]) multiplies it. The errors are [ErrNoCharacter],
// [ErrNoRagdoll] and [ErrWeight].
func (r Ragdoll) SetWeight(i int, weight float32) error {
	run, _, err := r.run()
	if err != nil {
		return err
	}
	if err := r.checkBody(run, i); err != nil {
		return err
	}
	if err := checkWeight(r.entity, "body", weight, 0, 1); err != nil {
		return err
	}
	run.Bodies[i].Weight = weight
	return nil
}

// Start lets the bodies pose the character from the next frame on, at full weight. The errors are
// [ErrNoCharacter] and [ErrNoRagdoll].
func (r Ragdoll) Start() error { return r.Fade(1, 0) }

// Fade moves the weight over all bodies to a value from 0 to 1 within a time in seconds; at once if
// the time is 0. The errors are [ErrNoCharacter], [ErrNoRagdoll], [ErrWeight] and [ErrSeconds].
func (r Ragdoll) Fade(weight float32, seconds float64) error {
	_, component, err := r.run()
	if err != nil {
		return err
	}
	if err := checkWeight(r.entity, "bodies", weight, 0, 1); err != nil {
		return err
	}
	if err := r.animation.checkFade("fade", seconds); err != nil {
		return err
	}
	distance := weight - component.Weight
	if distance < 0 {
		distance = -distance
	}
	component.WeightTarget, component.Rate = weight, float32(float64(distance)/seconds)
	if seconds == 0 || component.Rate-component.Rate != 0 {
		component.Weight, component.Rate = weight, 0
	}
	return nil
}

// Stop ends the power of the bodies at once; from the pose and the velocity that the bodies left,
// inertialization carries over into what the character plays within a time in seconds. 0 seconds
// change over at once. The errors are [ErrNoCharacter], [ErrNoRagdoll] and [ErrSeconds].
func (r Ragdoll) Stop(seconds float64) error {
	if _, _, err := r.run(); err != nil {
		return err
	}
	if err := r.animation.checkFade("change", seconds); err != nil {
		return err
	}
	if err := r.Fade(0, 0); err != nil {
		return err
	}
	if player := r.animation.Player(r.entity); player.Inertialization() != nil {
		return player.Inertialize(seconds)
	}
	return nil
}
