// Package ecs holds what arche leaves out: dense memory for poses, an ordered schedule, and workers.
//
//   - [World] and [Entity] are arche's own, under names that the rest of this module uses. The user's world is used as it is.
//   - [PoseStore] is a world resource. It gives every character a slot in the [Pool] of its skeleton, packed in blocks of 8,
//     and owns what outlives a frame: palettes, morph weights, model matrices that somebody asked to keep.
//   - [Schedule] runs systems in order. A [System] runs once a frame; a [BlockSystem] runs on every [Block] of 8 characters,
//     and neighboring block systems are fused, so that a block goes through all of them while it is in the cache.
//   - [Chunk] is a run of slots that are advanced together: what their characters play, as a list of [Entry], and the events that they fire.
//   - [Clock] is a world resource: how fast time goes, and whether in equal steps.
//   - [Workers] spreads chunks and blocks over goroutines. How many there are changes no result.
//   - [Events] is a world resource, the queue of what happened to characters: each [Event] can be read for two frames, by any number
//     of systems, each with an [EventReader] of its own.
//   - [VertexStore] is a world resource with the vertices of characters that are skinned on the CPU.
//   - [Snapshots] saves the animation state of a world in bytes and brings it back.
//
// Slots are given and taken only while no block system runs, by the first system of the frame.
package ecs
