// Package id holds the names of assets: small typed integers by which components refer to what a library owns.
//
//   - [Skeleton], [Skin] and [Mask] name assets of package rig.
//   - [Clip] and [Curve] name assets of package clip, [BlendSpace] and [Graph] assets of packages blendspace and graph.
//   - [Mesh], [Material] and [Image] name assets of package mesh.
//   - [Model] names an [assets.Model], which refers to all of these.
//
// The low [IndexBits] of an ID are an index into the library's table of that kind. The bits above are the generation of
// the table's element, which increases whenever the element is used again. The ID of a removed asset therefore stays
// invalid and never names another asset. The zero value means 'none' and is always safe to use.
//
// An ID has a meaning only in the library that gave it out. Libraries that add the same assets in the same order give
// out the same IDs, in every process, so that snapshots, messages and hashes may contain IDs. An ID therefore does not
// contain which library it is from: the library checks that where it is given the asset itself, such as a model, a blend
// space or a graph.
package id
