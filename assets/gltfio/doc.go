// Package gltfio reads glTF 2.0 files, as JSON (.gltf) and as containers (.glb), into an assets.Library, and writes models as
// containers.
//
//   - [Open] reads a file, [OpenFS] one in a file system, [Parse] bytes in memory; each returns an assets.Model.
//   - [Options] has the same three as methods, with the choice of the scene and limits of what is read.
//   - [Error] is what all of them fail with: the file, the place in its JSON, the reason.
//   - [Write] writes a model, [Save] writes it to a file.
//
// # What a file becomes
//
// A file becomes one model with one skeleton, which has several roots where the file has. Its joints are the joints of every
// skin, every node that an animation moves or whose mesh has morph targets, the ancestors of all these, and the root above
// every mesh. The other nodes stand still in the space of their nearest joint; assets.Node has the transform between.
// The skeleton maps its joints to nodes and back, the model lists nodes, clips, skins and scenes in the file's order, and parts
// are the meshes of one scene in the order of their nodes. Vertices, too, keep their order: where a mesh has no normals,
// its faces get their own as the specification asks, and the vertices that had to be doubled come after all others.
// Names that are missing become animation_0, node_7 and so on, after the index in the file.
//
// Clips run from 0 to their last key. Matrices of nodes are taken apart into translation, rotation and scale; a joint whose
// matrix has shear is an error. The extras of an animation may list markers of its clip, which [Write] writes there:
//
//	"extras": {"markers": [{"name": "left foot", "time": 0.25, "text": "step.wav", "number": 0.8, "minWeight": 0.5}]}
//
// Of these only name and time must be there; a marker that cannot be one of its clip is left out. A skin without inverse bind matrices has identities, as the specification says.
//
// # What is understood
//
// All of core glTF 2.0 that has to do with nodes, meshes, skins, animations and PNG and JPEG textures of the base color, of metal and
// roughness, and of emission; the extensions KHR_mesh_quantization, KHR_texture_transform, KHR_materials_unlit and
// KHR_materials_emissive_strength. Points and lines, cameras, further texture coordinates and unknown optional extensions
// are left out. Whatever is left out or mended is told in assets.Model.Warnings, one line each.
//
// # Files that are not to be trusted
//
// A file may be damaged or hostile. Every index, offset, stride and count is checked against the bytes there are before
// anything is read or allocated by it; what the file's data would become in memory is bounded by 64 MiB plus 64 times the bytes
// read, images by [Options]; nothing outside the file's folder is opened; no number that is not finite gets into a rest pose or a clip;
// and on an error the library is as it was.
package gltfio
