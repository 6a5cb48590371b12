// Package eventqueue is the queue of events of package ecs, with what only the systems call:
// [Queue.BeginUpdate], [Queue.CountDropped], and [Queue.Put], [Queue.Check] and [Queue.Get] for
// snapshots.
package eventqueue
