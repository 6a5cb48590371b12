package systems

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
)

// FacesUp reports whether the front of the pelvis, as the character shows it, points upward. The
// errors are [ErrNoCharacter], [ErrNoRagdoll] and [ErrNotPosed].
func (r Ragdoll) FacesUp() (bool, error) {
	s, err := r.stance()
	if err != nil {
		return false, err
	}
	return s.front.Dot(s.up) > 0, nil
}

// GetUp ends the power of the bodies and plays one of several clips once ([assets.Hold]: its last
// pose stays until something else plays; a paused player goes on), without a jump: inertialization
// carries over from what the bodies left into the clip, within a time in seconds. It plays the clip
// in whose first pose the pelvis lies most as the character's does, such as one from the back or one
// from the front. It moves the character's Transform upright to where that pose lies best: under the
// pelvis, turned as the pelvis is, at the height of ground, a point in the world.
//
// The errors are [ErrNoCharacter], [ErrNoRagdoll], [ErrNotPosed], [ErrNoMotion] without a clip or
// for one that is not in the library, [ErrOtherSkeleton], [ErrNotFinite], [ErrSeconds], [ErrWeight]
// for a character that its bodies do not pose, as before [Ragdoll.Start], and those of
// [Player.Play]. For a character that a graph drives, use [Ragdoll.Nearest], [Ragdoll.MoveTo] and
// [Ragdoll.Stop]. Limbs that lie unlike the first pose are brought there before by [Ragdoll.Settle].
func (r Ragdoll) GetUp(ground mgl32.Vec3, seconds float64, clips ...assets.ClipID) (assets.ClipID, error) {
	if err := r.checkGetUp(seconds); err != nil {
		return 0, err
	}
	clip, err := r.lieIn(ground, clips)
	if err != nil {
		return 0, err
	}
	if err := r.animation.Player(r.entity).Resume(); err != nil {
		return 0, err
	}
	return clip, r.Stop(seconds)
}

// Settle prepares to get up: the bodies keep their power, and what the motions show from the next
// frame on is the pose that [Ragdoll.GetUp] would begin with. It plays the clip that GetUp would
// choose, paused at its first pose, and moves the Transform as GetUp does. [Ragdoll.Targets] are
// then that pose, into which motors of the physics engine bring the bodies, within the limits of
// their joints and past each other; [Ragdoll.Apart] is how far they still are from it. GetUp with
// the clip that Settle returned then carries over from a pose that is near. Without it, limbs that
// lie otherwise go the straight way to the first pose, through what is between.
//
// All that it changes is in components. The errors are those of GetUp.
func (r Ragdoll) Settle(ground mgl32.Vec3, clips ...assets.ClipID) (assets.ClipID, error) {
	if err := r.checkGetUp(0); err != nil {
		return 0, err
	}
	clip, err := r.lieIn(ground, clips)
	if err != nil {
		return 0, err
	}
	return clip, r.animation.Player(r.entity).Pause()
}

// Apart returns by how much, in radians, the joints of the bodies are turned otherwise than the
// motions turn them: that of the joint that differs most, against the joint of the body above it. It
// is of the last frame, and 0 for a single body. The errors are those of [Ragdoll.Targets].
func (r Ragdoll) Apart() (float64, error) {
	run, _, err := r.run()
	if err != nil {
		return 0, err
	}
	skeleton, most := r.animation.skeleton(r.entity), 0.0
	for i := range run.Bodies {
		b := &run.Bodies[i]
		if !b.HasShown || !b.HasTarget {
			return 0, fmt.Errorf("%w: body %d of entity %d: expected an update after Bind, found none that posed the body",
				ErrNotPosed, i, r.entity.ID())
		}
		above := run.Above(i, skeleton.Parents())
		if above < 0 {
			continue
		}
		a := &run.Bodies[above]
		shown := exact.ToQuat(a.Shown.Rotation).Conjugate().Mul(exact.ToQuat(b.Shown.Rotation))
		target := exact.ToQuat(a.Target.Rotation).Conjugate().Mul(exact.ToQuat(b.Target.Rotation))
		most = max(most, 2*exact.Acos(min(math.Abs(shown.Dot(target)), 1)))
	}
	return most, nil
}

// checkGetUp returns what keeps the character from getting up within a time, or nil.
func (r Ragdoll) checkGetUp(seconds float64) error {
	_, component, err := r.run()
	if err != nil {
		return err
	}
	if !(component.Weight > 0 || component.WeightTarget > 0) {
		return fmt.Errorf("%w: entity %d: expected bodies that pose the character, as after Start, found the weight %v "+
			"over all of them", ErrWeight, r.entity.ID(), component.Weight)
	}
	return r.animation.checkFade("change", seconds)
}

// lieIn plays the clip that fits from its first pose, and moves the Transform to where that lies best.
func (r Ragdoll) lieIn(ground mgl32.Vec3, clips []assets.ClipID) (assets.ClipID, error) {
	clip, transform, err := r.Nearest(ground, clips...)
	if err != nil {
		return 0, err
	}
	if err := r.animation.Player(r.entity).CrossFade(clip, 0, WithRestart()); err != nil {
		return 0, err
	}
	if err := r.animation.Player(r.entity).SetMode(assets.Hold, 0); err != nil {
		return 0, err
	}
	return clip, r.MoveTo(transform)
}

// Nearest returns the clip in whose first pose the pelvis lies most as the character shows it, and
// the Transform with which the character would lie in that pose as it lies now; see
// [Ragdoll.GetUp], which uses both. It changes nothing.
func (r Ragdoll) Nearest(ground mgl32.Vec3, clips ...assets.ClipID) (assets.ClipID, mgl32.Mat4, error) {
	s, err := r.stance()
	if err != nil {
		return 0, mgl32.Mat4{}, err
	}
	if !isFinite(ground[:]) {
		return 0, mgl32.Mat4{}, fmt.Errorf("%w: entity %d: expected a finite point of the ground, found %v", ErrNotFinite,
			r.entity.ID(), ground)
	}
	if len(clips) == 0 {
		return 0, mgl32.Mat4{}, fmt.Errorf("%w: entity %d: expected a clip to get up by, found none", ErrNoMotion,
			r.entity.ID())
	}
	a, best := r.animation, assets.ClipID(0)
	reader := a.poses.take()
	defer a.poses.give(reader)
	var transform rig.Matrix
	var least float64
	for _, id := range clips {
		if err := a.Player(r.entity).checkMotion(id); err != nil {
			return 0, mgl32.Mat4{}, err
		}
		if other := a.library.Motion(id); other.Single != id {
			return 0, mgl32.Mat4{}, fmt.Errorf("%w: expected a clip to get up by, found the %s %q", ErrNoMotion,
				other.Kind, other.Name)
		}
		pool, slot := a.posed(r.entity, a.skeleton(r.entity))
		b := &reader.block
		b.Enter(pool, slot)
		if c := a.library.Clip(id); c.CheckKeys() != nil && a.library.Baked(id) != nil {
			a.library.Baked(id).Sample(0, b.Local(0), b.MorphSample())
		} else {
			b.Sampler().Sample(c, 0, b.Local(0), b.MorphSample())
		}
		pelvis := [rig.MatrixSize]float32(reader.model(b.Local(0), pool.Skeleton().Parents(), int(s.pelvis.Joint)))
		posed := exact.ToAffine(&pelvis)
		stands, angle, ok := bodies.Stand(&s.world, &s.pelvis.Shown.Place, &posed, s.up, exact.ToVec3(ground))
		if ok && (best == 0 || angle < least) {
			best, least = id, angle
			for i, v := range stands {
				transform[i] = float32(v)
			}
		}
	}
	if best == 0 {
		return 0, mgl32.Mat4{}, fmt.Errorf("%w: entity %d: expected a clip whose first pose has a pelvis with a size, "+
			"found none", ErrPose, r.entity.ID())
	}
	return best, transform.Mat4(), nil
}

// MoveTo changes the character's Transform without moving what it shows: the poses that
// inertialization remembers are moved against it. It is for a character that bodies pose, and that
// lies elsewhere than its Transform: what draws, hears or finds the character goes by the
// Transform. With a larger or smaller one, what bodies pose keeps its size as long as they have a
// weight, and as they let go it changes to that of the Transform as the pose does. The errors are
// [ErrNoCharacter], [ErrNoRagdoll], and [ErrTransform] for a transform that places nothing, cannot
// be inverted, or is mirrored or stretched otherwise than the present one: joints that turn and
// have a size cannot undo a stretch, and on the way from a pose to its mirror image the character
// would be flat.
func (r Ragdoll) MoveTo(transform mgl32.Mat4) error {
	run, _, err := r.run()
	if err != nil {
		return err
	}
	a := r.animation
	current := a.transforms.Get(r.entity)
	if current == nil {
		return fmt.Errorf("%w: entity %d has no components.Transform", ErrNoCharacter, r.entity.ID())
	}
	if err := arguments.Transform(transform); err != nil {
		return fmt.Errorf("%w: entity %d: %w", ErrTransform, r.entity.ID(), err)
	}
	to, from := affine(transform), affine(current.Matrix)
	inverse, ok := to.Inverse()
	if !ok {
		return fmt.Errorf("%w: entity %d: expected a transform that can be inverted, with a scale other than 0 "+
			"on each axis, found %v", ErrTransform, r.entity.ID(), transform)
	}
	size := 1.0
	_, _, wanted, hasWanted := bodies.Split(&to)
	if _, _, had, ok := bodies.Split(&from); ok && hasWanted {
		if size, ok = had.Ratio(&wanted); !ok {
			return fmt.Errorf("%w: entity %d: expected a transform with the scale of the present one, %v, or the same "+
				"factor of it on all axes, found %v", ErrTransform, r.entity.ID(), had.String(), wanted.String())
		}
	}
	pool, slot := a.posed(r.entity, a.skeleton(r.entity))
	change := inverse.Mul(&from)
	reader := a.poses.take()
	defer a.poses.give(reader)
	b := &reader.block
	a.pastPoses.StoreAfterChange(storeOf(&a.frame), b)
	b.Enter(pool, slot)
	ragdolls.Rebase(a.library, b, slot, run, &change, size)
	for i := range run.Bodies {
		run.Bodies[i].HasTarget = false // the motions jump with the Transform, which is no velocity
	}
	current.Matrix = transform
	a.places.moved(r.entity)
	return nil
}

// stance is how a character lies.
type stance struct {
	world     exact.Affine // its Transform
	up, front exact.Vec3   // the character's up, and the front of its pelvis, in the world
	pelvis    *bodies.Body
}

// stance returns how the character lies.
func (r Ragdoll) stance() (s stance, err error) {
	run, _, err := r.run()
	if err != nil {
		return s, err
	}
	transform := r.animation.transforms.Get(r.entity)
	if transform == nil {
		return s, fmt.Errorf("%w: entity %d has no components.Transform", ErrNoCharacter, r.entity.ID())
	}
	s.pelvis = &run.Bodies[run.Root]
	s.world = affine(transform.Matrix)
	s.up = s.world.Direction(exact.ToVec3(run.Up)).Normalized()
	s.front = exact.ToVec3(run.Facing)
	if !s.pelvis.HasShown || !s.up.IsFinite() || !(s.up.Length() > 0) {
		return s, fmt.Errorf("%w: entity %d", ErrNotPosed, r.entity.ID())
	}
	return s, nil
}
