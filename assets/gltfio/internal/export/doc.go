// Package export encodes models as binary glTF 2.0 files.
//
//   - [Encode] returns the bytes of the file.
//   - [Marker] is the JSON form of a clip's marker, which package gltfio reads back.
//
// An exporter collects the document in this order: nodes, skins, parts with their meshes and
// materials, clips, scenes. All binary data goes to one buffer, through views whose offsets are
// multiples of 4. Assets that several others refer to are written once. Errors name the asset that
// cannot be written.
package export
