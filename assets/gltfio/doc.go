// Package gltfio reads glTF 2.0 files into an [assets.Library] and writes models as glTF 2.0 files.
//
//   - [Open] reads a .gltf or .glb file from disk, [OpenFS] from a file system, [Parse] from
//     memory. Each returns an [assets.Model].
//   - [Options] has the same three as methods, with a choice of scene, limits on the amount of
//     data, the unit of length, how clips are baked, and a function that receives the progress, by
//     [Stage]. SkeletonsOnly leaves out what only drawing needs.
//   - What options say about a file, such as [ClipOptions] and the [MaskStep]s of masks, may stand
//     in a sidecar beside it, which [ReadOptions] reads too and [Options.WriteJSON] writes;
//     [SidecarSchema] describes it.
//   - [OpenClips] reads the animations of a file for a skeleton that is in the library, and returns
//     a [ClipReport], with each [UnboundChannel] and [RestDifference].
//   - [OpenAsync] reads a file while frames run. [Loading] is the file being read; [Loading.Take]
//     adds its model to the library that the frames use. A [Loader] reads many, bakes them as that
//     library does, on as many goroutines as the program wants, and tells the [Progress] of all.
//   - [Error] is the error of all of these: file, path in the JSON, reason.
//   - [Write] and [Save] write a model as a .glb file; [WriteOptions] has both as methods, with a
//     choice of clips.
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
// The other nodes do not move relative to their nearest joint; [assets.Node] has the transform
// between the two. The skeleton maps its joints to the nodes of the file and back.
//
// The model lists nodes, clips, skins and scenes in the order of the file. Its parts are the meshes
// of one scene, in the order of their nodes. Vertices keep their order as well. A primitive without
// normals gets the normals of its faces; the vertices that have to be duplicated for them are
// appended. An animation, joint, mesh, skin, material or image without a name in the file is named
// after its index, such as animation_0 or node_7.
//
// A clip starts at 0 s and ends at its last key. Node matrices are split into translation, rotation
// and scale; a joint whose matrix has shear is an error. A skin without inverse bind matrices gets
// identity matrices, as the specification requires.
//
// The extras of an animation may list the markers of its clip:
//
//	"extras": {"markers": [{"name": "left foot", "time": 0.25, "text": "step.wav", "number": 0.8, "minWeight": 0.5}]}
//
// Name and time (in seconds) are required, the rest is optional. An invalid marker is skipped with
// a warning.
//
// # What is supported
//
// glTF has no field for the method of skinning, so parts are skinned linearly, as it prescribes. A
// program that wants another one sets Skinning of the model's Parts before the model is first
// drawn.
//
// The package reads the nodes, meshes, skins and animations of core glTF 2.0, PNG, JPEG and WebP
// images, and the textures for base color, metallic-roughness and emission. It supports these
// extensions:
//
//   - KHR_mesh_quantization
//   - KHR_meshopt_compression and EXT_meshopt_compression; fallback buffers are not read
//   - EXT_mesh_gpu_instancing: every instance of a mesh is a part
//   - KHR_node_visibility: see [assets.Part].Hidden
//   - KHR_lights_punctual: see [assets.Light]; clips do not change its properties
//   - KHR_animation_pointer for the translation, rotation, scale, weights and visibility of nodes,
//     for the weights of meshes, for single weights, and for materials: base color, emissive color
//     and strength, metallic and roughness factor, normal scale, occlusion strength, alpha cutoff,
//     and the transforms of all textures (see [assets.Part].Materials); a warning names every
//     pointer that is not played
//   - EXT_texture_webp, KHR_texture_transform, KHR_materials_unlit and
//     KHR_materials_emissive_strength
//   - VRMC_materials_mtoon: see [github.com/sinew-go/sinew/assets/mesh.Toon]
//
// A file may require an extension that changes neither its geometry nor its poses, such as
// further properties of materials, and image formats. The file is read without what the extension
// adds. A file that requires any other extension is an error. So is a mesh whose data is compressed
// by Draco only, unless the program gives a [DracoDecoder] in [Options], such as the one of the
// module github.com/sinew-go/sinew/assets/gltfio/draco: for a [DracoRequest] it returns a
// [DracoMesh] with each [DracoAttribute] of a [DracoType]. If the accessors have the data as well,
// they are read.
//
// Cameras, texture coordinates after TEXCOORD_1, images in other formats and other
// optional extensions are ignored. A primitive with a normal texture but without tangents gets them
// from [github.com/sinew-go/sinew/assets/mesh.Primitive.AddTangents], which may add vertices after
// the file's own.
//
// An integer may be written as 24, 24.0 or 2.4e1.
//
// # Units
//
// Lengths are meters in glTF, but many files are in centimeters. [Options].Scale multiplies all
// lengths as a file is read, and [Options].Meters finds the factor from the size of the skeleton. A
// character that is read so needs no Transform that scales it, and the numbers that a program gives
// in model space are meters. Without either, a file keeps its units, with a warning if a character
// is hardly in meters; the defaults of other packages that are lengths then go by
// [github.com/sinew-go/sinew/assets/rig.Skeleton.MetersPerUnit].
//
// # What is written
//
// A written file contains nodes, skins, meshes with morph targets, materials, textures (as PNG),
// visibility, clips (of materials too) and markers. Numbers are written without loss, emissive
// colors above 1 by KHR_materials_emissive_strength. A file that is read, written and read again
// gives the same skeleton, rest pose and clips to the last bit; weights of vertices and, in very
// rare cases, rotations may differ there. [WriteOptions] select the clips, which may be additive or
// have root motion. See [Write] for how these and a few other things are stored that glTF does not
// have.
//
// # Errors and warnings
//
// An error reads "file: JSON path: reason", for instance
//
//	fox.glb: animations[2].channels[5].target.node: 71 is out of range; the number of nodes is 24
//
// After an error the library is unchanged. The package lists everything that it skips or corrects
// in [assets.Model].Warnings, one line each, with the JSON path: extensions that are not supported,
// once each with the number of objects that use them; cameras, with their number; a scene root that
// has a parent, which is replaced by the root above it; an accessor that is too short but that
// nothing reads. A missing or damaged image is such a warning and not an error, because the model
// can be posed without it. Extras of applications, and attributes whose names begin with an
// underscore, are not listed.
//
// # Baking
//
// The clips are baked as they are added, on all processors, or in the background on the goroutines
// of the [Loader], unless [Options].Exact is set or the library is exact. assets.Library.BakeReport
// has the result for each: a clip that cannot be baked, such as one whose tracks are all stepped,
// stays exact, and its report has the reason.
//
// # Limits
//
// A file may be damaged or hostile. Every index, offset, stride and count is checked against the
// available bytes before it is used. The memory for the contents is limited to 64 MiB plus 64 times
// the bytes read, images by [Options].MaxPixels, the bytes read by [Options].MaxBytes. [Open] opens
// nothing outside the folder of the file. Every number in a rest pose or a clip is finite. The work
// of baking a clip is limited by bake.Options.MaxFrameJoints, and a clip whose keys are few for its
// duration, such as two that are 15 hours apart, stays exact without any.
package gltfio
