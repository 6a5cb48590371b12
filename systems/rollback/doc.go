// Package rollback returns a world to an earlier frame, checks that this works, records and replays what happened, and
// tests hits against past poses. Package systems and the frame know nothing of it; a program that does not use it pays
// nothing.
//
// # Outline
//
// Rollback, for games over a network:
//
//   - [NewSession] makes a [Session] for an Animation. [Session.AppendSnapshot] saves the whole world as bytes and
//     [Session.Restore] restores it, over births and deaths of entities.
//   - [Register], [RegisterResource] and [Skip] name the components and resources of the program. Whatever decides about
//     the future must be in them: random numbers, timers, positions of an [ecs.EventReader].
//   - [Session.Rehearse] runs each frame several times from a snapshot and reports the first [Difference]: by entity and
//     field, joint or event.
//
// Recordings, for finding out what happened and whether another machine gets the same bits:
//
//   - A [Recorder] writes the first state, and the input and a hash of every frame; [NewRecorder] begins.
//   - A [Replay] reads them. [Replay.Verify] runs all frames again; [Replay.Begin], [Replay.Next] and [Replay.Check] do it
//     step by step. Both compare the library by its [Fingerprint].
//
// Hit tests at a past moment, for servers that give clients what they saw:
//
//   - [NewHistory] makes a [History] of the [Capsule]s of characters; [CapsulesOf] proposes some for a model.
//     [History.Record] records a tick, and [History.Rewind] forgets ticks after a rollback.
//   - [History.Ray], [History.Sphere] and [History.Capsule] return a [Hit]; [History.JointMatrix] returns where a joint
//     was.
//
// # Conventions
//
// Everything here runs between two frames, on one goroutine. Numbers in snapshots and recordings are little-endian, and
// their bytes are the same on every platform. Times are in seconds, places in meters and world space. A tick is a call of
// [History.Record]; moments between two ticks are fractions. A frame is what [ecs.PoseStore.Frame] counts, except in a
// recording, where it is a call of [Recorder.Frame].
package rollback
