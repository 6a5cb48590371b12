// Package sinew is the root of a library that animates the skeletons of characters in an arche
// world: skeletons, players, blends and skinned meshes are plain components, and ordered systems
// turn them into skinning matrices.
//
// Most programs import assets, gltfio or mannequin, and systems, and components where they read or
// write them directly. The example of package systems shows a whole program.
//
// Assets, the immutable data that characters share:
//
//   - [github.com/sinew-go/sinew/assets]: the Library that owns assets and names them by IDs,
//     models, look-up by name.
//   - [github.com/sinew-go/sinew/assets/gltfio]: reads and writes glTF 2.0 files.
//   - [github.com/sinew-go/sinew/assets/gltfio/draco]: decodes meshes compressed by Draco; a
//     module of its own, with cgo.
//   - [github.com/sinew-go/sinew/assets/pack]: assets cooked into one file that is mapped into
//     memory.
//   - [github.com/sinew-go/sinew/assets/watch]: reads graphs and stacks again when their files
//     change, to tune them while characters play.
//   - [github.com/sinew-go/sinew/assets/vrm]: reads avatars in VRM files.
//   - [github.com/sinew-go/sinew/assets/bvh]: reads recordings of motion in BVH files.
//   - [github.com/sinew-go/sinew/assets/mannequin]: a built-in character with six clips.
//   - [github.com/sinew-go/sinew/assets/mannequin/courses]: clips of it that move over the ground.
//   - [github.com/sinew-go/sinew/assets/id]: the typed IDs.
//   - [github.com/sinew-go/sinew/assets/rig]: skeletons, poses, skins and masks.
//   - [github.com/sinew-go/sinew/assets/clip]: clips as they are authored, markers, root motion.
//   - [github.com/sinew-go/sinew/assets/motion]: what motions become: clips with weights.
//   - [github.com/sinew-go/sinew/assets/motion/paired]: motions for several characters as JSON.
//   - [github.com/sinew-go/sinew/assets/bake]: clips in the form that plays.
//   - [github.com/sinew-go/sinew/assets/cache]: a folder of what takes long to make from assets,
//     such as clips in that form.
//   - [github.com/sinew-go/sinew/assets/blendspace]: clips blended by a speed or a direction.
//   - [github.com/sinew-go/sinew/assets/blendspace/mixer]: these blend spaces in the form that
//     plays.
//   - [github.com/sinew-go/sinew/assets/matching]: makes databases of motions, from which the frame
//     is searched that goes where a character shall go.
//   - [github.com/sinew-go/sinew/assets/matching/search]: these databases as they are played and
//     searched.
//   - [github.com/sinew-go/sinew/assets/graph]: state machines.
//   - [github.com/sinew-go/sinew/assets/graph/machine]: state machines in the form that plays.
//   - [github.com/sinew-go/sinew/assets/modifier]: stacks of solvers that change poses: look-at,
//     reach, feet, springs.
//   - [github.com/sinew-go/sinew/assets/modifier/stack]: the stacks as they run.
//   - [github.com/sinew-go/sinew/assets/humanoid]: which joints are the bones of a humanoid.
//   - [github.com/sinew-go/sinew/assets/retarget]: clips for other skeletons and for the other side
//     of the body.
//   - [github.com/sinew-go/sinew/assets/ragdoll]: bodies and joint limits for a physics engine.
//   - [github.com/sinew-go/sinew/assets/ragdoll/rigid]: the bodies as frames use them.
//   - [github.com/sinew-go/sinew/assets/mesh]: meshes, materials and images.
//   - [github.com/sinew-go/sinew/assets/mesh/picture]: images of Go's pictures, and back.
//
// Entities, and what happens to them in a frame:
//
//   - [github.com/sinew-go/sinew/components]: the plain data that entities carry.
//   - [github.com/sinew-go/sinew/ecs]: the schedule, the workers, the clock, events, snapshots, and
//     the memory of poses.
//   - [github.com/sinew-go/sinew/ecs/pproflabels]: labels that make profiles tell which system took
//     the time.
//   - [github.com/sinew-go/sinew/systems]: the systems, Animation, which runs them, and the handles
//     on characters.
//   - [github.com/sinew-go/sinew/systems/explain]: why a character looks as it does, as plain data.
//   - [github.com/sinew-go/sinew/systems/animtest]: tests the animation of a game with go test.
//   - [github.com/sinew-go/sinew/systems/render]: draws with OpenGL 3.3, or in a browser with WebGL
//     2.
//   - [github.com/sinew-go/sinew/systems/render/hdr]: pictures of real surroundings, as light.
//   - [github.com/sinew-go/sinew/systems/avatar]: expressions, eyes and first person of VRM
//     avatars.
//   - [github.com/sinew-go/sinew/systems/crowd]: characters by the tens of thousands, which the GPU
//     poses.
//   - [github.com/sinew-go/sinew/systems/rollback]: returns a world to an earlier frame, records
//     and replays.
//   - [github.com/sinew-go/sinew/systems/rewind]: keeps the last seconds of a world, to look back at
//     any frame, to test what happens over time, and to hand a bug over as one file.
//   - [github.com/sinew-go/sinew/systems/mcap]: writes frames into MCAP files, which Foxglove and
//     Rerun open.
//
// This package tells which kernels run on a machine: [Kernels] returns a [KernelReport].
//
// ARCHITECTURE.md, beside this file, shows how a frame works, where everything is, and what each
// word means.
package sinew
