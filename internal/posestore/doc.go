// Package posestore owns the memory of all poses, and what only the systems do with it. Package ecs
// has views of it for programs: its PoseStore, Pool, Block and VertexStore are other names for
// [Store], [Pool], [Block] and [Buffers], with the methods that are safe between two frames. The
// fields of these types are unexported, so that nothing else shows there.
//
// # Outline
//
//   - [Store] has a [Pool] for each skeleton in use, in which every character has a slot.
//   - The first system of a frame takes stock of the characters, on one goroutine:
//     [Store.BeginFrame], then [Store.Keep], or [Store.Mark], [Pool.Components] and
//     [Store.Require], for every character that has a slot, then [Store.Sweep], then [Store.Bind]
//     for every character without one, then [Store.Gather]. [Needs] are what a character asks of
//     its slot, [Handles] where its components are, [Absent] which components no entity has.
//   - A character has palettes for the skins that it shows: [Pool.Palettes], [Pool.Palette]. What
//     blocks compute of them: [Block.Skins], [Block.Palettes].
//   - A [Chunk] is 64 slots that one worker advances, a [Block] 8 characters that block systems
//     pose.
//   - Features keep their state in columns, which package column describes: [Store.SetColumns],
//     [Pool.Rows], [Pool.Row], [Pool.GiveRow], [Block.Scratch].
//   - [Snapshots] saves and restores all of it, with the components of the characters and with
//     [Resources].
//   - [Store.SetUnposed] lets frames leave out poses that no later frame needs, and [KeepsInColumns]
//     tells of a block system that they may: [Store.Leave], [Store.Miss], [Store.TakeMissed].
//   - [Buffers] owns a buffer for each entity that asks for one, such as skinned vertices.
//   - [IsAlive] and [Status] ask whether an entity is alive.
package posestore
