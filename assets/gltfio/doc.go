// Package gltfio reads glTF 2.0 files, as JSON (.gltf) and as containers (.glb), into an assets.Library.
//
//   - [Open] reads a file, [OpenFS] one in a file system, [Parse] bytes in memory; each returns an assets.Model.
//   - [Options] has the same three with choices and limits.
//   - [Error] is what all of them fail with: the file, the place in its JSON, the reason.
package gltfio
