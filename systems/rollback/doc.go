// Package rollback returns a world to an earlier frame, checks that this works, records and replays
// what happened, and tests hits against past poses. Package systems and the frame know nothing of
// it; a program that does not use it pays nothing.
//
// # Outline
//
// Rollback, for games over a network:
//
//   - [NewSession] makes a [Session] for an Animation. [Session.AppendSnapshot] saves the whole
//     world as bytes and [Session.Restore] restores it, over births and deaths of entities.
//   - [Register], [RegisterResource] and [Skip] name the components and resources of the program.
//     Whatever decides about the future must be in them: random numbers, timers, positions of an
//     [ecs.EventReader].
//   - [Session.Rehearse] runs each frame several times from a snapshot, also in a fresh world, and
//     reports the first [Difference]: by entity and field, joint or event.
//   - [Session.SetWindow] sets how long clips stay in memory that were played, in a library with a
//     budget.
//
// Recordings, for finding out what happened and whether another machine gets the same bits:
//
//   - A [Recorder] writes the first state, and the input and a hash of every frame; [NewRecorder]
//     begins.
//   - A [Replay] reads them. [Replay.Verify] runs all frames again; [Replay.Begin], [Replay.Next]
//     and [Replay.Check] do it step by step. Both compare the library by its [Fingerprint], and
//     name the assets that differ.
//
// Hit tests at a past moment, for servers that give clients what they saw:
//
//   - [NewHistory] makes a [History] of the [Capsule]s of characters; [CapsulesOf] proposes some
//     for a model. [History.Record] records a tick, and [History.Rewind] forgets ticks after a
//     rollback.
//   - [History.Ray], [History.Sphere] and [History.Capsule] return a [Hit]; [History.JointMatrix]
//     returns where a joint was. [History.ShiftOrigin] goes with [systems.Animation.ShiftOrigin].
//
// # The order of queries
//
// Arche's queries go through the sets of components, and within them the relation targets, in the
// order in which the world had them first, since it was made. A restore cannot bring this order
// back, and it differs between peers: one that predicted wrongly had entities that the other never
// had. So no decision may depend on the order in which a query finds entities of different
// components or of different relation targets. A step that draws random numbers, spawns, removes or
// moves entities to other components while it goes through a query that finds several such sets
// first collects the entities and sorts them by number. Among the entities of the same components
// and the same living target, or without relations, the order is part of the state and restored.
//
// The systems of this module depend on no such order, nor do snapshots and hashes.
// [Session.Rehearse] finds steps and systems of the program that do.
//
// # The order of loading
//
// Snapshots, recordings and hashes name assets by their keys ([assets.Library.Key]), which are of
// kind, name and content, in place of IDs. So two processes that loaded the same files in another
// order exchange snapshots, have equal hashes and verify each other's recordings. Restore
// translates IDs, also those in the program's own types, as far as a field has a type of package
// id; a number of another type, or an ID in a type that encodes itself, is left as it is. Search by
// name where names are unique: of several assets with a name the library finds the one that was
// loaded first.
//
// Of equal assets of a library, such as a file that was loaded twice, the keys count in the order
// of loading. An asset that was replaced under its ID has another key: a snapshot from before is an
// error that names it, unless [systems.ByName] asks for the new one.
//
// # Conventions
//
// Everything here runs between two frames, on one goroutine. Numbers in snapshots and recordings
// are little-endian, and their bytes are the same on every platform. Times are in seconds, places
// in meters and world space. A tick is a call of [History.Record]; moments between two ticks are
// fractions. A frame is what [ecs.PoseStore.Frame] counts, except in a recording, where it is a
// call of [Recorder.Frame].
package rollback
