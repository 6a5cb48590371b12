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
// # Conventions
//
// Everything here runs between two frames, on one goroutine. Numbers in snapshots and recordings are little-endian, and
// their bytes are the same on every platform. Times are in seconds, places in meters and world space.
package rollback
