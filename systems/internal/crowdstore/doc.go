// Package crowdstore holds the members of a crowd as the GPU needs them. Package crowd of systems
// fills it, package render draws it; it calls no graphics API itself.
//
//   - [New] makes a [Store], a world resource. [Store.Sync] brings it up to date with the world.
//     Each member has a slot with a [Record] of [RecordWords] words, and so have a layer and the
//     blend spaces that it plays; [Store.Changes] lists the records that changed since a [Mark].
//   - [Texels] are the clips and the [Rig]s of models as texels of four float32, at most
//     [MaxTexels]; more are an [ErrTooManyTexels]. [Texels.Locals] and [Texels.Pose] compute
//     matrices from them and a record, by the steps of the shaders crowd_local.frag.glsl and
//     crowd_pose.frag.glsl: they are the shaders' reference in tests.
//   - Members near each other share a block of [BlockLanes] slots. [Store.Begin] and
//     [Store.Collect] find the blocks that a [View] shows, and put those that are drawn alike
//     ([Kind], level of detail, mirroring) into a [List] of [Collected]. A member that is small and
//     shows one clip alone is an impostor, drawn as pictures. While one level of detail replaces
//     another, and while an impostor begins and ends to blend clips, lists are drawn twice, or a
//     member is on two of them ([Fade], in [FadeSteps] steps, which are in the bits of
//     [Collected].Entries from [FadeShift] on).
//   - [Motion] and [Clips] are what members may play, and its clips. [Advance], [Weight] and
//     [LayerWeight] compute what components play at a time, and [Shown] lists the motions; [Ticks]
//     is the time on the GPU, of which a second has [TicksPerSecond].
//
// # Time
//
// A record has the phase of each motion as the fraction of a cycle at the player's Since, times
// 2^32, and its change per tick of 2^-20 s, times 2^64. The shader multiplies the change by the
// ticks since then and adds it, in integers that wrap around as cycles do. The error of the phase
// is 2^-33 cycles from rounding at the beginning and grows by 2^-65 cycles a tick: after a week by
// 2^-26 cycles. Only then the phase becomes a float32, with an error of 2^-25 of the clip.
//
// # Memory
//
// A clip takes 16 bytes for each of a joint's rotation, translation and scale that moves, at each
// of its baked frames, and 16 bytes for each joint and each cell of the frame grid. What does not
// move is stored once. A member takes 128 bytes, and the same again in the memory of the GPU.
//
// For each clip and each level of detail of a model there are frames of entries besides: the
// matrices of the palettes in model space, 48 bytes each, at moments so near each other that a
// parabola through three of them is within 5e-5 of the skeleton's size of what the joints give, for
// every corner of the model's box. They take at most 16 MB ([MaxFrameTexels]), a clip at a level at
// most a quarter of that; the coarsest level of a kind comes first. The six clips of the mannequin
// take 7.5 MB at full detail.
//
// # Cost of a matrix
//
// Where there are frames of entries, a matrix of a member that shows one motion takes 16 fetches of
// texels: five of the member and its record, two of the clip's number and its directory, and nine
// of the three matrices. For clips without such frames and for members that blend two motions, the
// local pass computes the local matrix of each joint once, and a matrix takes four fetches for each
// joint above it: with its part of the local pass 60 on average for the mannequin, and 64 in a
// blend. To multiply the matrices in passes that double how far they reach would take as many:
// seven or eight in each of four passes, in place of four for each of 8 joints. A motion of a blend
// space costs about eight for each clip that it mixes, and some fetches for each to find its place.
package crowdstore
