// Package randomassets makes random skeletons, clips, skins and meshes for tests and benchmarks.
// The same source of random numbers gives the same assets.
//
//   - [Skeleton] makes a skeleton of a [Shape]: a chain, wide or bushy, with several roots, with
//     any scales. [Shapes] lists some.
//   - [Clip] makes a clip with tracks of every interpolation; [Keys] and [Rotations] make the times
//     and values of one track.
//   - [Skin] and [Primitive] make a skin and a surface for it.
//   - [Model] makes a whole model in a library.
//   - [Transform] and [Rotation] make single values.
//   - [Time] picks a time before, at, between or after a clip's keys.
package randomassets
