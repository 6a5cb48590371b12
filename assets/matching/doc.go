// Package matching makes databases of motions, from which the frame is searched that continues what
// a character does and goes where it shall: motion matching.
//
//   - [NewBuilder] begins a database. A [Builder] adds clips, or each [Range] of one, and features:
//     [Builder.Position], [Builder.Velocity], [Builder.Trajectory], [Builder.Curve],
//     [Builder.Phase], [Builder.Value].
//   - [Database] is the result: an immutable asset, owned by a [Library]. What it is when it plays,
//     and how it is searched, is package search: [Database], its [Feature], [Point], [Search],
//     [Candidate] and [Report] are the types of that package, so that a program that makes no
//     databases does not compile what makes them.
//   - A [Session] ([NewSession], [ReadSession]) notes which frames play, for tools.
//   - [Read] reads what a database is made of from JSON, with the clips of a library
//     ([NamedClips]); [search.Database.WriteJSON] writes it. [Schema] describes the documents.
//   - [search.Database.AppendBinary] encodes a database with its numbers, and [View] reads it
//     without measuring anything, as packs do. The error is [ErrDamaged].
//
// A database of walks that is searched for a turn to the left:
//
//	walks, err := matching.NewBuilder("Walks", skeleton).
//		Clip(forward, nil, "walk").
//		Clip(left, nil, "walk", "turn").
//		Position("LeftFoot", 1).Velocity("LeftFoot", 1).
//		Position("RightFoot", 1).Velocity("RightFoot", 1).
//		Velocity("Hips", 1).
//		Trajectory(1, 1.5, 0.33, 0.67, 1).
//		Build(library)
//	query := walks.Query(frame, wish, nil)
//	frame, cost := walks.Search(query, matching.Search{})
//
// # Features
//
// All features are in the space of the character: the model space of the clips, on the ground,
// facing +Z. It moves by the clip's root motion, from which trajectories and velocities come; a
// clip without root motion stands still. A recording is prepared by [clip.Centered] and
// [clip.ExtractRootMotion].
//
// Features that tell most apart, such as the trajectory, should be added first: a search does not
// compare a frame further that is too far by them.
package matching
