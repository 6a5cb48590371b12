// Package ecs adds to arche, an entity component system, the parts that an animation subsystem
// needs: dense memory for poses, an ordered schedule of systems, worker goroutines, a clock and an
// event queue.
//
// # Outline
//
//   - [World] and [Entity] are arche's. The user's world is used as it is.
//   - [PoseStore] owns all poses. Each character, an entity with a [components.Skeleton], has a
//     slot in the [Pool] of its skeleton, where its palettes, morph weights and kept model matrices
//     are.
//   - [Schedule] runs systems in order and measures them ([Timing], [Timings], [Counters]). A
//     [System] runs once per [Frame]. A [BlockSystem] runs on each [Block] of 8 characters;
//     [EachBlock] makes a System of it. A worker runs all neighboring block systems on a block
//     before it begins another one, so that the block stays in the cache; a [Fuser] can join two of
//     them into one. Systems are inserted beside an [Anchor]: another system, or its [SystemName].
//     [BlockSystemOf] returns the block system of a System that the schedule lists. A system that
//     changes poses and is [Repeatable] lets them be read between two frames. [Frame.Defer] makes
//     births, deaths and changes of components wait for the end of the frame.
//   - [BlendInput] is one clip's part in a character's pose. Whatever a character plays becomes a
//     list of them.
//   - [Workers] spreads a [Task] over goroutines. Results do not depend on their number. A panic
//     reaches the caller as a [TaskPanic], or from a schedule as a [SystemPanic].
//   - [IsAlive] reports whether an entity is alive, also after World.Reset.
//   - [Clock] sets how fast time passes, and whether in equal steps.
//   - [Events] is the queue of every [Event] that happened to characters, each of an [EventKind];
//     consumers read it through an [EventReader].
//   - [VertexStore] owns the vertices of characters that are skinned on the CPU: a [VertexBuffer]
//     for each, with the [Vertices] of each primitive.
//   - [ErrSnapshot], [ErrEntityGone] and [ErrOpenQuery] are errors of restoring a snapshot, by
//     package systems.
//   - [AttributePanic] makes the panic of a Task name the system and the entity.
//
// What only the systems do with these is in internal/posestore and internal/eventqueue: PoseStore,
// Pool, Block, Events and VertexStore are views of the types there.
//
// PoseStore, Clock, Events and VertexStore are resources of the world. A program normally gets all
// of them from systems.NewAnimation.
//
// # What may be called when
//
// Between two frames, the goroutine that runs the frames may call everything: read poses, vertices
// and events, write components and the Clock, add and remove entities, change the schedule, take
// and restore snapshots. Several goroutines may read at once.
//
// During a frame, a System runs alone on the goroutine that runs the frame. It may read everything
// and write components. Only the systems before BindSlots, which assigns the slots, may add or
// remove entities or components; then the world is locked until the end of the frame
// ([ErrStructure]), and [Frame.Defer] takes calls that are made there. A BlockSystem runs on
// several goroutines at once; it writes to its Block and to the slots of its Block, and must not
// touch the world. No system may run or change its schedule ([ErrBusy]).
//
// If a system panics, the frame ends, and [Schedule.Run] panics with a [SystemPanic] on the
// goroutine that called it, which may recover it and run further frames.
//
// # Conventions
//
// Times are in seconds. Matrices of poses and palettes are 3x4, row-major, 12 float32 each; joints
// are ordered parents first. Model matrices take joint space to model space, palettes take the bind
// pose to model space. A block holds 8 characters, each in a lane. A chunk holds 64 slots, which
// one worker advances. A character that is not posed in a frame, because of its level of detail, is
// skipped: it keeps its last pose.
//
// Slices that a method returns belong to the store, are read-only unless the method's comment
// allows writing, and are valid until the next frame. The steady-state frame allocates nothing.
package ecs
