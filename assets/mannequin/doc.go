// Package mannequin makes the built-in character: a humanoid of 67 joints with a smooth skinned surface and six looping
// clips, all of it computed, so that demos, examples and benchmarks need no file.
//
//   - [New] makes it and files it in an assets.Library; package gltfio can write it out.
//   - [WalkSpeed] and [RunSpeed] are how fast to move a character that plays those clips. [Traveling] makes clips that move over
//     the ground by themselves, as authored ones with root motion do, and [Stepping] such ones whose feet follow a bow or turn on the spot.
//
// # The figure
//
// It is 1.8 m tall, stands on the ground at the origin in an A-pose and faces +Z, its left side toward +X. The skeleton
// has one root, which never moves and lies on the ground. Below it:
//
//	hips, spine_1 to spine_4, neck_1, neck_2, head
//	left_clavicle, left_upper_arm, left_upper_arm_twist, left_forearm, left_forearm_twist, left_hand
//	left_index_metacarpal, left_index_1 to _3, and so for middle, ring and pinky; left_thumb_1 to _3
//	left_thigh, left_shin, left_foot, left_toe, and all of these for the right
//
// A joint's y axis runs along its bone, and bending is a rotation about x: a positive one swings an arm or a leg forward,
// bends an elbow and lifts toes, a negative one bends a knee. Fingers curl about z, negatively on the left. The frames of the
// right side are mirror images of the left side's, with x turned about to stay right-handed: a rotation (x, y, z, w) of a
// left joint looks the same as (x, -y, -z, w) of the right one. Twist joints have no children; they share out the twist of
// upper arm and hand over the skin.
//
// The mesh has a primitive for each of four materials: shell, core, accent and visor. Vertex colors hold how open the sky
// is above each vertex.
//
// # The clips
//
//	name  seconds  what it does
//	idle  5.00     breathes and shifts the weight
//	walk  1.07     two steps on the spot, feet moving back at WalkSpeed
//	run   0.67     two steps on the spot, feet moving back at RunSpeed
//	jump  2.27     crouches, leaps on the spot, lands
//	wave  3.20     raises the right hand, waves, takes it down
//	dance 4.00     steps from side to side at 120 beats a minute
//
// All of them loop: the last key is the first one again. Keys are linear, 30 a second. Walk and run have a marker at the
// moment at which each foot meets the ground, [LeftFoot] and [RightFoot].
//
// # How it is made
//
// A signed distance field of rounded cones and ellipsoids that flow into each other within groups is polygonised by surface
// nets on an octree, fine at the fingers, cut along the edges of the paints, and bound to the joints by weights that spread
// along the surface like heat. Clips come from stances, in the terms of an animator, which analytic inverse kinematics of
// the legs turns into joint rotations. Everything is computed in exact steps, as package assets demands, so that every
// machine makes the same bits.
package mannequin
