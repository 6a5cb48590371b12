package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Skeleton makes an entity a character, which is posed in every frame.
type Skeleton struct {
	ID id.Skeleton
}

func skeletonRow() componenttable.Row {
	return componenttable.InRecord[Skeleton]("its ID is in the record of the character itself")
}

// PoseSlot is the position of a character's pose in the pose store. The system BindSlots adds it to
// every entity with a [Skeleton] and updates it in every frame; everybody else only reads it. An
// entity that loses its Skeleton loses its slot in the next frame, and the component is out of
// date: only the pose store can tell whose pose a slot holds.
type PoseSlot struct {
	Pool int32 // 1 + the index of the skeleton's pool; 0 is none
	Slot int32 // the slot in the pool
}

func poseSlotRow() componenttable.Row {
	return componenttable.InRecord[PoseSlot]("a slot is given anew")
}

// ModelPose keeps model matrices of the character's joints from each frame to the next. Without it,
// they exist only while the frame is computed.
type ModelPose struct {
	// Joints has a bit for each joint whose matrix is kept: bit j%64 of word j/64 for joint j. In a
	// skeleton of more than [ModelPoseBits] joints each bit stands for a run of 1 +
	// (joints-1)/ModelPoseBits neighboring joints. If it is zero, all joints are kept.
	Joints [ModelPoseBits / 64]uint64
}

// ModelPoseBits is the number of bits in a [ModelPose].
const ModelPoseBits = 256

func modelPoseRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[ModelPose]{
		Size: 8 * len(ModelPose{}.Joints), Put: putModelPose, Get: getModelPose,
	})
}

func putModelPose(b []byte, m *ModelPose) []byte {
	for i, word := range m.Joints {
		codec.PutUint64(b[8*i:], word)
	}
	return b[8*len(m.Joints):]
}

func getModelPose(b []byte, m *ModelPose) []byte {
	for i := range m.Joints {
		m.Joints[i] = codec.GetUint64(b[8*i:])
	}
	return b[8*len(m.Joints):]
}

// PoseOverride makes a character show a pose that the program gives, for example from the network
// or from physics, instead of the pose of its clips. The pose is in the pose store; SetLocalPose of
// package systems writes it. Morph weights are not affected.
type PoseOverride struct {
	// Weight is the part of the given pose, from 0, which shows the clips only, to 1. Other values
	// are clamped, and NaN is 0. Without a given pose it has no effect.
	Weight float32
}

func overrideRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[PoseOverride]{Size: 4, Put: putOverride, Get: getOverride})
}

func putOverride(b []byte, o *PoseOverride) []byte {
	codec.PutFloat32(b, o.Weight)
	return b[4:]
}

func getOverride(b []byte, o *PoseOverride) []byte {
	o.Weight = codec.GetFloat32(b)
	return b[4:]
}

// Ragdoll lets bodies of a physics engine pose joints of the character, over what its motions give.
// The bodies are in the pose store; the handle Ragdoll of package systems binds them and moves
// them. Without bound bodies it has no effect.
type Ragdoll struct {
	// Weight is how far the bodies pose the character, 0 to 1: it multiplies the weight of each
	// body. Larger values count as 1; negative ones, and NaN, as 0.
	Weight float32
	// WeightTarget is where Weight moves to, by Rate per second. With a Rate of 0 it stays as it
	// is.
	WeightTarget, Rate float32
	// KeepLengths keeps the bones as long as the motions make them: joints below another body take
	// its rotation only. Without it, joints are where their bodies are, even where a physics engine
	// pulls these apart.
	KeepLengths bool
}

func ragdollRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Ragdoll]{Size: 16, Put: putRagdoll, Get: getRagdoll})
}

func putRagdoll(b []byte, r *Ragdoll) []byte {
	codec.PutFloat32(b, r.Weight)
	codec.PutFloat32(b[4:], r.WeightTarget)
	codec.PutFloat32(b[8:], r.Rate)
	codec.PutUint32(b[12:], uint32(codec.Flag(r.KeepLengths, 1)))
	return b[16:]
}

func getRagdoll(b []byte, r *Ragdoll) []byte {
	r.Weight, r.WeightTarget = codec.GetFloat32(b), codec.GetFloat32(b[4:])
	r.Rate, r.KeepLengths = codec.GetFloat32(b[8:]), b[12]&1 != 0
	return b[16:]
}

// SkinnedVertices skins the character's vertices on the CPU in every frame.
// Animation.EnableVertices of package systems adds it; a program that adds it itself calls
// Animation.UseVertices once.
type SkinnedVertices struct {
	Buffer int32 // the number of the character's vertex buffer, from 1 on, or 0 without a pose; written by the systems
}

func skinnedVerticesRow() componenttable.Row {
	return componenttable.Derived[SkinnedVertices]("the vertices are made anew in the next frame")
}

// TimeScale scales the time of a character: Scale is the seconds that pass for it per second of the
// world. A value that is negative or not finite stops it, as 0 does.
type TimeScale struct {
	Scale float32
}

// NewTimeScale returns the time scale at which time passes as in the world, 1.
func NewTimeScale() *TimeScale { return &TimeScale{Scale: 1} }

func timeScaleRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[TimeScale]{Size: 4, Put: putTimeScale, Get: getTimeScale})
}

func putTimeScale(b []byte, t *TimeScale) []byte {
	codec.PutFloat32(b, t.Scale)
	return b[4:]
}

func getTimeScale(b []byte, t *TimeScale) []byte {
	t.Scale = codec.GetFloat32(b)
	return b[4:]
}

// RootMotion moves the character by the root motion of its clips ([clip.RootMotion]).
type RootMotion struct {
	// Delta is the movement of the last update, averaged by weight over everything that the
	// character plays: the movements of all its frames, composed, and zero if it had none. It is in
	// the character's model space at the beginning of the update. For the systems after Advance it
	// is the movement of their frame alone. The systems write it, and clear it for an entity
	// without a [Skeleton] or an [AnimationPlayer].
	Delta clip.Motion
	// Exact is the [Transform] that Delta was applied to last, column-major, in double precision,
	// so that rounding does not accumulate over many frames. The systems write it.
	Exact [16]float64
	// Decay makes the movement smooth where an [Inertialization] begins. The systems write it.
	Decay RootDecay
	// Up is the axis that Delta.Yaw turns about.
	Up clip.UpAxis
	// Manual leaves the [Transform] unchanged, for example because a physics engine moves the
	// character, in a system that OnRootMotion of package systems inserts.
	Manual bool
}

// RootDecay is the decay of the movement of a character that has a [RootMotion] and an
// [Inertialization]: when a decay of the pose begins, the character goes on at its old velocity
// over the ground and about [RootMotion].Up for a frame, and then comes to where the new motion
// alone has led it, in the time in which the pose decays. All is in the character's model space.
type RootDecay struct {
	// Velocity is the movement of the last frame over its seconds of the character's time.
	Velocity clip.Motion
	// Offset is how far the character was, at the beginning, from where its motions had led it, and
	// Faster by what velocity it moved away from there.
	Offset, Faster clip.Motion
	// Elapsed is how many seconds of the decay are over, of Length seconds; Length is 0 without one.
	Elapsed, Length float64
	// Begins reports that the decay begins in the next frame that takes time.
	Begins bool
}

func rootMotionRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[RootMotion]{
		Size: rootMotionSize, Put: putRootMotion, Get: getRootMotion,
	})
}

const rootMotionSize = 32 + 128 + 4 + 3*32 + 16

func putRootMotion(b []byte, r *RootMotion) []byte {
	putMotion(b, &r.Delta)
	for i, v := range r.Exact {
		codec.PutFloat64(b[32+8*i:], v)
	}
	codec.PutUint32(b[160:], uint32(r.Up)|uint32(codec.Flag(r.Manual, 1)|codec.Flag(r.Decay.Begins, 2))<<8)
	for i, m := range [...]*clip.Motion{&r.Decay.Velocity, &r.Decay.Offset, &r.Decay.Faster} {
		putMotion(b[164+32*i:], m)
	}
	codec.PutFloat64(b[260:], r.Decay.Elapsed)
	codec.PutFloat64(b[268:], r.Decay.Length)
	return b[rootMotionSize:]
}

func getRootMotion(b []byte, r *RootMotion) []byte {
	getMotion(b, &r.Delta)
	for i := range r.Exact {
		r.Exact[i] = codec.GetFloat64(b[32+8*i:])
	}
	r.Up, r.Manual, r.Decay.Begins = clip.UpAxis(b[160]), b[161]&1 != 0, b[161]&2 != 0
	for i, m := range [...]*clip.Motion{&r.Decay.Velocity, &r.Decay.Offset, &r.Decay.Faster} {
		getMotion(b[164+32*i:], m)
	}
	r.Decay.Elapsed, r.Decay.Length = codec.GetFloat64(b[260:]), codec.GetFloat64(b[268:])
	return b[rootMotionSize:]
}

func putMotion(b []byte, m *clip.Motion) {
	for i, v := range [...]float64{m.X, m.Y, m.Z, m.Yaw} {
		codec.PutFloat64(b[8*i:], v)
	}
}

func getMotion(b []byte, m *clip.Motion) {
	m.X, m.Y = codec.GetFloat64(b), codec.GetFloat64(b[8:])
	m.Z, m.Yaw = codec.GetFloat64(b[16:]), codec.GetFloat64(b[24:])
}
