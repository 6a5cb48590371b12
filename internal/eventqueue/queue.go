package eventqueue

// Queue is a queue of events of type E. The zero value is empty. Package ecs tells what a program
// may do with it.
type Queue[E any] struct {
	// Limit is the largest number of events in an update; 0 or less is [DefaultLimit].
	Limit int

	list     []E    // the events of the last update, then the events of this update
	fresh    int    // index in list of this update's first event
	gone     uint64 // number of events before the first in list
	gap      uint64 // number of events dropped at the end of the last update
	overflow uint64 // number of events dropped in this update
}

// DefaultLimit is the largest number of events in an update if the Limit of a [Queue] is 0.
const DefaultLimit = 1 << 20

// maxOverflow bounds the count of dropped events in an update, so that sums of counts do not
// overflow.
const maxOverflow = 1 << 40

// Append adds events to the current update. It must not be called while systems run that read or
// append events.
func (e *Queue[E]) Append(events ...E) {
	if room := e.limit() - (len(e.list) - e.fresh); len(events) > room {
		room = max(room, 0)
		e.CountDropped(uint64(len(events) - room))
		events = events[:room]
	}
	e.list = append(e.list, events...)
}

// Len returns how many events can be read.
func (e *Queue[E]) Len() int { return len(e.list) }

// Next returns the number of the next event to be appended.
func (e *Queue[E]) Next() uint64 { return e.end() }

// Read returns the events that a consumer has not read yet, in order. Next is the number of the
// first of them, or 0 for the oldest in the queue, and is advanced past them. Missed is the number
// of unread events that are gone. The slice belongs to the queue: it must not be written to, and is
// valid until the queue changes.
//
// After the queue was restored to an earlier state, a reader may be ahead of it. It reads nothing
// until the queue has caught up, so it gets no event twice. Restore the reader as well to read the
// events again.
func (e *Queue[E]) Read(next *uint64) (events []E, missed uint64) {
	oldest := e.gone + 1
	gap := oldest + uint64(e.fresh) // number of the first event dropped in the last update
	fresh := gap + e.gap            // number of this update's first event
	end := e.end()
	at := *next
	switch {
	case at == 0:
		at = oldest
	case at > end:
		return nil, 0
	case at < oldest:
		at, missed = oldest, oldest-at
	}
	*next = end
	if at >= fresh {
		return e.list[e.fresh+int(at-fresh):], missed
	}
	missed += fresh - max(at, gap)
	return e.list[int(min(at-oldest, uint64(e.fresh))):], missed
}

// BeginUpdate drops the events of the update before the last one and starts a new update.
func (e *Queue[E]) BeginUpdate() {
	e.gone += uint64(e.fresh) + e.gap
	n := copy(e.list, e.list[e.fresh:])
	e.list, e.fresh = e.list[:n], n
	e.gap, e.overflow = e.overflow, 0
}

// CountDropped counts n events of this update as dropped, up to maxOverflow in total.
func (e *Queue[E]) CountDropped(n uint64) {
	e.overflow = min(e.overflow+min(n, maxOverflow), maxOverflow)
}

func (e *Queue[E]) limit() int {
	if e.Limit <= 0 {
		return DefaultLimit
	}
	return e.Limit
}

// end returns the number of the next event to be appended.
func (e *Queue[E]) end() uint64 { return e.gone + e.gap + uint64(len(e.list)) + 1 }
