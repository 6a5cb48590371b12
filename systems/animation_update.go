package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/ecs"
)

// Update runs a frame that is seconds after the last one; 0 poses the characters without moving time. If the
// [ecs.Clock] has a step, Update runs as many steps as fit into the time, possibly none, and keeps the remainder for
// the next update. The errors are [ErrDelta] and [ErrWorldLocked]; nothing has changed then.
func (a *Animation) Update(seconds float64) error {
	if seconds-seconds != 0 || seconds < 0 {
		return fmt.Errorf("%w, not %v s", ErrDelta, seconds)
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	frames, delta := writer(&a.frame).Tick(a.clock, seconds)
	for range frames {
		a.frame.Delta = delta
		a.schedule.Run(&a.frame)
	}
	return nil
}

// Close ends the worker goroutines. They also end some time after an Animation becomes unreachable.
func (a *Animation) Close() { a.workers.Close() }

// Timings returns how long each system took.
func (a *Animation) Timings() []ecs.Timing { return a.schedule.Timings() }

// Counters returns the counts of characters, clips and matrices over all frames. [ecs.Counters.Since] returns the
// counts of some frames.
func (a *Animation) Counters() ecs.Counters { return a.schedule.Counters() }

// AppendSnapshot appends the whole animation state of the world to dst and returns the extended slice, for
// [Animation.Restore]; see [ecs.Snapshots] for its contents. It does not allocate if dst has room. It may be called at
// any time between two frames.
func (a *Animation) AppendSnapshot(dst []byte) []byte { return a.snapshots.Append(dst) }

// Restore restores the state that [Animation.AppendSnapshot] saved. With the same input the following frames then have
// the same bits as after the snapshot: poses, transforms, events and all. Poses are undefined before the next frame.
//
// The snapshot may come from the same world or from another one. Another world needs a library with the same assets
// under the same IDs, and live entities with the same numbers as the characters, with or without components; see
// World.DumpEntities and World.LoadEntities of arche.
//
// Characters created after the snapshot stay as they are, and get slots behind the others. Remove them if they are not
// wanted. If entity numbers matter, remove them in the opposite order of their creation, so that new entities get the
// same numbers again.
//
// If an entity of the snapshot is dead, the error is [ecs.ErrEntityGone]; see [Animation.RestoreAlive]. The other
// errors are [ecs.ErrSnapshot] and [ErrWorldLocked]. Nothing has changed then.
func (a *Animation) Restore(snapshot []byte) error {
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	return a.snapshots.Restore(snapshot)
}

// RestoreAlive is like [Animation.Restore], but skips dead entities and returns their number. The others continue as if
// these entities had died right after the snapshot.
func (a *Animation) RestoreAlive(snapshot []byte) (dead int, err error) {
	if a.world.IsLocked() {
		return 0, ErrWorldLocked
	}
	return a.snapshots.RestoreAlive(snapshot)
}
