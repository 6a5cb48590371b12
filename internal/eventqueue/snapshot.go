package eventqueue

import (
	"math"

	"github.com/sinew-go/sinew/internal/codec"
)

// HeadSize is how many bytes a snapshot needs for a queue without its events.
const HeadSize = 40

// Put writes the queue without its events, in [HeadSize] bytes.
func (e *Queue[E]) Put(b []byte) {
	codec.PutUint64(b, uint64(int64(e.Limit)))
	codec.PutUint32(b[8:], uint32(e.fresh))
	codec.PutUint32(b[12:], uint32(len(e.list)))
	codec.PutUint64(b[16:], e.gone)
	codec.PutUint64(b[24:], e.gap)
	codec.PutUint64(b[32:], e.overflow)
}

// List returns the events in the queue. The slice belongs to the queue.
func (e *Queue[E]) List() []E { return e.list }

// Check checks what [Queue.Put] wrote and returns the number of events.
func (e *Queue[E]) Check(b []byte) (events uint32, err error) {
	const limit = 1 << 62 // keeps later counts from overflowing
	fresh, events := codec.GetUint32(b[8:]), codec.GetUint32(b[12:])
	gone, gap, overflow := codec.GetUint64(b[16:]), codec.GetUint64(b[24:]), codec.GetUint64(b[32:])
	if fresh > events || gone > limit || gap > maxOverflow || overflow > maxOverflow {
		return 0, codec.Damaged("expected at most %d new events, and at most %d lost or in a gap, found %d, %d and %d",
			events, uint64(maxOverflow), fresh, overflow, gap)
	}
	return events, nil
}

// Get reads what [Queue.Put] wrote and empties the queue; [Queue.Restore] adds the events. A limit
// beyond the int of a 32-bit platform is clamped.
func (e *Queue[E]) Get(b []byte) {
	limit := int64(codec.GetUint64(b))
	e.Limit = int(max(math.MinInt32, min(limit, math.MaxInt32)))
	if int64(int(limit)) == limit {
		e.Limit = int(limit)
	}
	e.fresh = int(codec.GetUint32(b[8:]))
	e.gone, e.gap, e.overflow = codec.GetUint64(b[16:]), codec.GetUint64(b[24:]), codec.GetUint64(b[32:])
	e.list = e.list[:0]
}

// Restore adds an event that was in the queue when it was saved.
func (e *Queue[E]) Restore(event E) { e.list = append(e.list, event) }
