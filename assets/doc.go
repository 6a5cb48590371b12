// Package assets is the library of the immutable data that characters share: skeletons, clips,
// skins, meshes and the models made of them. It knows nothing of entities or of drawing.
//
//   - [Library] owns the assets and identifies each by a small typed ID ([SkeletonID], [ClipID],
//     [ModelID], ...). Components hold these IDs. Look-ups accept any ID and return nil for one
//     without an asset. IDs have a meaning only in the library that gave them out; [Library.Owns]
//     reports whether a model belongs to a library.
//   - [Model] is the content of one file: a skeleton, the clips that move it, skins, and parts:
//     meshes with the skins that move them. Entities are spawned from models. [Model.Clip] finds a
//     clip by name. [Library.RemoveModel] removes a model with the assets that only it uses. A
//     model has [Part], [Light] (with its [LightKind]), [Node] and [Scene] values; [PartMaterial]
//     and [MaterialValues] are the properties of materials that its clips change.
//   - [Model.FindClip], [Library.FindMask], [Library.FindMotion], [Library.FindCurve],
//     [Library.FindGraph] and [Library.FindModifierStack] find an asset by name; their errors
//     suggest near names. [Library.ClipsNamed], [Library.MotionsNamed], [Library.MasksNamed] and
//     [Library.CurvesNamed] find all with a name. [Library.Clips] iterates over all clips.
//   - A library bakes the clips that are added, which turns them into their runtime form. A
//     [LibraryOption] of [NewLibrary] changes that: with [Exact] it bakes none, [WithBaking] sets a
//     [Baking]. [Library.AddClips] adds and bakes many. [Library.BakeReport] reports the size and
//     the error of a baked clip, [Library.Baked] returns its form, [Library.SetBaked] sets it.
//     [Library.Bake] and [Library.BakeCached] bake what is exact or has other options.
//     [Library.CacheStore] is where what is made from assets is kept. [Library.SetClip] replaces a
//     clip. With [Baking].DropKeys clips keep no keys once they are baked, and [Library.AddBaked]
//     adds one that was baked elsewhere.
//   - [Library.ReplaceGraph], [Library.ReplaceMotion], [Library.ReplaceMask] and
//     [Library.ReplaceModifierStack] replace what is tuned while it plays: characters keep their
//     states by names. [Library.AddDefinitions] adds the masks and blend spaces of a file, and
//     [Library.ReplaceDefinitions] replaces them.
//   - [Library.SetLevels] sets the levels of detail of a skeleton: masks of the joints that move.
//     [Library.BakedAt] returns a clip's form for a level.
//   - For culling, [Model.JointBounds] measures a [Box] around the vertices of each joint and
//     returns them as [JointBounds], and [Model.Reach] measures a [Sphere] around the model in all
//     poses of its clips. [Model.SetJointBounds] sets the boxes of a model without meshes.
//   - [Library.Import] takes over all assets of another library, and [Translate] with its [IDMap]
//     translates their IDs.
//   - [Library.Key] returns the key of an asset, which is of its kind, name and content and the
//     same in every library. [Library.Keys] returns the [Keys] of all, which as text stand beside
//     what has IDs, and [Library.MapKeys] finds them again.
//   - [Library.Memory] counts the bytes of keys, frames, meshes and pictures as a [Memory], which
//     prints as a table: [MemoryBytes] of the library, [ModelMemory] of each model, [ClipMemory] of
//     each clip.
//   - [Library.SetBudget] limits the bytes of the clips by a [Budget]: clips that are not played
//     leave the memory, and come back by a [ClipLoader]. [Library.Prefetch] asks for clips, and
//     [Library.IsLoaded] reports whether they are there.
//   - [Library.Describe] names what an ID stands for.
//   - [Library.Edition] returns an [Edition], which still gives what the clips show after the
//     library changes.
//   - [Library.Ease] returns the value of a fade's curve. [Library.Count] returns the [Count] of
//     assets of each kind.
//
// Models come from package gltfio, which reads glTF 2.0 files, from package vrm, which reads
// avatars, or from package mannequin, which makes the built-in character.
//
// # Subpackages
//
// Each subpackage holds one concept. This package has type aliases for the types that most programs
// need to load and play characters: [ModelID], [SkeletonID], [SkinID], [ClipID] and [GraphID],
// [Skeleton] and [Clip], [PlayMode]. The other names are in the subpackages alone.
//
// The subpackages are:
//
//   - Package id has the IDs of assets, one type for each kind.
//   - Package rig has skeletons, poses, skins and masks: [rig.NewSkeleton], [rig.NewPose],
//     [rig.NewSkin], [rig.NewMask].
//   - Package clip has authored clips: tracks of keyframes, their exact sampler, markers, additive
//     clips, root motion and the curves of fades. [clip.NewBuilder] builds a [Clip].
//   - Package bake turns a clip into frames of quantized values, which take less memory and time to
//     sample: [bake.Bake]. The file docs/baking.md of this module explains how.
//   - Package cache keeps in a folder what takes long to make from assets, such as baked clips.
//   - Package blendspace has blend spaces: clips placed along a line or in a plane and blended by
//     position, with their phases kept together. Package mixer has what plays: a [mixer.Space].
//   - Package matching makes databases of frames for motion matching: characters search them for
//     the frame that continues their pose and goes where they wish. Package search has what plays:
//     a [search.Database].
//   - Package motion has the interface of everything that a layer plays, [motion.Motion]. Each kind
//     of motion implements it: a clip, a blend space, or a kind that a program makes.
//   - Package graph has state machines that select what a character plays:
//     [github.com/sinew-go/sinew/assets/graph.New] builds a [machine.Graph] in Go,
//     [github.com/sinew-go/sinew/assets/graph.Read] reads one from JSON. Package machine has their
//     compiled form, which plays.
//   - Package modifier has stacks of solvers that change poses after blending:
//     [github.com/sinew-go/sinew/assets/modifier.New] begins one. They run in the compiled form of
//     package stack, [stack.Stack].
//   - Package mesh has meshes, materials and images.
//   - Package humanoid finds which joints of a skeleton are the bones of a humanoid.
//   - Package retarget makes clips for other skeletons and for the other side of the body.
//   - Package ragdoll proposes bodies and joint limits for a physics engine.
//   - Package gltfio reads glTF 2.0 files into a library and writes models to files.
//   - Package bvh reads recordings of motion.
//   - Package vrm reads avatars with the bones of a humanoid, springs, constraints and expressions.
//   - Package pack writes a library into one file as frames use it, and opens it by mapping.
//   - Package watch reads graphs and stacks of modifiers again when their files change.
//   - Package mannequin makes the built-in character: a humanoid with a skin and six clips.
//
// Package id imports no other package of assets; rig and mesh import id, clip imports id and rig;
// bake, mixer, search, modifier and retarget import these; blendspace imports mixer, and graph
// imports blendspace as well. This package imports all of them but blendspace, graph, matching,
// modifier and retarget; gltfio, bvh, vrm, ragdoll, pack, watch and mannequin import this package;
// nobody but programs imports cache.
//
// # Conventions
//
// Space is right-handed with +Y up. Lengths are in meters, angles in radians, times in seconds, as
// in glTF 2.0. Matrices multiply column vectors: model(joint) = model(parent) · local, and local =
// translation · rotation · scale. A [rig.Matrix] holds the upper three rows, row-major; a Mat4 of
// mathgl is column-major. Quaternions in flat data are x, y, z, w. Joints are sorted parents first.
//
// # Goroutines
//
// Assets are immutable once they are in a library. What may run at the same time, on any
// goroutines:
//
//   - Frames that use a library and look-ups in it: all methods that return an asset, an ID, a
//     name, a report or a count, [Library.Describe], [Library.Owns], [Model.JointBounds] and
//     [Model.Reach], and gltfio.Write.
//   - Anything in another library. So another goroutine may read files and bake into a library that
//     only it uses, even with assets of the first library, such as its skeletons.
//
// A call that changes a library must run alone, between two frames: the methods Add..., Set...,
// Replace... and Remove..., [Library.Bake], [Library.BakeCached] and [Library.Import], and
// gltfio.Open into that library. Most of these take long. To load while frames run, fill a second
// library on another goroutine and take all of it over by [Library.Import], which takes
// microseconds and translates the IDs; gltfio.OpenAsync does this for a file, and a gltfio.Loader
// for many.
//
// Building, baking and sampling use only operations that IEEE 754 rounds exactly, in a fixed order,
// so that every machine computes the same bits from the same file.
package assets
