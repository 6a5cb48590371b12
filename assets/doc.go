// Package assets holds the immutable data that characters share, and nothing that knows of entities or of GL.
//
// A [Library] owns assets and names them by small typed IDs ([SkeletonID], [ClipID], ...), which are what components hold.
//
//   - [Skeleton]: joints sorted parents first, with a rest pose; made by [NewSkeleton].
//   - [Clip]: the tracks ([Track]) that move a skeleton's joints; made by a [ClipBuilder], sampled exactly by [Clip.Sample]
//     or a [Sampler]. A [Marker] is a named moment of a clip; [WithMarkers] and [Library.SetClip] give markers to clips from files.
//     [MakeAdditive] makes one of differences, to be added to other poses, [ExtractRootMotion] one whose [RootMotion] is beside it.
//   - [BlendSpace]: clips mixed by a speed or a direction and kept in phase; made by a [BlendSpaceBuilder].
//   - [Mask]: how far a layer reaches each joint; made by a [MaskBuilder].
//   - [BakedClip]: a clip in the small and fast form for playing; made by [Library.Bake], [Library.BakeCached] or [Bake], which
//     report by a [BakeReport] what they did.
//   - [Graph]: the state machines that decide what a character plays; put together by [NewGraph], read by [ReadGraph]. [Curve] is the way
//     that a fade takes.
//   - [Pose]: where every joint is at one moment; [Pose.ModelMatrices] takes it to model space.
//   - [Skin]: which joints move a mesh, with the inverse bind matrices; [Skin.Palette] makes the skinning matrices.
//   - [Mesh] and its [Primitive] streams, [Material], [Texture], [Image]: what is drawn.
//   - [Model]: all of these as they come from one file; it is what gets spawned.
//     [Model.JointBounds] measures what each joint moves, for culling, and [Model.Reach] how far all that goes.
//
// Models come from package gltfio, which reads glTF 2.0, or from package mannequin, which makes a humanoid.
//
// # Conventions
//
// Space is right-handed with +Y up, lengths are meters, angles radians, times seconds, as in glTF 2.0. Matrices multiply
// column vectors: model(joint) = model(parent) · local, local = translation · rotation · scale. A [Matrix] is the upper
// three rows, row-major; mathgl's Mat4 at the edge of the API is column-major. Quaternions in flat data are x, y, z, w.
//
// # Additive clips and masks
//
// An additive clip ([Clip.Additive]) holds what its source does beyond a reference: its first pose, the rest pose, or another
// clip's pose. With a weight from 0 to 1, which a mask may lower joint by joint, a difference is added to a pose as follows:
// its rotation, taken that far from none by normalized linear interpolation, is applied after the pose's, in the parent's
// space; its translation times the weight is added; the pose's scale is multiplied by 1 - weight + weight·difference, number
// by number; morph weights are added like translations. A negative weight does the inverse, so that it takes away what was added
// by its absolute value. Since rotations do not commute, additive layers are applied in order, and taken away in the opposite one.
//
// A [Mask] has a weight for each joint. [MaskBuilder.Feather] spreads the edge of a mask over several joints.
//
// # Blend spaces
//
// A [BlendSpace] has clips at positions along a line or in a plane. [BlendSpace.Weights] says how much of each a position gets, by a
// [BlendMethod]: between neighbors along the line, within Delaunay's triangles, or by gradient bands, whose polar form suits moving in
// all directions. [SpeedLocomotion] and [DirectionalLocomotion] begin the two that are wanted most.
//
// All clips of a space share a phase from 0 to 1, by which feet come down together though the clips have different durations.
// [BlendSpace.Time] finds a clip's time for a phase. That is by normalized time, or by sync markers: every clip has the same markers
// in the same order, over and over, and each marker has its phase. [BlendSpace.Advance] moves the phase on at the mean pace of the
// clips by weight.
//
// # Root motion
//
// [ExtractRootMotion] takes out of a clip how it moves the character as a whole: from a joint's way in model space the axes that are
// asked for, and its yaw. At every time the motion, a [Motion], times the pose that is left is the pose that was:
//
//	model matrix (t) = motion (t) · model matrix that is left (t),    motion (start) = identity
//
// A motion is a turn about the up axis and a translation. [RootMotion.Delta] is what happens between two times of the clip, seen from
// where the character is at the first, [RootMotion.Travel] the same over the ends of loops; one frame after another, composed,
// they lead where the clip leads, however long the frames are. Movements of clips that show together are summed by weight
// ([BlendMotions]), as frames turn little. [ApplyMotion] moves a character's matrix without losing what float32 would.
//
// Baking leaves a [RootMotion] as it is: it stays with its [Clip], in float64, at the keys' times and as many more as straight lines
// between them need. A clip that goes straight ahead keeps its keys; one that turns gets more, since a turn
// about the character's middle moves a joint beside it along an arc.
//
// # Baked clips
//
// [Bake] turns a [Clip] into frames of integers. The frames sit on the keys' own grid in time where there is one; where a joint
// turns fast there are more of them, since between frames rotations run straight and are normalized, and where little moves
// fewer. Each number is ranged over its own motion and gets as many bits, 1 to 24, as the error allows. That is measured in
// model space, three virtual vertices around each joint, against exact sampling. 8 numbers of one width make a row: the same
// number of 8 joints, or, where only some of these move or need more bits than the rest, any 8 numbers scattered over the pose.
// Scattered numbers take longer to write, so that only those are that save enough bytes: 0.3 bytes a frame for each cycle. The four
// rows of rotations of 8 joints lie together where they are whole, and are brought to unit length before they are written.
//
// What was tried gave, as bytes of 40 for each joint and key to bytes baked, on four characters with 28 clips (Fox,
// CesiumMan, a robot and a woman), at 0.1 mm and 1 mm for a height of 1.8 m:
//
//	16 bits, whole rows of 8 joints                     4.5    6.3
//	16 bits, scattered numbers                          8.3   11.7
//	8, 12 or 16 bits, scattered numbers                11.1   17.5
//	any width, whole rows                               6.9   12.0
//	any width, scattered, one frame rate for the clip   9.8   19.0
//	any width, scattered, frames where needed          12.7   20.9
//	the same, scattered only where it is worth it      12.5   20.4   (this is what is done)
//
// Cubics and rotations of three numbers were tried in prototypes, against the same exact poses and with every clip within its tolerance:
//
//	what is done                                        12.5   20.4
//	cubics through 4 frames, where they save frames     13.1   21.4   about 15 in 100 longer to sample, by counting
//	3 numbers, the 4th found in both frames             15.8   24.8   half as long again or more, by counting
//	3 numbers, the 4th found between the frames          7.6   20.1   but for two clips at 0.1 mm and one at 1 mm
//	the same, where that needs no more frames           14.1   24.0   0 to 13 in 100 longer at 0.1 mm, 0 to 5 at 1 mm
//
// Cubics (Hermite, with the slopes of parabolas through three frames, over unequal steps, around the ends of loops, straight
// lines where these do, the fewest frames by dynamic programming) suit slow movement: idle of the built-in character goes from 75
// frames and 13,548 bytes to 22 and 6,194 at 0.1 mm, and smooth swinging with 120 keys a second from 222 frames to 33. But most
// clips have 30 straight pieces a second, whose corners stray by more than the error allows once a key is left out: walk, run and
// dance of the built-in character save nothing, 9 of the 28 clips save at 1 mm. They were not built for 5 bytes in 100; recordings
// at high rates would be the reason to.
//
// Of three numbers, those are kept that stay nearest to 0 over the clip; always leaving out w saves a fifth less. The gain is
// larger than one number in four, since the one left out is the widest and takes its ranges along. But nearly all are scattered
// numbers, so that both frames would have to be written before two square roots for each 8 joints. Found between the frames, by one
// root, the fourth takes rotations off their arc, and at 0.1 mm there must be twice as many frames. Where only those joints leave one
// out whose arc allows it, clips get 15 in 100 smaller at 1 mm (the built-in character's 19) and 11 at 0.1 mm (19). With AVX2 a group
// whose joints all do so needs the root instead of the series of 1/sqrt, others both. This one is worth having; it is not built yet,
// and baking would try several limits for the arc, each taking as long as baking does now.
//
// A whole row takes about 5 cycles to sample, a scattered number 2. Random times cost the same as consecutive ones, since nothing
// is kept. A pose of the built-in character, 67 joints, takes 95 ns with AVX2 and 610 ns without, of 3,900 ns by exact sampling.
//
// # State machines
//
// A [Graph] has parameters, and for each layer of a character a machine of states: each plays a clip or a blend space, or holds a machine
// itself. Transitions lead from one state to another when conditions on the parameters hold. A program sets the parameters, and the
// graph does the rest. It is written in Go by a builder, or in JSON, of which [GraphSchema] is the schema:
//
//	graph, err := assets.NewGraph("locomotion").
//		Float("speed", 0).Trigger("jump").
//		Layer("base",
//			assets.State("Stand").Clip("Idle").
//				To("Move").When("speed", ">", 0.1).Fade(0.25),
//			assets.State("Move").Space("Gait", "speed").
//				To("Stand").When("speed", "<", 0.1).Fade(0.25),
//			assets.State("Jump").Clip("Jump").Play(assets.Hold).
//				To("Stand").After(0.9).Fade(0.15),
//			assets.AnyState().
//				To("Jump").On("jump").Fade(0.1)).
//		Build(library, model)
//
// Both say all that is wrong with one, at once and with its place. [Graph] says in which order transitions are tried, and when a
// condition holds and an exit time is reached. What it is built into is flat: every leaf state has the list of all transitions
// that can leave it, those of the machines around it included, so that a character's frame reads one state, one short run of
// transitions and their conditions, and no pointers.
//
// # Exactness
//
// Building and sampling use only operations that IEEE 754 rounds exactly, in one written order, so that every machine makes
// the same bits of the same file.
package assets
