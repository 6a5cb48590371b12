// Package id holds the names of assets: small typed integers by which components refer to what a
// library owns.
//
//   - [Skeleton], [Skin] and [Mask] name assets of package rig.
//   - [Motion] names what a layer plays, an asset of package motion: [Clip] and [BlendSpace] are
//     other names of it, for assets of packages clip and blendspace. [Curve] names an asset of
//     package clip, [Graph] one of package graph.
//   - [Mesh], [Material] and [Image] name assets of package mesh.
//   - [ModifierStack] names a stack of package modifier.
//   - [Model] names a model of package assets, which refers to the others.
//   - [Key] names an asset of any kind for good, in every process: a hash of its kind, name and
//     content.
//
// The low [IndexBits] of an ID are an index into the library's table of that kind. The 12 bits
// above are a generation. For the first asset at an index it is a hash of the asset's kind, its
// name, for an asset that belongs to a skeleton the name of the skeleton, and for a clip its start
// and end. It increases by 1, modulo 4096, whenever the index is used again. An index is retired
// after all its generations, so the ID of a removed asset never names another asset. The zero value
// means 'none' and is always safe to use.
//
// # IDs of other libraries
//
// An ID has a meaning only in the library that gave it out. In another library it names nothing,
// since the hash differs, with two exceptions: the asset that has its index there has the same
// kind, name and skeleton name, and as a clip the same times, and then most likely comes from the
// same file; or the hashes are equal by chance, 1 in 4096. So a mistake is noticed where it is
// made, most of the time, but this is no protection against one that is intended. Where a library
// is given the asset itself, such as a model, it compares pointers and always notices. The mapping
// that Library.Import returns translates the IDs of one library to IDs of another.
//
// Libraries that add the same assets in the same order give out the same IDs, in every process and
// on every machine; in another order they give out others. So whatever leaves a process names
// assets by their keys: snapshots, recordings and hashes of states do so themselves, and translate
// IDs by them. The hash in an ID is FNV-1a with 32 bits over the kind, the name and the skeleton's
// name, each followed by a zero byte, and the bits of a clip's start and end in seconds, as float64
// with the lowest byte first. Its parts above the low 12 bits are combined with these by exclusive
// or.
package id
