// Package vrm reads which nodes of a VRM file are the bones of a humanoid, for package retarget.
//
//   - [Open] reads a VRM avatar (.vrm) or a VRM animation (.vrma) with its bones, clips and skeleton as a [Character].
//   - [Bones] returns the node of each bone from the bytes of a file.
//
// The bones come from the extensions VRMC_vrm (VRM 1.0), VRMC_vrm_animation and VRM (VRM 0.x). Everything else is read as
// in any glTF file, by package gltfio: materials, spring bones, constraints, expressions and the direction of the look are
// ignored.
//
// # Skeletons of animations
//
// An animation moves nodes without a mesh, and a model has no joints for nodes that nothing moves. The skeleton of a
// [Character] has a joint for every node then, so that bones that rest in the animation have their place in it.
//
// Specification: VRM Consortium, VRMC_vrm-1.0 and VRMC_vrm_animation-1.0, https://github.com/vrm-c/vrm-specification.
package vrm
