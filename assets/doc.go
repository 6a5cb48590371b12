// Package assets holds the immutable data that characters share, and nothing that knows of entities or of GL.
//
// A [Library] owns assets and names them by small typed IDs ([SkeletonID], [ClipID], ...), which are what components hold.
//
//   - [Skeleton]: joints sorted parents first, with a rest pose; made by [NewSkeleton].
//   - [Clip]: the tracks ([Track]) that move a skeleton's joints; made by a [ClipBuilder], sampled exactly by [Clip.Sample]
//     or a [Sampler].
//   - [Pose]: where every joint is at one moment; [Pose.ModelMatrices] takes it to model space.
//   - [Skin]: which joints move a mesh, with the inverse bind matrices; [Skin.Palette] makes the skinning matrices.
//   - [Mesh] and its [Primitive] streams, [Material], [Texture], [Image]: what is drawn.
//   - [Model]: all of these as they come from one file; it is what gets spawned.
//     [Model.JointBounds] measures what each joint moves, for culling.
//
// Models come from package gltfio, which reads glTF 2.0, or from package mannequin, which makes a humanoid.
//
// # Conventions
//
// Space is right-handed with +Y up, lengths are metres, angles radians, times seconds, as in glTF 2.0. Matrices multiply
// column vectors: model(joint) = model(parent) · local, local = translation · rotation · scale. A [Matrix] is the upper
// three rows, row-major; mathgl's Mat4 at the edge of the API is column-major. Quaternions in flat data are x, y, z, w.
//
// # Exactness
//
// Building and sampling use only operations that IEEE 754 rounds exactly, in one written order, so that every machine makes
// the same bits of the same file.
package assets
