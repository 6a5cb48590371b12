// Package gltfio reads glTF 2.0 files into an [assets.Library] and writes models as glTF 2.0 files.
//
//   - [Open] reads a .gltf or .glb file from disk, [OpenFS] from a file system, [Parse] from memory. Each returns an
//     [assets.Model].
//   - [Options] has the same three as methods, with a choice of scene and limits on the amount of data.
//   - [Error] is the error of all of these: file, path in the JSON, reason.
//   - [Write] and [Save] write a model as a .glb file.
//
// # What is read
//
// A file becomes one model with one skeleton. The skeleton may have several roots. Its joints are:
//
//   - the joints of every skin,
//   - every node that an animation moves or that has a mesh with morph targets,
//   - the ancestors of these nodes,
//   - the root above every mesh,
//   - all roots, if there are none of the above.
//
// The other nodes do not move relative to their nearest joint; [assets.Node] has the transform between the two. The skeleton
// maps its joints to the nodes of the file and back.
//
// The model lists nodes, clips, skins and scenes in the order of the file. Its parts are the meshes of one scene, in the
// order of their nodes. Vertices keep their order as well. A primitive without normals gets the normals of its faces; the
// vertices that have to be duplicated for them are appended. Without a name in the file, an animation, node, mesh, skin,
// material or image gets one from its index, such as animation_0.
//
// A clip starts at 0 s and ends at its last key. Node matrices are split into translation, rotation and scale; a joint whose
// matrix has shear is an error. A skin without inverse bind matrices gets identity matrices, as the specification
// requires.
//
// The extras of an animation may list the markers of its clip:
//
//	"extras": {"markers": [{"name": "left foot", "time": 0.25, "text": "step.wav", "number": 0.8, "minWeight": 0.5}]}
//
// Name and time (in seconds) are required, the rest is optional. An invalid marker is skipped with a warning.
//
// # What is supported
//
// Supported are the nodes, meshes, skins and animations of core glTF 2.0, PNG and JPEG images, and the textures for base
// color, metallic-roughness and emission. Supported extensions are KHR_mesh_quantization, KHR_texture_transform,
// KHR_materials_unlit and KHR_materials_emissive_strength. A file that requires another extension is an error. Points,
// lines, cameras, normal and occlusion textures, texture coordinates after TEXCOORD_1 and optional unknown extensions are
// ignored.
//
// # What is written
//
// Write makes one binary file with nodes, skins, meshes, morph targets, materials, textures (as PNG), clips and markers.
// Numbers are written as float32 without loss. See [Write] for the few things that glTF cannot store. Additive clips cannot
// be written; write their source.
//
// # Errors and warnings
//
// An error reads "file: JSON path: reason", for instance
//
//	fox.glb: animations[2].channels[5].target.node: 71 is out of range; the number of nodes is 24
//
// After an error the library is unchanged. Anything that was ignored or corrected is a line in [assets.Model].Warnings, with
// its JSON path. A missing or damaged image is such a warning, because the model can be posed without it.
//
// # Limits
//
// A file may be damaged or hostile. Every index, offset, stride and count is checked against the available bytes before it
// is used. The memory for the contents is limited to 64 MiB plus 64 times the bytes read, images by [Options].MaxPixels,
// the bytes read by [Options].MaxBytes. Nothing outside the folder of the file is opened. Every number in a rest pose or a
// clip is finite.
package gltfio
