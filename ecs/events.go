package ecs

// DefaultEventLimit is how many events a frame holds where [Events.Limit] says nothing.
const DefaultEventLimit = 1 << 20

// Events is a world resource: a queue of what happened to characters, in order. Each consumer reads it through an [EventReader]
// of its own, so that any number of systems get all events. The zero value is empty.
//
// Events can be read in the frame in which they are appended and in the one after it; so a consumer that reads once a frame gets
// each exactly once, wherever among the systems it runs. One that comes later is told how many it missed.
//
// The memory grows to what two frames hold and stays. A frame holds at most Limit events: what is appended beyond is dropped,
// which readers are told as well, once they get to the next frame.
//
// Any number of goroutines may read at a time, each with a reader of its own, while nobody appends.
type Events struct {
	// Limit is the largest number of events of a frame; 0 or less is [DefaultEventLimit].
	Limit int

	list    []Event // those of the last frame, then those of this one
	fresh   int     // where in the list this frame begins
	dropped uint64  // how many events there were before those of the list
	gap     uint64  // events dropped at the end of the last frame
	lost    uint64  // and of this frame so far
}

// EventReader is a consumer's place in the queue of [Events]: plain data, which can be kept in a component or resource and saved with the
// world. The zero value begins with the oldest event that there is.
type EventReader struct {
	// Next is the number of the event to be read next. Events are numbered from 1 on, those that were dropped too.
	Next uint64
}

// BeginFrame starts a frame: the events of the one before the last are forgotten. What was appended since the last BeginFrame
// can still be read until the next one.
func (e *Events) BeginFrame() {
	e.dropped += uint64(e.fresh) + e.gap
	n := copy(e.list, e.list[e.fresh:])
	e.list, e.fresh = e.list[:n], n
	e.gap, e.lost = e.lost, 0
}

// Append adds events to this frame.
func (e *Events) Append(events ...Event) {
	if room := e.limit() - (len(e.list) - e.fresh); len(events) > room {
		room = max(room, 0)
		e.CountDropped(uint64(len(events) - room))
		events = events[:room]
	}
	e.list = append(e.list, events...)
}

// Lose counts events as dropped that were not even made, because a frame cannot hold so many. From 2⁴⁰ in a frame on it counts no further.
func (e *Events) CountDropped(n uint64) { e.lost = min(e.lost+min(n, mostLost), mostLost) }

const mostLost = 1 << 40

func (e *Events) limit() int {
	if e.Limit <= 0 {
		return DefaultEventLimit
	}
	return e.Limit
}

// Len returns how many events can be read.
func (e *Events) Len() int { return len(e.list) }

// Reader returns a reader that begins with the next event to be appended.
func (e *Events) Reader() EventReader { return EventReader{e.end()} }

// Read returns the events that the reader has not got yet, in order, and moves it past them; missed is how many there were
// that are gone. The slice is the queue's own and good until it is written to: read only.
//
// A reader that is ahead of the queue, which was restored to what it was before, gets nothing until the queue has come to it again: what
// it got once it does not get twice. To have that, restore the reader too.
func (e *Events) Read(r *EventReader) (events []Event, missed uint64) {
	oldest := e.dropped + 1
	old := oldest + uint64(e.fresh) // where the gap begins
	fresh := old + e.gap
	end := e.end()
	next := r.Next
	switch {
	case next == 0:
		next = oldest
	case next > end:
		return nil, 0
	case next < oldest:
		next, missed = oldest, oldest-next
	}
	r.Next = end
	if next >= fresh {
		return e.list[e.fresh+int(next-fresh):], missed
	}
	missed += fresh - max(next, old)
	return e.list[int(min(next-oldest, uint64(e.fresh))):], missed
}

// end returns the number of the next event.
func (e *Events) end() uint64 { return e.dropped + e.gap + uint64(len(e.list)) + 1 }
