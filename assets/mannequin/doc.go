// Package mannequin computes the built-in characters: a humanoid of 67 joints with a smooth skinned
// surface and six looping clips, and its companion. Demos, examples, tests and benchmarks can use
// it without a file.
//
//   - [New] makes the character and adds it to an assets.Library. Package gltfio can export it.
//   - [NewCompanion] makes a second character: shorter, with a tunic, hair and other proportions.
//     It has the same joints and clips, and walks at [CompanionSize] times the speed.
//   - [WalkSpeed] and [RunSpeed] are the speeds at which to move a character that plays "walk" or
//     "run".
//   - [LeftFoot] and [RightFoot] are the names of the markers at which a foot meets the ground.
//
// Package [github.com/sinew-go/sinew/assets/mannequin/courses] makes clips that move over the
// ground by themselves.
//
// # The skeleton
//
// The character is 1.8 m tall, stands on the ground at the origin in an A-pose and faces +Z, its
// left side toward +X. The skeleton has one root, which lies on the ground and never moves except
// in clips of package courses. Below it are:
//
//	hips, spine_1 to spine_4, neck_1, neck_2, head
//	left_clavicle, left_upper_arm, left_upper_arm_twist, left_forearm, left_forearm_twist, left_hand
//	left_index_metacarpal, left_index_1 to _3, likewise for middle, ring and pinky; left_thumb_1 to _3
//	left_thigh, left_shin, left_foot, left_toe; the same for the right side
//
// The y axis of a joint points along its bone. Limbs bend about x: a positive rotation swings an
// arm or a leg forward, bends an elbow and lifts toes; a negative one bends a knee. Fingers curl
// about z, negatively on the left. Joint frames of the right side are mirror images of the left
// ones, with the x axis negated to stay right-handed: a rotation (x, y, z, w) of a left joint looks
// the same as (x, -y, -z, w) of the right one. Twist joints have no children; they distribute the
// twist of the upper arm and the hand over the skin.
//
// The mesh has one primitive for each of four materials: shell, core, accent and visor. Vertex
// colors hold ambient occlusion, 1 where the whole sky is visible.
//
// The companion has the joints of the mannequin, in rest rotations that are the same, at other
// distances, and primitives of the materials cloth, trim, skin, hair, trousers and leather.
//
// # The clips
//
//	name  seconds  content
//	idle  5.00     breathes and shifts the weight
//	walk  1.07     two steps on the spot, feet moving back at WalkSpeed
//	run   0.67     two steps on the spot, feet moving back at RunSpeed
//	jump  2.27     crouches, leaps on the spot, lands
//	wave  3.20     raises the right hand, waves, lowers it
//	dance 4.00     steps from side to side at 120 beats a minute
//
// All clips loop: the last key equals the first one. Keys are linear, 30 a second. "walk" and "run"
// have a marker at the time at which each foot meets the ground.
//
// # Method
//
// The body is a signed distance field of rounded cones and ellipsoids; package isosurface below
// this one turns it into triangles. Weights begin at the joints of the nearest solid and diffuse
// along the surface. Clips are written as poses in an animator's terms (orientation of the chest,
// swing of an arm, position of an ankle), which package posing below this one turns into joint
// rotations by analytic inverse kinematics. Every operation is exactly rounded and in a fixed
// order, as everywhere in the assets packages, so that every machine computes the same bits.
package mannequin
