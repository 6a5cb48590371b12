package posestore

import arche "github.com/mlange-42/arche/ecs"

// worldLock keeps components where they are while pointers to them are in use.
type worldLock struct {
	runs     int    // schedules that run, one in a system of the other
	query    closer // an *arche.Query, open while isLocked is set
	isLocked bool
}

// closer hides the type of a query. A package that sees the fields of a world or a query, in another
// type or in the arguments of its methods, compiles the generic parts of worlds again, which takes
// longer than the rest of a small package; many packages see a [Store].
type closer interface{ Close() }

var allEntities arche.Filter = arche.All()

// BeginRun tells that a schedule begins to run. EndRun must be called after it.
func (s *Store) BeginRun() { s.lock.runs++ }

// LockWorld locks the world until the schedule that runs ends: the pointers to components that the
// store has are valid until then, so no system may add or remove components or entities. Outside a
// schedule it does nothing.
func LockWorld(s *Store, world *World) { // no method: see closer
	l := &s.lock
	if l.runs == 0 || l.isLocked {
		return
	}
	query, ok := l.query.(*arche.Query)
	if !ok {
		query = new(arche.Query)
		l.query = query
	}
	*query, l.isLocked = world.Query(allEntities), true
}

// EndRun tells that a schedule ends, which unlocks the world if no other one runs. It reports
// whether the world was locked.
func (s *Store) EndRun() (wasLocked bool) {
	l := &s.lock
	wasLocked = l.isLocked
	if l.runs--; l.runs == 0 && l.isLocked {
		l.isLocked = false
		l.query.Close()
	}
	return wasLocked
}
