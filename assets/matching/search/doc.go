// Package search has databases of motions as they are played and searched: for motion matching.
// Package matching makes them, from a builder, from JSON or from what a pack holds.
//
//   - A [Database] holds frames of clips, each [Range] of one after the other, with the numbers of
//     each [Feature]. [Database.Report] returns a [Report] of what it is made of.
//   - [Database.Query] makes a query from the features of the frame that plays now and a wished
//     trajectory, each [Point] of which is where the character shall be. [Database.Search] finds
//     the frame that is nearest to a query; a [Search] says what else it looks for.
//   - [Database.Best] returns the frames that cost a search least, each a [Candidate] that says how
//     much each feature adds; [Database.Candidate] says it of any frame. [Database.Alike] finds
//     frames that are there twice.
//   - [Database.Time] and [Database.FrameAt] convert between frames and the time of a playback,
//     and [Database.ClipTime] tells what a frame shows.
//   - A database is a [motion.Motion]: motion.go is how it moves in time.
//   - [Database.Rebuild] makes a database again for other clips, [Database.AppendBinary] encodes it
//     with its numbers, and [Database.WriteJSON] writes what it is made of, with the names of clips
//     in a library of [NamedClips]. Its [Origin] does that: what package matching made it from.
//     [New] is for package matching too, which gives it [Parts].
//
// # Frames
//
// The frames of a database are at equal times of its ranges, 30 a second, and are named by their
// numbers. The time of a playback is in seconds and runs over all ranges, one after the other, with
// a frame between two of them. It moves steadily in a range and stops at its end, unless the range
// loops.
//
// # Search
//
// The numbers of a query are in their own units, meters and seconds. A search divides the
// differences of each feature by its spread, the standard deviation of its numbers over all frames,
// and multiplies them by its weight.
//
// A search is exact: it finds the frame that comparing the query with every frame finds, of equal
// ones the first, with the same bits on every machine. The frames are in leaves of 8, in the order
// of a kd-tree, with boxes around leaves and around boxes; what is farther than the best frame so
// far is not looked at. The boxes are along the at most 12 directions in which the frames spread
// most, rounded outward.
package search
