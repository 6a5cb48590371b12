package ecs

import (
	"math"

	"github.com/sinew-go/sinew/assets"
)

// Bytes that the clock and the queue without its events take.
const (
	clockSize = 36
	queueSize = 40
)

func putClock(b []byte, c *Clock) []byte {
	for i, v := range [...]float64{c.Scale, c.Step, c.Left, c.Skipped} {
		putDouble(b[8*i:], v)
	}
	putUint32(b[32:], uint32(c.MaxSteps))
	return b[clockSize:]
}

func takeClock(b []byte, c *Clock) {
	c.Scale, c.Step, c.Left, c.Skipped = takeDouble(b), takeDouble(b[8:]), takeDouble(b[16:]), takeDouble(b[24:])
	c.MaxSteps = int32(takeUint32(b[32:]))
}

func putQueue(b []byte, e *Events) {
	putUint64(b, uint64(int64(e.Limit)))
	putUint32(b[8:], uint32(e.fresh))
	putUint32(b[12:], uint32(len(e.list)))
	putUint64(b[16:], e.dropped)
	putUint64(b[24:], e.gap)
	putUint64(b[32:], e.lost)
}

// takeQueue reads the queue; its events are behind one another in list.
func takeQueue(b, list []byte, e *Events) {
	limit := int64(takeUint64(b))
	e.Limit = int(max(math.MinInt32, min(limit, math.MaxInt32)))
	if int64(int(limit)) == limit {
		e.Limit = int(limit)
	}
	e.fresh = int(takeUint32(b[8:]))
	e.dropped, e.gap, e.lost = takeUint64(b[16:]), takeUint64(b[24:]), takeUint64(b[32:])
	e.list = e.list[:0]
	for ; len(list) > 0; list = list[eventSize:] {
		e.list = append(e.list, takeEvent(list))
	}
}

func putEvent(b []byte, e *Event) {
	_ = b[eventSize-1]
	putEntity(b, e.Entity)
	putDouble(b[8:], e.Time)
	putUint32(b[16:], uint32(e.Clip))
	putUint32(b[20:], uint32(e.Marker))
	putUint32(b[24:], uint32(e.Graph))
	putUint32(b[28:], uint32(e.State))
	putFloat(b[32:], e.Weight)
	b[36], b[37], b[38], b[39] = e.Layer, byte(e.Kind), 0, 0
}

func takeEvent(b []byte) Event {
	return Event{
		Entity: takeEntity(b), Time: takeDouble(b[8:]), Clip: assets.ClipID(takeUint32(b[16:])), Marker: int32(takeUint32(b[20:])),
		Graph: assets.GraphID(takeUint32(b[24:])), State: int32(takeUint32(b[28:])), Weight: takeFloat(b[32:]), Layer: b[36], Kind: EventKind(b[37]),
	}
}
