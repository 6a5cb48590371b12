// Package bvh reads recordings of motion in BVH files into an [assets.Library].
//
//   - [Open] reads a file from disk, [Parse] from memory. Each returns an [assets.Model] with a
//     skeleton and one clip, both named after the file.
//   - [Options] has the two as methods, with the unit of length, a range of frames, the motion of
//     the whole character, and how the clip is baked.
//   - [Error] is the error of all of these: file, line, reason.
//
// [github.com/sinew-go/sinew/assets/retarget.New] finds the humanoid in usual recordings by the
// names of their joints, and lets other characters play them.
//
// # What a file becomes
//
// A file whose skeleton equals one of the library but for its name, as recordings of one person do,
// takes that one.
//
// Each joint of the file is a joint of the skeleton, in the order of the file. An End Site is a
// joint as well, named after its joint with ".end" after it (and ".end2" for a second one), since
// it says how long the last bone of a limb is. The rest pose is the pose of all angles 0: offsets
// alone. A file may have several roots, and joints of one name.
//
// Rotation channels apply from left to right, each about an axis of what the one before left: a
// joint with the channels Z X Y turns by R = Rz · Rx · Ry. Angles are degrees; the rotations of
// frames become quaternions, and between two frames a joint turns the shorter way, also where an
// angle jumps from 179 to -179. A position channel takes the place of that number of OFFSET, on any
// joint, as in Blender; what other readers do, to add the two, gives other poses for files that
// have six channels everywhere. Rows and their numbers are those of the channels, in the order of
// the file, so rotations may come before positions.
//
// The clip starts at 0 s; frame n is at n times the frame time. A channel that never changes makes
// a track of one key, and none if it has the value of the rest pose. A file of 0 frames is a
// skeleton without a clip, one of a single frame a clip of 0 s.
//
// The format knows no unit of length, and its axes are usually those of this module: +Y up, the
// person looks along +Z. Most recordings are in centimeters: give [Options].Scale, or let
// [Options].Meters find it.
//
// # What is an error
//
// The error of a file names the line and says what was expected there. Everything that could move a
// number to another channel is an error, because the motion would be wrong in silence: rows of more
// or fewer numbers than channels, a frame that goes on in the next line, more or fewer frames than
// the header says, a channel twice in a joint, scale channels, channels of an End Site. So are
// numbers that are not finite or that Go alone would read (0x10, 1_000), and text that is not
// UTF-8.
//
// Accepted, because there is one thing that they can mean: keywords in any case, any white space
// and line ends, a hierarchy in one line, CHANNELS before OFFSET, a joint without CHANNELS (it
// never turns), names with spaces, a name after End Site (which is dropped, with a warning). Memory
// and time are bounded by the bytes of the file, whatever its header says.
//
// # Source
//
// There is no specification by a committee; the format is that of Biovision as described by
// M. Meredith and S. Maddock, "Motion capture file formats explained" (University of Sheffield,
// 2001).
package bvh
