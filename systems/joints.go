package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
)

// JointWorld returns the matrix from the space of a joint of a character to world space, as of the
// last frame: the character's Transform · [Animation.JointModel]. The matrix times a point in the
// joint's space is the point in the world; the last column is the place of the joint itself. It
// fails as [Animation.JointModel] does.
func (a *Animation) JointWorld(entity ecs.Entity, joint string) (mgl32.Mat4, error) {
	skeleton, j, err := a.findJoint(entity, joint)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	return a.jointWorld(entity, skeleton, j)
}

// JointWorldAt is [Animation.JointWorld] for the joint with an index in the character's skeleton.
func (a *Animation) JointWorldAt(entity ecs.Entity, joint int) (mgl32.Mat4, error) {
	skeleton, err := a.checkJoint(entity, joint)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	return a.jointWorld(entity, skeleton, joint)
}

// JointModel returns the matrix from the space of a joint of a character to the character's model
// space, as of the last frame. A character that was never posed is in its rest pose, and so is one
// that was not posed since a restored snapshot that does not hold its pose.
//
// The character need not keep its model matrices: what it does not keep is computed from the last
// frame's blend inputs, by the frame's own steps and to the same bits, at about the cost of posing
// one character and without allocating. It is computed from the assets that the library holds now.
// If a character keeps the joint ([Animation.EnableModelMatrices]), it is only read, which pays if
// several joints of a character are read in each frame.
//
// A system may call it after LocalToModel, on the goroutine of the frame. The errors are
// [ErrNoCharacter], [ErrNoJoint] and [ErrNotRepeatable].
func (a *Animation) JointModel(entity ecs.Entity, joint string) (mgl32.Mat4, error) {
	skeleton, j, err := a.findJoint(entity, joint)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	m, err := a.jointModel(entity, skeleton, j)
	return m.Mat4(), err
}

// JointModelAt is [Animation.JointModel] for the joint with an index in the character's skeleton.
func (a *Animation) JointModelAt(entity ecs.Entity, joint int) (mgl32.Mat4, error) {
	skeleton, err := a.checkJoint(entity, joint)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	m, err := a.jointModel(entity, skeleton, joint)
	return m.Mat4(), err
}

// LocalPose writes the local pose and the morph weights that a character showed in the last frame
// to a pose of its skeleton. Like [Animation.JointModel] it computes the pose anew, to the same
// bits, without allocating; a character that was never posed has its rest pose. The errors are
// [ErrNoCharacter], [ErrOtherSkeleton], [ErrPose] if the pose has the wrong length, and
// [ErrNotRepeatable]; the pose is unchanged then.
func (a *Animation) LocalPose(entity ecs.Entity, dst *rig.Pose) error {
	skeleton, err := a.checkPose(entity, dst)
	if err != nil {
		return err
	}
	pool, slot := a.posed(entity, skeleton)
	if pool == nil {
		dst.SetRest()
		return nil
	}
	reader := a.poses.take()
	defer a.poses.give(reader)
	locals, err := reader.locals(&a.frame, &a.schedule, pool, slot)
	if err != nil {
		return err
	}
	copy(dst.Locals, locals)
	copy(dst.Morphs, a.Morphs(entity))
	return nil
}

// SetLocalPose makes a character show a local pose from the next frame on, for example one from the
// network or from physics, in place of the pose that its clips give, until
// [Animation.ClearLocalPose]. Weight, from 0 to 1, blends from the pose of the clips to the given
// one. The pose is copied, so it may be used again. Clips, events, root motion and morph weights
// continue below it.
//
// The given pose replaces what is sampled and blended, so inertialization smooths the change if one
// is begun with it, and block systems that modify poses work on it. A character skipped by its
// level of detail shows it when it is posed next. The pose is in the pose store and in snapshots.
//
// It adds a [components.PoseOverride], whose Weight a program may change. The errors are
// [ErrNoCharacter], [ErrOtherSkeleton], [ErrPose] and, if components must be added,
// [ErrWorldLocked]; nothing changed then.
func (a *Animation) SetLocalPose(entity ecs.Entity, pose *rig.Pose, weight float32) error {
	skeleton, err := a.checkPose(entity, pose)
	if err != nil {
		return err
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: entity %d: expected a weight from 0 to 1, found %v", ErrPose, entity.ID(), weight)
	}
	for j := range skeleton.Len() {
		at := kernel.JointOffset(j)
		for row := range kernel.Rows {
			if v := pose.Locals[at+row*kernel.Lanes]; !exact.IsFinite(v) {
				return fmt.Errorf("%w: joint %d (%q) of skeleton %q: expected finite numbers, found %v", ErrPose, j,
					skeleton.JointName(j), skeleton.Name(), v)
			}
		}
	}
	for j := range skeleton.Len() {
		if q := rig.JointAt(pose.Locals, j).Rotation; q == (mgl32.Quat{}) {
			return fmt.Errorf("%w: joint %d (%q) of skeleton %q: expected a rotation, found one of length 0", ErrPose, j,
				skeleton.JointName(j), skeleton.Name())
		}
	}
	override := a.overrides.Get(entity)
	pool, _ := a.posed(entity, skeleton)
	if (override == nil || pool == nil) && a.world.IsLocked() {
		return ErrWorldLocked
	}
	if override == nil {
		a.overrides.Kind.Add(entity)
		override = a.overrides.Get(entity)
	}
	override.Weight = weight
	pool, slot := a.bindEarly(entity, skeleton)
	givenposes.Give(pool, slot, pose.Locals)
	return nil
}

// bindEarly returns the pool and the slot of a character, which it gets here if it was not in a
// frame yet.
func (a *Animation) bindEarly(entity ecs.Entity, skeleton *assets.Skeleton) (*posestore.Pool, int) {
	if pool, slot := a.posed(entity, skeleton); pool != nil {
		return pool, slot
	}
	if a.slots.Get(entity) == nil {
		a.slots.Kind.Add(entity)
	}
	at := a.slots.Get(entity)
	*at = storeOf(&a.frame).Bind(entity, a.skeletons.Get(entity).ID)
	return storeOf(&a.frame).Pool(entity, *at)
}

// ClearLocalPose makes a character show what its clips give again, from the next frame on. It
// removes its [components.PoseOverride], and changes nothing if it has none. The errors are
// [ErrNoCharacter] and [ErrWorldLocked].
func (a *Animation) ClearLocalPose(entity ecs.Entity) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if a.overrides.Get(entity) == nil {
		return nil
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	a.overrides.Kind.Remove(entity)
	return nil
}

// findJoint returns a character's skeleton and the joint of a name.
func (a *Animation) findJoint(entity ecs.Entity, name string) (*assets.Skeleton, int, error) {
	if err := a.checkCharacter(entity); err != nil {
		return nil, 0, err
	}
	skeleton := a.skeleton(entity)
	joint, ok := skeleton.Find(name)
	if !ok {
		_, err := skeleton.FindJoint(name)
		return nil, 0, fmt.Errorf("%w: entity %d: %w", ErrNoJoint, entity.ID(), err)
	}
	return skeleton, joint, nil
}

// checkJoint returns a character's skeleton, which must have the joint.
func (a *Animation) checkJoint(entity ecs.Entity, joint int) (*assets.Skeleton, error) {
	if err := a.checkCharacter(entity); err != nil {
		return nil, err
	}
	skeleton := a.skeleton(entity)
	if joint < 0 || joint >= skeleton.Len() {
		return nil, fmt.Errorf("%w: entity %d: expected an index from 0 to %d of a joint of skeleton %q, found %d",
			ErrNoJoint, entity.ID(), skeleton.Len()-1, skeleton.Name(), joint)
	}
	return skeleton, nil
}

// checkPose returns a character's skeleton, for which the pose must be.
func (a *Animation) checkPose(entity ecs.Entity, pose *rig.Pose) (*assets.Skeleton, error) {
	if err := a.checkCharacter(entity); err != nil {
		return nil, err
	}
	skeleton := a.skeleton(entity)
	switch {
	case pose == nil || pose.Skeleton() == nil:
		return nil, fmt.Errorf("%w: entity %d: expected a pose of skeleton %q, such as of rig.NewPose, found one that "+
			"is nil or has no skeleton", ErrPose, entity.ID(), skeleton.Name())
	case pose.Skeleton() != skeleton:
		return nil, fmt.Errorf("%w: entity %d: expected a pose of skeleton %q, found one of %s", ErrOtherSkeleton,
			entity.ID(), skeleton.Name(), names.Unlike("skeleton", skeleton.Name(), pose.Skeleton().Name()))
	case len(pose.Locals) != kernel.PoseSize(skeleton.Len()) || len(pose.Morphs) != skeleton.MorphCount():
		return nil, fmt.Errorf("%w: entity %d: expected %d numbers and %d morph weights in a pose of skeleton %q, "+
			"found %d and %d", ErrPose, entity.ID(), kernel.PoseSize(skeleton.Len()), skeleton.MorphCount(),
			skeleton.Name(), len(pose.Locals), len(pose.Morphs))
	}
	return skeleton, nil
}

// posed returns the pool and slot of a character, or nil if it has no slot for its skeleton.
func (a *Animation) posed(entity ecs.Entity, skeleton *assets.Skeleton) (*posestore.Pool, int) {
	pool, slot := a.Pool(entity)
	if pool == nil || pool.Skeleton() != skeleton {
		return nil, 0
	}
	return (*posestore.Pool)(pool), slot
}

func (a *Animation) jointWorld(entity ecs.Entity, skeleton *assets.Skeleton, joint int) (mgl32.Mat4, error) {
	m, err := a.jointModel(entity, skeleton, joint)
	if err != nil {
		return mgl32.Mat4{}, err
	}
	if transform := a.transforms.Get(entity); transform != nil {
		m = rig.MatrixFromMat4(transform.Matrix).Mul(m)
	}
	return m.Mat4(), nil
}

func (a *Animation) jointModel(entity ecs.Entity, skeleton *assets.Skeleton, joint int) (rig.Matrix, error) {
	pool, slot := a.posed(entity, skeleton)
	if pool != nil {
		if kept := keptjoints.Matrix(pool, slot, joint); kept != nil {
			return rig.MatrixAt(kept, 0), nil
		}
	}
	reader := a.poses.take()
	defer a.poses.give(reader)
	locals := skeleton.RestLocals()
	if pool != nil {
		var err error
		if locals, err = reader.locals(&a.frame, &a.schedule, pool, slot); err != nil {
			return rig.Matrix{}, err
		}
	}
	return reader.model(locals, skeleton.Parents(), joint), nil
}

// EnableModelMatrices adds a [components.ModelPose] to a character, so that the pose store keeps
// its model matrices from the next frame on: of the joints with the given names, or without names
// of all joints. Joints that it keeps already stay kept. The frame computes all joints in either
// case; keeping fewer takes less memory and less copying. Characters of a skeleton that keep the
// same joints share the list of them.
//
// [Animation.JointModel] and [ecs.Pool.KeptMatrices] read them; [Animation.ModelMatrices] does if
// all are kept. The errors are [ErrNoCharacter], [ErrNoJoint] and, if the component must be added,
// [ErrWorldLocked].
func (a *Animation) EnableModelMatrices(entity ecs.Entity, joints ...string) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	skeleton := a.skeleton(entity)
	var selected components.ModelPose
	for _, name := range joints {
		joint, err := skeleton.FindJoint(name)
		if err != nil {
			return fmt.Errorf("%w: entity %d: %w", ErrNoJoint, entity.ID(), err)
		}
		keptjoints.Select(&selected, joint, skeleton.Len())
	}
	return a.keepMatrices(entity, selected)
}

// EnableMaskedModelMatrices is [Animation.EnableModelMatrices] for the joints with a weight above 0
// in a mask, or for all with [WholeBody]. The errors are [ErrNoMask] and [ErrOtherSkeleton]
// besides.
func (a *Animation) EnableMaskedModelMatrices(entity ecs.Entity, mask id.Mask) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if mask == WholeBody {
		return a.EnableModelMatrices(entity)
	}
	skeleton, m := a.skeleton(entity), a.library.Mask(mask)
	switch {
	case mask == 0:
		return fmt.Errorf("%w: entity %d: expected a mask, or WholeBody for every joint, found the ID 0, which "+
			"Library.FindMask returns for an unknown name", ErrNoMask, entity.ID())
	case m == nil:
		return fmt.Errorf("%w: entity %d: %s", ErrNoMask, entity.ID(), a.library.Describe(mask))
	case m.Skeleton() != skeleton:
		return fmt.Errorf("%w: entity %d: expected a mask for skeleton %q, found mask %q for %s", ErrOtherSkeleton,
			entity.ID(), skeleton.Name(), m.Name(), names.Unlike("skeleton", skeleton.Name(), m.Skeleton().Name()))
	}
	var selected components.ModelPose
	for joint := range skeleton.Len() {
		if m.Weight(joint) > 0 {
			keptjoints.Select(&selected, joint, skeleton.Len())
		}
	}
	if selected == (components.ModelPose{}) {
		return nil // the mask has no joint; the zero component would keep all
	}
	return a.keepMatrices(entity, selected)
}

// keepMatrices adds the selected joints, or all for zero, to those whose model matrices a character
// keeps.
func (a *Animation) keepMatrices(entity ecs.Entity, selected components.ModelPose) error {
	pose := a.modelPoses.Get(entity)
	if pose == nil {
		if a.world.IsLocked() {
			return ErrWorldLocked
		}
		a.modelPoses.Kind.Add(entity)
		*a.modelPoses.Get(entity) = selected
		return nil
	}
	switch all := (components.ModelPose{}); {
	case *pose == all:
	case selected == all:
		*pose = all
	default:
		for i := range pose.Joints {
			pose.Joints[i] |= selected.Joints[i]
		}
	}
	return nil
}
