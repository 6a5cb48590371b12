package systems

import (
	"fmt"
	"log"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems/internal/snapshots"
	"github.com/sinew-go/sinew/systems/internal/ticks"
)

// Update runs a frame that is seconds after the last one; 0 poses the characters without moving
// time. In Go, 1/60 is 0, and 1.0/60 a sixtieth: if all of the first 60 updates have 0 seconds, the
// Animation logs one warning ([WithLogger]). If the [ecs.Clock] has a step, Update runs as many
// steps as fit into the time, possibly none, and keeps the remainder for the next update. All of
// its steps count as one update for readers of [ecs.Events], and RootMotion.Delta then is the
// movement in all of them.
//
// More than 10 seconds at once are an error, [ErrLongUpdate], because most programs that ask for
// that have given milliseconds. A program that means it sets MaxSeconds of the [Animation.Clock].
// One that was suspended for long should limit the seconds to what it wants to catch up with.
//
// The other errors are [ErrDelta], [ErrWorldLocked], [ErrBusy], [ErrClosed], and [ErrWorldTaken]
// after World.Reset if there is another Animation by then; nothing has changed after an error. Two
// goroutines must not call Update at once; the later one gets ErrBusy, and so does a system that
// calls Update.
//
// If a system panics, Update panics with an [*ecs.SystemPanic]. A program may recover it: the frame
// is incomplete, but the next update runs as usual.
func (a *Animation) Update(seconds float64) error {
	if seconds-seconds != 0 || seconds < 0 {
		return fmt.Errorf("%w, found %v s", ErrDelta, seconds)
	}
	if err := a.begin(); err != nil {
		return err
	}
	defer a.end()
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	if longest := a.clock.Longest(); seconds > longest {
		return fmt.Errorf("%w: %v s at once, the clock allows %v s; Update takes seconds, not milliseconds; "+
			"set MaxSeconds of the ecs.Clock to allow more", ErrLongUpdate, seconds, longest)
	}
	if err := a.addResources(); err != nil {
		return err
	}
	if a.finish != nil {
		a.finish()
	}
	if memory := residency.Of(a.library); memory != nil {
		if memory != a.memory {
			memory.Register(a.holder)
			a.memory = memory
		}
		memory.BeginFrame(a.holder)
		defer memory.EndFrame()
	}
	background.BeginFrame()
	defer background.EndFrame()
	a.noteStill(seconds)
	steps, delta := ticks.Tick(a.clock, seconds)
	if steps == 0 {
		a.stopRootMotion()
	}
	a.frame.Delta, a.frame.Steps = delta, steps
	for step := range steps {
		a.frame.Step = step
		a.schedule.Run(&a.frame)
	}
	if steps > 1 {
		storeOf(&a.frame).EndMotion()
	}
	return nil
}

// stillUpdates is after how many updates of 0 seconds, with none of another length before, an
// Animation warns.
const stillUpdates = 60

// warnByLog is the warning without [WithLogger].
func warnByLog(text string) { log.Print(text) }

// noteStill warns once if time has never moved.
func (a *Animation) noteStill(seconds float64) {
	switch {
	case a.still < 0:
	case seconds > 0:
		a.still = -1
	default:
		if a.still++; a.still < stillUpdates {
			return
		}
		a.still = -1
		a.warn(fmt.Sprintf("sinew: all %d updates so far had 0 seconds, so nothing moves; in Go 1/60 is 0, write 1.0/60",
			stillUpdates))
	}
}

// stopRootMotion clears the movement of all characters, in an update without a frame.
func (a *Animation) stopRootMotion() {
	query := a.world.Query(a.moving)
	for query.Next() {
		a.rootMotions.In(&query).Delta = clip.Motion{}
	}
}

// Bits of an Animation's state.
const (
	isRunning = 1 << iota // a frame is running, or a snapshot is being restored
	isClosed
)

// isMade reports whether NewAnimation made the Animation, which is neither nil nor the zero value
// then.
func (a *Animation) isMade() bool { return a != nil && a.world != nil }

// errNotMade is the error of an Animation that NewAnimation did not make.
var errNotMade = fmt.Errorf("%w: expected an Animation from NewAnimation, found nil or the zero value", ErrNil)

// begin marks the Animation as running. The errors are [ErrNil], [ErrBusy] and [ErrClosed].
func (a *Animation) begin() error {
	switch {
	case !a.isMade():
		return errNotMade
	case a.state.CompareAndSwap(0, isRunning):
		return nil
	case a.state.Load()&isClosed != 0:
		return ErrClosed
	}
	return ErrBusy
}

// checkOpen returns [ErrClosed] if the Animation was closed, and [ErrNil] if there is none.
func (a *Animation) checkOpen() error {
	if !a.isMade() {
		return errNotMade
	}
	if a.state.Load()&isClosed != 0 {
		return ErrClosed
	}
	return nil
}

// end undoes begin, and frees what the Animation owns if it was closed meanwhile.
func (a *Animation) end() {
	if a.state.And(^uint32(isRunning))&isClosed != 0 {
		a.release()
	}
}

// Close gives up the worker goroutines, which other Animations go on using, and removes the
// resources from the world, which then is free for another Animation. From then on every method of
// the Animation and of its handles that can return an error returns [ErrClosed]; components keep
// their values, and results such as [Animation.Palette] their last state. During an
// Update, for example if a system calls it, Close takes effect when the Update returns. Calling it
// again changes nothing.
//
// An Animation that becomes unreachable also gives up its goroutines, some time after.
func (a *Animation) Close() {
	if a.isMade() && a.state.Or(isClosed) == 0 {
		a.release()
	}
}

// release gives up the workers and frees the world.
func (a *Animation) release() {
	if a.memory != nil {
		a.memory.Remove(a.holder)
	}
	a.workers.Close()
	a.removeResources()
}

// Timings returns how long each system took. Printed, it is a table.
func (a *Animation) Timings() ecs.Timings { return a.Schedule().Timings() }

// Counters returns the counts of characters, clips and matrices over all frames.
// [ecs.Counters.Since] returns the counts of some frames. Printed, it is a table.
func (a *Animation) Counters() ecs.Counters { return a.Schedule().Counters() }

// AppendSnapshot appends the whole animation state of the world to dst and returns the extended
// slice, for [Animation.Restore]. It does not allocate if dst has room. It may be called at any
// time between two frames. Saving takes some tens of nanoseconds per character, which is fast
// enough for rollback netcode.
//
// A snapshot contains:
//
//   - for each character, which is an entity with a [components.Skeleton]: the components that
//     package components says the systems write or read in a frame, with the given pose of a
//     PoseOverride and the bodies of a Ragdoll;
//   - what the solvers of the Modifiers remember, such as the motion of springs;
//   - for each other entity with an Attachment: this and its Transform;
//   - the order of the slots, the frame number, the [ecs.Clock] and the queue of [ecs.Events].
//
// Playbacks of a BlendState beyond its Count are left out, and layers and goals after the last one
// that is not zero. Palettes and morph weights are computed anew in every frame, so they are saved
// only for characters that may keep old ones, which are those with a LevelOfDetail. They take some
// kilobytes per character, as does the memory of an Inertialization. Kept model matrices take 48
// bytes for each joint; they are always saved, because the next frame may read them before it poses
// the character: where it is skipped, or where it and others depend on each other. Past poses that
// clips alone gave are saved as what they were sampled from, some 40 bytes for each clip.
//
// The bytes are the same on every platform, and equal worlds give equal bytes.
func (a *Animation) AppendSnapshot(dst []byte) []byte {
	if !a.isMade() {
		return dst
	}
	reader := a.poses.take()
	defer a.poses.give(reader)
	a.pastPoses.StoreAfterChange(storeOf(&a.frame), &reader.block)
	return a.saving().Append(dst)
}

// RestoreOption is an option of [Animation.Restore].
type RestoreOption uint8

// ByName restores a snapshot that was taken with assets of other content, such as a clip before it
// was replaced by [assets.Library.SetClip]: where the library has no asset with a key of the
// snapshot, it takes the one of the same kind and name, for a skeleton of the same name if there is
// one. What follows is then not what would have followed before.
const ByName RestoreOption = 1

// Restore restores the state that [Animation.AppendSnapshot] saved. With the same input the
// following frames then have the same bits as after the snapshot: poses, transforms, events and
// all. Poses are undefined before the next frame.
//
// The snapshot may come from the same world or from another one, also of another process. Another
// world needs live entities with the same numbers as the characters, with or without components;
// see World.DumpEntities and World.LoadEntities of arche. Its library needs the assets that the
// snapshot names, loaded in any order: a snapshot has their keys ([assets.Library.Key]) in place of
// their IDs. An asset that is missing, or that was replaced by one of other content, is an error
// that names it, unless [ByName] is among the options. What had been removed when the snapshot was
// taken names nothing.
//
// Characters created after the snapshot stay as they are, and get slots after the others. Remove
// them if they are not wanted. If entity numbers matter, remove them in the opposite order of their
// creation, so that new entities get the same numbers again. Package rollback restores whole worlds
// instead, over births and deaths and with the components of the program.
//
// If an entity of the snapshot is dead, the error is [ecs.ErrEntityGone]; see
// [Animation.RestoreAlive]. The other errors are [ecs.ErrSnapshot], [ErrWorldLocked], [ErrBusy] and
// [ErrClosed]. Nothing has changed then.
func (a *Animation) Restore(snapshot []byte, options ...RestoreOption) error {
	if err := a.begin(); err != nil {
		return err
	}
	defer a.end()
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	memory := residency.Of(a.library)
	memory.Pause()
	defer memory.Resume()
	return a.saving().Restore(snapshot, slices.Contains(options, ByName))
}

// RestoreAlive is like [Animation.Restore], but skips dead entities and returns their number. The
// others continue as if these entities had died right after the snapshot.
func (a *Animation) RestoreAlive(snapshot []byte, options ...RestoreOption) (dead int, err error) {
	if err := a.begin(); err != nil {
		return 0, err
	}
	defer a.end()
	if a.world.IsLocked() {
		return 0, ErrWorldLocked
	}
	memory := residency.Of(a.library)
	memory.Pause()
	defer memory.Resume()
	return a.saving().RestoreAlive(snapshot, slices.Contains(options, ByName))
}

// saving returns what saves and restores the state. It is made where it is first needed, so that a
// program without snapshots does not contain it.
func (a *Animation) saving() *posestore.Snapshots {
	if a.snapshots == nil {
		a.snapshots = posestore.NewSnapshots(a.world, (*posestore.Store)(a.store),
			snapshots.Resources(a.clock, a.events))
	}
	return a.snapshots
}
