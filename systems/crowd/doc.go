// Package crowd plays clips on characters by the tens of thousands, whose poses take no time of the
// CPU: package render computes them on the GPU, from the time alone.
//
//   - [New] adds a [Crowd] to a [systems.Animation]. [Crowd.Spawn] makes a member: an entity with
//     a [components.CrowdPlayer], a [components.SkinnedMesh] and a [components.Transform].
//   - [Member] is the handle on a member: it plays, crossfades and seeks clips and blend spaces, in
//     which it has a position ([Member.SetPosition]), plays a clip over them on some joints
//     ([Member.Overlay]), moves the member, and gives it a tint, a build, and parts to wear.
//     [Member.Pose], [Member.Markers] and [Member.RootMotion] compute on demand what a character
//     has in every frame.
//   - [RestPose] stands for a clip where a member shows the rest pose.
//   - [Crowd.ToCharacter] makes a character of a member, and [Crowd.ToCrowd] a member of a
//     character, without a jump in the pose: so those near the camera can have layers, state
//     machines and modifiers.
//   - [Crowd.Near] finds the members near a point, the nearest first.
//   - [Crowd.SetDetail] chooses from which sizes on the screen members have fewer joints.
//   - [Passed] is a marker that a member passed, as [Member.Markers] returns it.
//   - [Time] is the time of the crowd, a resource of the world.
//   - [ErrUnfit] is the error of what a crowd cannot show.
//
// # What a member shows
//
// A member plays one or two motions, clips or blend spaces, blended by a weight that may change
// over time, with speeds of their own, and maybe a clip over these ([components.CrowdLayer]), on
// the joints of a mask. It shows the same pose as a character that plays the same, within 1e-4 of
// its size. A blend space mixes at most blendspace.MaxWeights clips, in phase as those of a
// character, by their sync markers where it has such. A member has no further layers, motions of
// other kinds, state machine, morph weights, animated materials or visibility, and no
// inertialization; parts that a pose hides and shows are drawn. A clip that stays exact, or has
// stepped tracks, is sampled 240 times a second.
//
// What a clip says of the rest is not played, without an error: a member has the morph weights of
// its mesh and the values of its materials as they were loaded. Its blended surfaces are drawn
// after all opaque ones, but not sorted by distance, and cast no shadow. A character that needs
// more is one of the CPU ([Crowd.ToCharacter]).
//
// Members of a model look different by a tint and a build ([components.Appearance]), by hidden
// parts ([components.SkinnedMesh]), and in height by their Transform. All of it stays with them as
// they become characters and members again. Members that hide different parts are posed together
// and drawn by the same calls; a part that only some show is drawn for these alone.
//
// On the GPU, each matrix of a member in view takes a fragment with 16 fetches of texels, from
// frames that hold the matrices of all joints in model space. They are made when the crowd first
// plays a clip, which takes some milliseconds, and are up to 16 MB in all. For what does not fit,
// and for a member while it blends two clips or has a layer, a pass before computes the local
// matrix of each joint once, and a matrix takes those of the joints above it: for the mannequin 60
// fetches for a matrix, or 64 in a blend, 75 between two clips of a blend space and about 8 more
// for each further clip: the same pose, at a greater cost. At the position of a sample, a member
// plays its clip alone. Where its position changes in every frame, its record is made in every
// frame, too.
//
// Nothing is done for a member that does not change: it is a record of 128 bytes in the memory of
// the GPU, and as much again for a layer and for each of its motions that mixes clips. The methods
// of [Member] and [Crowd] note what changes. A program that writes components or removes entities
// itself calls [Crowd.Changed]; otherwise the change shows when the number of members changes, or
// some seconds later.
//
// Members near each other form blocks of 64. Drawing takes a few nanoseconds for each block, to
// find out whether it is in view and at which level of detail, and for each member of those blocks
// that are partly in view; only members in view are posed and drawn. Levels of detail follow from
// the distance alone, and one replaces another pixel by pixel, over 3% of the distance. What moves
// changes blocks, so members that stand still cost less than members that move. Many that move
// together, such as those on a ship, stand still relative to a carrier ([Member.SetCarrier]), which
// is the only one to move.
//
// # Memory
//
// Where the library has a budget ([assets.Library.SetBudget]), the clips that members show stay in
// memory, and may leave some frames after the last member shows them. Methods that begin a clip
// which is away return [ErrUnfit], and ask for it. If the program writes such a clip into a
// component, or a restored snapshot has one, the clip is asked for, and until it comes back the
// member is drawn as before, a new one in the rest pose; [Member.Pose] samples the keys meanwhile,
// if the clip has some. The events [ecs.PlaybackHeld] and [ecs.PlaybackReleased] tell of this, as
// of characters, with the layer 1 for a [components.CrowdLayer]; [components.CrowdMotion].Held says
// it of each motion.
//
// # Time
//
// A member's clips are at the place that follows from the time of the crowd and what the component
// says of the time of the last change. The GPU computes with whole numbers of 2^-20 seconds and
// 2^-32 cycles of a clip, so that a motion is as exact after hours as at the beginning. A motion in
// the mode [clip.Once] or [clip.Hold] ends after 4096 seconds at the latest.
//
// A restored [Time] that lies before the present one makes the crowd look at every member once. So
// a session of package rollback restores a crowd if it has the resource:
// rollback.RegisterResource[crowd.Time](session).
package crowd
