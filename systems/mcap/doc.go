// Package mcap writes what characters do into MCAP files, a format for recordings that viewers such
// as Foxglove and Rerun open: where each joint is, what each layer plays, and what happened.
//
//   - [NewWriter] begins a file from a world that runs. [Writer.Frame] writes the present frame,
//     after [systems.Animation.Update], and [Writer.Close] ends the file.
//   - [WriteTape] writes the frames of a [rewind.Tape], as the command sinew replay does with --mcap.
//
// A file has four topics, with messages of Foxglove's schemas in Protocol Buffers, which the file
// defines itself:
//
//   - /tf, foxglove.FrameTransforms: the characters and their joints as a tree of frames.
//   - /characters, foxglove.SceneUpdate: the bones of each character as lines, with its name, and as
//     metadata what its layers play and the states and parameters of its graph.
//   - /bones, foxglove.PointCloud: points along the bones of all characters, for viewers that draw no
//     scene updates, such as Rerun.
//   - /log, foxglove.Log: events, and as warnings the findings of [systems.Animation.Explain], when
//     they begin.
//
// # Conventions
//
// The root frame is "world", whose z axis points up as viewers expect. In it lies "scene", the space
// of the program's world, whose y axis points up. A character's frame is named after its model and
// its entity, such as "mannequin 3"; its joints are named after it, such as "mannequin 3/head".
// Lengths are in units of the world. Frames rotate and move but do not scale: they are where joints
// are in the world, whatever the scale of a model. Times begin at the Unix epoch, unless [Options]
// say otherwise.
//
// Nothing is compressed: a frame takes about 200 bytes for each joint.
package mcap
