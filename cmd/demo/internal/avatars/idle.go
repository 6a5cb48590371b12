package avatars

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
)

// The idle motion: a breath and a shift of the weight to one foot and back.
const (
	idleSeconds = 8  // of one shift to both sides, with two breaths
	idleKeys    = 96 // in that time
	armsBelow   = 70 // degrees below the horizon at which arms hang
	swayPart    = 0.015
)

// skeletonRest is the rest pose of a humanoid in model space: left is +x, up +y, ahead +z.
type skeletonRest struct {
	avatar    *vrm.Avatar
	skeleton  *assets.Skeleton
	pose      *rig.Pose
	rotations []mgl32.Quat // of joints
	places    []mgl32.Vec3
}

// restOf returns the rest pose of an avatar, or nil for one without bones.
func restOf(library *assets.Library, a *vrm.Avatar) *skeletonRest {
	skeleton := library.Skeleton(a.Model.Skeleton)
	if a.Bones == nil || skeleton == nil {
		return nil
	}
	r := &skeletonRest{avatar: a, skeleton: skeleton, pose: rig.NewPose(skeleton)}
	matrices := r.pose.ModelMatrices(nil)
	for j := range skeleton.Len() {
		above := mgl32.QuatIdent()
		if parent := skeleton.Parent(j); parent >= 0 {
			above = r.rotations[parent]
		}
		m := rig.MatrixAt(matrices, j)
		r.rotations = append(r.rotations, above.Mul(r.pose.Joint(j).Rotation))
		r.places = append(r.places, mgl32.Vec3{m[3], m[7], m[11]})
	}
	return r
}

// inJoint returns a direction of model space in the space of a joint.
func (r *skeletonRest) inJoint(joint int, direction mgl32.Vec3) mgl32.Vec3 {
	return r.rotations[joint].Inverse().Rotate(direction)
}

// turned returns the local rotation of a joint that is turned in model space, as the rest pose has
// that.
func (r *skeletonRest) turned(joint int, by mgl32.Quat) mgl32.Quat {
	above := mgl32.QuatIdent()
	if parent := r.skeleton.Parent(joint); parent >= 0 {
		above = r.rotations[parent]
	}
	return above.Inverse().Mul(by).Mul(above).Mul(r.pose.Joint(joint).Rotation).Normalize()
}

// degrees returns a rotation about the axes of model space: a bow, a turn to the left, and a lean to
// the right.
func degrees(bow, turn, lean float64) mgl32.Quat {
	about := func(angle float64, x, y, z float32) mgl32.Quat {
		return mgl32.QuatRotate(float32(angle*math.Pi/180), mgl32.Vec3{x, y, z})
	}
	return about(turn, 0, 1, 0).Mul(about(bow, 1, 0, 0)).Mul(about(-lean, 0, 0, 1))
}

// addIdle gives an avatar that has no clip one in which it stands, breathes and shifts its weight.
func addIdle(library *assets.Library, a *vrm.Avatar) error {
	r := restOf(library, a)
	if r == nil || len(a.Model.Clips) > 0 {
		return nil
	}
	hips, ok := a.Bones.Joint("hips")
	if !ok {
		return nil
	}
	times := make([]float32, idleKeys+1)
	for i := range times {
		times[i] = idleSeconds * float32(i) / idleKeys
	}
	b := clip.NewBuilder("idle", r.skeleton)
	// rotate turns a bone over time: breath and sway go from -1 to 1.
	rotate := func(bone string, at func(breath, sway float64) mgl32.Quat) {
		joint, ok := a.Bones.Joint(bone)
		if !ok {
			return
		}
		values := make([]mgl32.Quat, len(times))
		for i := range values {
			phase := 2 * math.Pi * float64(i%idleKeys) / idleKeys
			values[i] = r.turned(joint, at(math.Sin(2*phase), math.Sin(phase)))
		}
		b.Rotation(joint, clip.Linear, times, values)
	}
	sway := swayPart * float64(r.places[hips][1])
	moved := make([]mgl32.Vec3, len(times))
	for i := range moved {
		by := mgl32.Vec3{float32(sway * math.Sin(2*math.Pi*float64(i%idleKeys)/idleKeys)), 0, 0}
		if parent := r.skeleton.Parent(hips); parent >= 0 {
			by = r.inJoint(parent, by)
		}
		moved[i] = r.pose.Joint(hips).Translation.Add(by)
	}
	b.Translation(hips, clip.Linear, times, moved)
	for _, side := range []struct {
		name string
		left float64
	}{{"left", 1}, {"right", -1}} {
		r.addLeg(rotate, side.name, sway)
		r.addArm(rotate, side.name, side.left)
	}
	rotate("spine", func(breath, sway float64) mgl32.Quat { return degrees(-0.4*breath, 0, 0.8*sway) })
	rotate("chest", func(breath, sway float64) mgl32.Quat { return degrees(-0.8*breath, 0, 0.5*sway) })
	rotate("upperChest", func(breath, _ float64) mgl32.Quat { return degrees(-0.6*breath, 0, 0) })
	rotate("neck", func(breath, sway float64) mgl32.Quat { return degrees(0.9*breath, 1.5*sway, -0.8*sway) })
	rotate("head", func(breath, sway float64) mgl32.Quat { return degrees(0.5*breath, 1.5*sway, -0.5*sway) })
	id, err := b.Add(library)
	if err != nil {
		return err
	}
	a.Model.SetClips(library, []assets.ClipID{id})
	return nil
}

// addLeg leans a leg against the shift of the hips, so that the foot stays where it is.
func (r *skeletonRest) addLeg(rotate func(string, func(breath, sway float64) mgl32.Quat), side string, shift float64) {
	upper, ok := r.avatar.Bones.Joint(side + "UpperLeg")
	foot, found := r.avatar.Bones.Joint(side + "Foot")
	if !ok || !found {
		return
	}
	length := float64(r.places[upper][1] - r.places[foot][1])
	lean := func(sway float64) float64 {
		return math.Asin(max(-1, min(shift*sway/max(length, 1e-6), 1))) * 180 / math.Pi
	}
	rotate(side+"UpperLeg", func(_, sway float64) mgl32.Quat { return degrees(0, 0, lean(sway)) })
	rotate(side+"Foot", func(_, sway float64) mgl32.Quat { return degrees(0, 0, -lean(sway)) })
}

// addArm lets an arm hang, with the elbow a little bent.
func (r *skeletonRest) addArm(rotate func(string, func(breath, sway float64) mgl32.Quat), side string, left float64) {
	upper, ok := r.avatar.Bones.Joint(side + "UpperArm")
	lower, found := r.avatar.Bones.Joint(side + "LowerArm")
	if !ok || !found {
		return
	}
	along := r.places[lower].Sub(r.places[upper])
	below := -math.Atan2(float64(along[1]), math.Abs(float64(along[0]))) * 180 / math.Pi
	rotate(side+"UpperArm", func(breath, _ float64) mgl32.Quat {
		return degrees(0, 0, left*(armsBelow-below-0.8*breath))
	})
	rotate(side+"LowerArm", func(breath, _ float64) mgl32.Quat { return degrees(0, -left*(12+breath), 0) })
}
