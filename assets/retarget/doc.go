// Package retarget makes clips for other characters: the same motion for the other side of the
// body, or for another skeleton. It works offline, on clips as they are authored, and never runs in
// a frame.
//
//   - [Mirror] exchanges left and right in poses and clips; [NewMirror] finds the mirror plane and
//     the pairs of joints, unless [MirrorOptions] give them.
//   - [Retargeter] turns clips and poses of one skeleton into clips and poses of another: [New]
//     relates two skeletons, as humanoids or joint by joint, [Retargeter.Clip] makes a clip and a
//     [Report] of what differs, with a [JointReport] for each joint of the target.
//   - [StandingPose], [ReferencePose] and [BindPose] give a reference pose for files whose rest pose
//     is a frame of a clip; a [Stance] says what speaks against one. [Report.Grade] says how well a
//     clip could be retargeted ([Grade]), and why.
//
// Package humanoid finds the bones of humanoids, and package vrm reads those of VRM files.
//
// # Mirroring
//
// A joint's partner is the joint that the other side's name belongs to, or without such names the
// one at the mirror image of its position. With the mirroring S and the model matrices R of a
// joint's rest pose, primes for the partner's side, the mirrored pose M' satisfies
//
//	M' · R'^-1 = S · M · R^-1 · S
//
// so that what a joint does relative to its rest pose in model space is mirrored, whatever its axes
// are. Relative to its parent that is one constant quaternion on the left and one on the right of
// the partner's rotation. It maps keys, tangents and control points alike and commutes with their
// interpolation: a mirrored clip has the keys of its source, and twice mirrored it is the source
// again.
//
// If the rest pose is not symmetric, as in a file that stores a frame of a walk there, it says
// nothing about the axes. Rigs give the partners the same axes up to signs and order; the rotation
// between them then is that among 24 that fits the offsets of the bones below, and the rest pose
// decides only between those.
//
// # Retargeting
//
// In a reference pose both characters stand upright. From it,
//
//  1. limbs and fingers of the source are aligned in model space to point as the target's, which
//     makes a T pose and an A pose the same: an upper arm or leg first forward or backward, then in
//     the frontal plane, so that the result does not depend on the angle at which either rig holds
//     its arms; the bones below by the smallest rotation;
//  2. each joint of the target gets the rotation of its joint in the source since the reference
//     pose, in model space. A spine or neck of another number of joints takes the rotation at the
//     same part of its length, fingers that the source lacks follow their neighbor, and twist
//     joints take a part of the twist of their bone;
//  3. hips get the position of the source's, in proportion to the legs. With it go strides and root
//     motion;
//  4. feet that are near the ground are put by inverse kinematics where they are in the source, in
//     proportion to the legs, by the toes on which they stand or by the heels, so that a foot that
//     stands does not slide, sink or float. Feet in the air are where the legs take them. The
//     difference in the width of the stance is turned by the character's heading, which is kept
//     while a foot stands. Hips are lowered where a leg is too short. Hands are put as far from the
//     shoulder as in the source, in proportion to the arms.
//
// With [Options.FreeFeet] and [Options.FreeHands] all limbs point exactly as in the source instead.
//
// Skeletons with the same joints and axes share one reference pose where the rest pose of one does
// not stand. Joints are the same by their names, or by the bones that [Options.From] and
// [Options.To] say. If the bones of joints with the same names have the same lengths too, every
// number of a clip is carried.
//
// Animals and everything else are related joint by joint, by [Options.Joints] or by equal and near
// names. Pairs of limbs and the legs that stand on the ground are then found in the rest pose, and
// treated as a humanoid's; translations and scales of joints are carried, too. Between skeletons
// with the same joints every number of a clip is carried.
//
// New clips have linear keys at the source's times, and more where inverse kinematics or cubic
// interpolation leaves straight lines by 1e-4 radians. Keys are then left out where this moves no
// joint, and no point near one, by more than 1e-4 of the target's size in model space, and no foot
// that stands by more than a hundredth of that ([Options.KeyTolerance]).
//
// # Sources
//
// Retargeting by rotations in model space relative to a common pose is what game engines do
// (Unity's humanoid avatars, Unreal's IK Retargeter, Godot's SkeletonProfileHumanoid). M. Gleicher,
// "Retargetting motion to new characters", SIGGRAPH 1998, states feet as constraints. The bones are
// VRM 1.0's. Inverse kinematics of two bones is the law of cosines.
//
// # Conventions
//
// Space, units and poses are as in package rig. Angles in reports are degrees, times seconds.
// Arithmetic is in float64 in a written order and uses only operations that IEEE 754 rounds
// exactly, so that every machine makes the same clips.
package retarget
