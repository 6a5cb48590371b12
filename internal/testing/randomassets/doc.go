// Package randomassets makes random skeletons, clips, skins and meshes for tests and benchmarks. The same source of random
// numbers gives the same assets.
//
//   - [Skeleton] makes a hierarchy of a [Shape]: deep chains, wide or bushy ones, several roots, any scales.
//   - [Clip] makes a clip that moves a skeleton by every kind of track; [Keys] makes one track's times.
//   - [Skin] and [Primitive] make something to be moved.
//   - [Model] puts all of these together in a library.
//   - [Time] picks a time before, at, between or behind a clip's keys.
package randomassets
