package avatar

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// Errors of avatars.
var (
	// ErrTaken means that the animation already has avatars.
	ErrTaken = errors.New("the animation has avatars already")
	// ErrNoAvatar means that an entity is dead, is no avatar, or that its file is not known.
	ErrNoAvatar = errors.New("the entity is not an avatar")
	// ErrNoFace means that a file has no humanoid, so that its expressions cannot be shown.
	ErrNoFace = errors.New("the avatar has no bones that could carry the weights of its expressions")
)

// Avatars are the VRM files whose characters an animation poses. Its methods may be called between
// two frames, on the goroutine that runs the frames.
type Avatars struct {
	animation *systems.Animation
	files     map[assets.ModelID]file

	avatars    access.Component[components.Avatar]
	meshes     access.Component[components.SkinnedMesh]
	skeletons  access.Component[components.Skeleton]
	transforms access.Component[components.Transform]
}

// file is a VRM file and its stack of constraints and springs, or 0.
type file struct {
	avatar *vrm.Avatar
	stack  id.ModifierStack
}

// New adds the system [AtShowFaces] to the schedule of an animation. An animation has it at most
// once. The errors are [ErrTaken], that of [ecs.Schedule.InsertBefore] and, for a nil animation,
// [systems.ErrNil].
func New(animation *systems.Animation) (*Avatars, error) {
	if animation.World() == nil {
		return nil, fmt.Errorf("%w: expected an animation for the avatars, found nil or the zero value", systems.ErrNil)
	}
	for _, system := range animation.Schedule().Systems() {
		if system.Name() == string(AtShowFaces) {
			return nil, fmt.Errorf("%w: one Avatars takes all VRM files of an animation", ErrTaken)
		}
	}
	world := animation.World()
	a := &Avatars{
		animation: animation, files: map[assets.ModelID]file{},
		avatars: access.ComponentOf[components.Avatar](world), meshes: access.ComponentOf[components.SkinnedMesh](world),
		skeletons:  access.ComponentOf[components.Skeleton](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	if err := animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(&showFaces{a})); err != nil {
		return nil, err
	}
	return a, nil
}

// Add makes a file known, whose model is in the library of the animation, and adds its stack of
// constraints and springs to the library. [Avatars.Spawn] does it by itself; a program that
// restores a snapshot adds the files first. A file that is known already stays as it is.
func (a *Avatars) Add(avatar *vrm.Avatar) error {
	switch {
	case a == nil:
		return fmt.Errorf("%w: expected Avatars from New, found nil", systems.ErrNil)
	case avatar == nil:
		return fmt.Errorf("%w: expected an avatar from vrm.Open, found nil", systems.ErrNoModel)
	case avatar.Model == nil:
		return fmt.Errorf("%w: expected an avatar with a model, such as vrm.Open makes, found one without",
			systems.ErrNoModel)
	}
	model := avatar.Model
	if !a.animation.Library().Owns(model) {
		return fmt.Errorf("%w: model %q is not in the library of the animation", systems.ErrNoModel, model.Name)
	}
	if n := len(avatar.Expressions); n > components.MaxExpressions {
		return fmt.Errorf("avatar %q: expected at most %d expressions, found "+
			"%d", model.Name, components.MaxExpressions, n)
	}
	if _, known := a.files[model.ID]; known {
		return nil
	}
	stack, err := avatar.Stack(a.animation.Library())
	if err != nil {
		return err
	}
	a.files[model.ID] = file{avatar, stack}
	return nil
}

// Spawn creates a character of a file, with a transform from model to world space: with its
// constraints and springs on, and without the parts that only a camera in its head shows. A program
// that gives it another stack of pose modifiers adds the avatar's to that; see
// [vrm.Avatar.AddConstraints] and [vrm.Avatar.AddSprings].
//
// The errors are those of [Avatars.Add] and [systems.Animation.Spawn]; no entity was created then.
func (a *Avatars) Spawn(avatar *vrm.Avatar, transform mgl32.Mat4) (ecs.Entity, error) {
	if err := a.Add(avatar); err != nil {
		return ecs.Entity{}, err
	}
	entity, err := a.animation.Spawn(avatar.Model, transform)
	if err != nil {
		return ecs.Entity{}, err
	}
	if err := a.equip(entity, avatar); err != nil {
		a.animation.World().RemoveEntity(entity)
		return ecs.Entity{}, err
	}
	return entity, nil
}

// equip gives a character of a file what the file says of it.
func (a *Avatars) equip(entity ecs.Entity, avatar *vrm.Avatar) error {
	a.avatars.Kind.Add(entity)
	a.avatars.Get(entity).Model = avatar.Model.ID
	err := a.Avatar(entity).SetFirstPerson(false)
	if stack := a.files[avatar.Model.ID].stack; err == nil && stack != 0 {
		if err = a.animation.Modify(entity, stack); err == nil && len(avatar.Springs()) > 0 {
			err = a.animation.Modifier(entity, vrm.SpringGoal).Fade(1, 0)
		}
	}
	return err
}

// Wear draws a file on a character from the next frame on, such as hair or a skirt, as
// [systems.Animation.Wear] does with its model, and puts its springs and constraints on the garment.
// Open the file by vrm.Options with the character's skeleton. A file that is worn already stays as it
// is. [systems.Animation.Garment] returns the garment, whose face, if the file has one, is that of
// [Avatars.Avatar]; [systems.Animation.TakeOff] takes it off.
//
// The errors are those of [Avatars.Add] and [systems.Animation.Wear], and
// [systems.ErrOtherSkeleton], which names the joint, if the springs or constraints move one that the
// character has, and moves itself; nothing changed then.
func (a *Avatars) Wear(wearer ecs.Entity, avatar *vrm.Avatar) error {
	if err := a.Add(avatar); err != nil {
		return err
	}
	model := avatar.Model
	if err := a.checkMoved(wearer, model); err != nil {
		return err
	}
	if _, err := a.animation.Garment(wearer, model); err == nil {
		return nil
	}
	if err := a.animation.Wear(wearer, model); err != nil {
		return err
	}
	garment, err := a.animation.Garment(wearer, model)
	if errors.Is(err, systems.ErrNoModel) {
		return nil // it has no joints of its own
	}
	if err == nil {
		err = a.equip(garment, avatar)
	}
	if err != nil {
		return errors.Join(err, a.animation.TakeOff(wearer, model))
	}
	return nil
}

// checkMoved returns an error if the stack of a file moves a joint of a character that wears it.
func (a *Avatars) checkMoved(wearer ecs.Entity, model *assets.Model) error {
	library := a.animation.Library()
	stack := library.ModifierStack(a.files[model.ID].stack)
	if stack == nil || !ecs.IsAlive(a.animation.World(), wearer) || a.skeletons.Get(wearer) == nil {
		return nil // which [systems.Animation.Wear] finds
	}
	own := library.Skeleton(a.skeletons.Get(wearer).ID)
	if own == nil {
		return nil
	}
	for _, joint := range (*solving.Stack)(stack).Changed() {
		name := stack.Skeleton().JointName(int(joint))
		if _, has := own.Find(name); has {
			return fmt.Errorf("%w: entity %d: expected springs and constraints for other joints than those of skeleton %q, as "+
				"of files that vrm.Options opens with this Skeleton, found some of %q for joint %q", systems.ErrOtherSkeleton,
				wearer.ID(), own.Name(), model.Name, name)
		}
	}
	return nil
}

// Avatar is a handle on a character of a VRM file. A method that returns an error has changed
// nothing.
//
//	alice := avatars.Avatar(entity)
//	err := alice.Express("happy", 0.7)
//	err = alice.LookAt(mgl32.Vec3{0, 1.6, 3})
type Avatar struct {
	avatars *Avatars
	entity  ecs.Entity
}

// Avatar returns the handle on a character.
func (a *Avatars) Avatar(entity ecs.Entity) Avatar { return Avatar{a, entity} }

// String returns the entity of the avatar, and how many expressions its file has, such as
//
//	avatar of entity 5 with 18 expressions
func (a Avatar) String() string {
	_, file, err := a.find()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("avatar of entity %d with %d expressions", a.entity.ID(), len(file.Expressions))
}

// find returns the component of the character and its file.
func (a Avatar) find() (*components.Avatar, *vrm.Avatar, error) {
	if a.avatars == nil {
		return nil, nil, fmt.Errorf("%w: expected an Avatar from Avatars.Avatar, found the zero value", ErrNoAvatar)
	}
	if !ecs.IsAlive(a.avatars.animation.World(), a.entity) {
		return nil, nil, fmt.Errorf("%w: %w", ErrNoAvatar, arguments.NotAlive(a.entity))
	}
	component := a.avatars.avatars.Get(a.entity)
	if component == nil {
		return nil, nil, fmt.Errorf("%w: entity %d has no components.Avatar", ErrNoAvatar, a.entity.ID())
	}
	f, known := a.avatars.files[component.Model]
	if !known {
		return nil, nil, fmt.Errorf("%w: entity %d: its file was not added", ErrNoAvatar, a.entity.ID())
	}
	return component, f.avatar, nil
}

// Express sets the weight of an expression, such as "happy", from 0 to 1. It is added to what the
// motions show of it. Expressions that override others lower those. The errors are [ErrNoAvatar],
// [ErrNoFace], rig.ErrNotFound with near names, and [systems.ErrWeight].
func (a Avatar) Express(name string, weight float32) error {
	component, file, err := a.find()
	if err != nil {
		return err
	}
	i, err := file.ExpressionIndex(name)
	if err != nil {
		return err
	}
	if file.Numbers().Count == 0 {
		return fmt.Errorf("%w: avatar %q", ErrNoFace, file.Model.Name)
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: entity %d: expression %q: expected 0 to 1, found %v", systems.ErrWeight, a.entity.ID(), name,
			weight)
	}
	component.Expressions[i] = weight
	return nil
}

// Expression returns the weight that [Avatar.Express] set, or 0 for an expression that the file
// does not have.
func (a Avatar) Expression(name string) float32 {
	component, file, err := a.find()
	if err != nil {
		return 0
	}
	i, err := file.ExpressionIndex(name)
	if err != nil {
		return 0
	}
	return component.Expressions[i]
}

// Shown returns the weight at which an expression shows since the last frame, with what the motions
// and overrides do, or 0 for one that the file does not have.
func (a Avatar) Shown(name string) float32 {
	_, file, err := a.find()
	if err != nil {
		return 0
	}
	morphs, numbers := a.avatars.animation.Morphs(a.entity), file.Numbers()
	i, err := file.ExpressionIndex(name)
	if err != nil || i >= numbers.Count || numbers.Offset+i >= len(morphs) {
		return 0
	}
	return morphs[numbers.Offset+i]
}

// LookAt makes the eyes look at a point in the world, in meters, as far as the file lets them turn.
// The errors are [ErrNoAvatar] and [systems.ErrNotFinite].
func (a Avatar) LookAt(point mgl32.Vec3) error {
	component, _, err := a.find()
	if err != nil {
		return err
	}
	for _, x := range point {
		if x-x != 0 {
			return fmt.Errorf("%w: entity %d: expected a finite point to look at, found %v", systems.ErrNotFinite, a.entity.ID(),
				point)
		}
	}
	component.Gaze, component.Target = components.GazeAtTarget, point
	return nil
}

// LookBy makes the eyes look by angles in degrees from straight ahead of the head: yaw to the
// avatar's left, and pitch down. They are added to those of the motions, so that 0 and 0 look as
// the motions do. The errors are [ErrNoAvatar] and [systems.ErrNotFinite].
func (a Avatar) LookBy(yaw, pitch float32) error {
	component, _, err := a.find()
	if err != nil {
		return err
	}
	if yaw-yaw != 0 || pitch-pitch != 0 {
		return fmt.Errorf("%w: entity %d: expected finite angles, found the yaw %v and the pitch %v", systems.ErrNotFinite,
			a.entity.ID(), yaw, pitch)
	}
	component.Gaze, component.Yaw, component.Pitch = components.GazeByAngles, yaw, pitch
	return nil
}

// SetFirstPerson hides the parts that a camera in the avatar's head does not show, or those that
// only such a camera shows. Other bits of [components.SkinnedMesh].Hidden stay as they are. The
// error is [ErrNoAvatar].
func (a Avatar) SetFirstPerson(on bool) error {
	_, file, err := a.find()
	if err != nil {
		return err
	}
	mesh := a.avatars.meshes.Get(a.entity)
	if mesh == nil {
		return fmt.Errorf("%w: entity %d has no components.SkinnedMesh", ErrNoAvatar, a.entity.ID())
	}
	hidden := file.ThirdPerson
	if on {
		hidden = file.FirstPerson
	}
	hidden |= file.Model.HiddenParts() & file.FirstPerson // such as by a sidecar
	mesh.Hidden = mesh.Hidden&^(file.FirstPerson|file.ThirdPerson) | hidden
	return nil
}
