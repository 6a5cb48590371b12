// Package matching holds databases of motions, from which the frame is searched that continues what
// a character does and goes where it shall: motion matching.
//
//   - [NewBuilder] begins a database. A [Builder] adds clips, or each [Range] of one, and features:
//     [Builder.Position], [Builder.Velocity], [Builder.Trajectory], [Builder.Curve],
//     [Builder.Phase], [Builder.Value].
//   - [Database] is the result: an immutable asset, owned by a [Library]. [Database.Report] returns
//     a [Report] of what it is made of, [Database.Features] each [Feature].
//   - [Database.Query] makes a query from the features of the frame that plays now and a wished
//     trajectory, each [Point] of which is where the character shall be. [Database.Search] finds
//     the frame that is nearest to a query; a [Search] says what else it looks for.
//   - [Database.Best] returns the frames that cost a search least, each a [Candidate] that says how
//     much each feature adds; [Database.Candidate] says it of any frame. [Database.Alike] finds
//     frames that are there twice.
//   - A [Session] ([NewSession], [ReadSession]) notes which frames play, for tools.
//   - [Read] reads what a database is made of from JSON, with the clips of a library
//     ([NamedClips]); [Database.WriteJSON] writes it. [Schema] describes the documents.
//   - [Database.AppendBinary] encodes a database with its numbers, and [View] reads it without
//     measuring anything, as packs do; [Database.Owner] is the owner of its memory. The error is
//     [ErrDamaged].
//   - A database is a [motion.Motion]: motion.go is how it moves in time.
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
// # Frames
//
// The frames of a database are at equal times of its ranges, 30 a second, and are named by their
// numbers. [Database.Time] and [Database.FrameAt] convert between frames and the time of a
// playback, which is in seconds and runs over all ranges, one after the other, with a frame between
// two of them. The time moves steadily in a range and stops at its end, unless the range loops.
//
// # Features
//
// All features are in the space of the character: the model space of the clips, on the ground,
// facing +Z. It moves by the clip's root motion, from which trajectories and velocities come; a
// clip without root motion stands still. A recording is prepared by [clip.Centered] and
// [clip.ExtractRootMotion].
//
// The numbers of a query are in their own units, meters and seconds. A search divides the
// differences of each feature by its spread, the standard deviation of its numbers over all frames,
// and multiplies them by its weight.
//
// # Search
//
// A search is exact: it finds the frame that comparing the query with every frame finds, of equal
// ones the first, with the same bits on every machine. The frames are in leaves of 8, in the order
// of a kd-tree, with boxes around leaves and around boxes; what is farther than the best frame so
// far is not looked at. The boxes are along the at most 12 directions in which the frames spread
// most, rounded outward. Features that tell most apart, such as the trajectory, should be added
// first: a frame that is too far by them is not compared further.
package matching
