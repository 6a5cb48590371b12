// Package draco decodes meshes of glTF files that KHR_draco_mesh_compression compresses. It is a
// module of its own, because it needs cgo: the Draco library, which
// github.com/qmuntal/draco-go brings along for amd64 with Linux, macOS and Windows.
//
//   - [Decode] is the decoder, for [gltfio.Options].Draco.
//   - [DecodeIsolated] is one for files of strangers.
//
// A program that is built without cgo, or for another kind of processor, gets an error for each
// compressed mesh. With the build tag customenv it links a Draco library of its own, as draco-go
// describes. Linking needs the C++ standard library (g++ in Debian).
//
// Normals are right although the library that draco-go 0.5.0 brings computes them wrongly: what it
// gives is undone, and compared with the test files.
//
// # Files of strangers
//
// What the file announces bounds the mesh: one with more triangles or vertices is refused before
// the library sees it, and broken data gives an error. The library is C++, however, and some broken
// data makes it loop without end, which nothing stops in a process. [DecodeIsolated] decodes in a
// process of its own, with a limit of time and memory. A program that reads files of people whom it
// does not trust uses that one.
//
// [gltfio.Options]: https://pkg.go.dev/github.com/sinew-go/sinew/assets/gltfio#Options
package draco
