// Package sinew is the root of a library that animates the skeletons of characters in an arche world: skeletons, players,
// blends and skinned meshes are plain components, and ordered systems turn them into skinning matrices. It holds no code. A
// program imports these packages:
//
//   - [github.com/sinew-go/sinew/assets]: immutable shared data and the Library that names it by IDs. Seven subpackages hold the
//     concepts: id, rig, clip, bake, blendspace, graph and mesh.
//   - [github.com/sinew-go/sinew/assets/gltfio]: reads and writes glTF 2.0 files.
//   - [github.com/sinew-go/sinew/assets/mannequin]: a built-in character with six clips.
//   - [github.com/sinew-go/sinew/components]: the plain data that entities carry.
//   - [github.com/sinew-go/sinew/ecs]: the schedule, the workers, the clock, events, snapshots, and the memory of poses.
//   - [github.com/sinew-go/sinew/systems]: the systems and Animation, which runs them.
//   - [github.com/sinew-go/sinew/systems/render]: draws with OpenGL 3.3.
//
// Most programs need assets, gltfio or mannequin, and systems, and components where they read or write them directly.
// The example of package systems shows a whole program.
//
// ARCHITECTURE.md, beside this file, shows how a frame works, where everything is, and what each word means.
package sinew
