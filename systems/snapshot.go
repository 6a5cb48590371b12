package systems

// AppendSnapshot appends the whole animation state of the world to dst and returns it: what [Animation.Restore] brings back. See [ecs.Snapshots] for what
// that is. It allocates nothing where dst has room, and may be called at any time between two frames.
func (a *Animation) AppendSnapshot(dst []byte) []byte { return a.snapshots.Append(dst) }

// Restore brings back what [Animation.AppendSnapshot] saved. Run again with the same input, the world goes on with the same bits as if it had never
// stopped: poses, transforms, events and all. What is read of poses before the next frame is undefined.
//
// It works in the same world, and in another one of a library with the same assets under the same IDs, in which the characters' entities are alive
// under the same numbers, be it without any component: see World.DumpEntities and World.LoadEntities of arche.
//
// Characters that were born since stay as they are, and get slots behind the others. To have them gone, remove them; where their numbers count
// in what follows, in the opposite order of their birth, so that those born instead of them get the same. Where an entity of the snapshot
// died since, nothing is restored and the error is [ecs.ErrEntityGone]. The other errors are [ecs.ErrSnapshot] and [ErrWorldLocked]; nothing has changed then
// either.
func (a *Animation) Restore(snapshot []byte) error {
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	return a.snapshots.Restore(snapshot)
}

// RestoreAlive is [Animation.Restore] that passes over entities that died since, and returns how many those are: the others go on as if these had died right after
// the snapshot was made.
func (a *Animation) RestoreAlive(snapshot []byte) (dead int, err error) {
	if a.world.IsLocked() {
		return 0, ErrWorldLocked
	}
	return a.snapshots.RestoreAlive(snapshot)
}
