package snapshots

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/eventqueue"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Resources returns what snapshots hold besides the characters.
func Resources(clock *ecs.Clock, events *ecs.Events) posestore.Resources {
	return &resources{clock, (*eventqueue.Queue[ecs.Event])(events)}
}

// resources are the clock and the queue of events.
type resources struct {
	clock  *ecs.Clock
	events *eventqueue.Queue[ecs.Event]
}

const (
	clockSize = 44
	eventSize = 44
)

// HeadSize implements [posestore.Resources].
func (r *resources) HeadSize() int { return clockSize + eventqueue.HeadSize }

// PutHead implements [posestore.Resources].
func (r *resources) PutHead(b []byte) { r.events.Put(putClock(b, r.clock)) }

// AppendTail implements [posestore.Resources].
func (r *resources) AppendTail(dst []byte) []byte {
	list := r.events.List()
	for i := range list {
		var b []byte
		dst, b = codec.Extend(dst, eventSize)
		putEvent(b, &list[i])
	}
	return dst
}

// MapIDs implements [posestore.Resources].
func (r *resources) MapIDs(tail []byte, m *assetkeys.Mapper) {
	for ; len(tail) >= eventSize; tail = tail[eventSize:] {
		m.Map(assetkeys.Motion, tail[16:])
		m.Map(assetkeys.Graph, tail[24:])
		m.Map(assetkeys.Motion, tail[40:])
	}
}

// CheckHead implements [posestore.Resources].
func (r *resources) CheckHead(head []byte, most int) (tail int, err error) {
	events, err := r.events.Check(head[clockSize:])
	if err == nil && uint64(events) > uint64(most/eventSize) {
		err = codec.ErrTruncated
	}
	return eventSize * int(events), err
}

// CheckTail implements [posestore.Resources].
func (r *resources) CheckTail(tail []byte, known func(ecs.Entity) bool) error {
	for ; len(tail) > 0; tail = tail[eventSize:] {
		if entity := codec.GetEntity(tail); !known(entity) {
			return posestore.Unknown(entity)
		}
	}
	return nil
}

// Restore implements [posestore.Resources].
func (r *resources) Restore(head, tail []byte) {
	getClock(head, r.clock)
	r.events.Get(head[clockSize:])
	for ; len(tail) > 0; tail = tail[eventSize:] {
		r.events.Restore(getEvent(tail))
	}
}

func putClock(b []byte, c *ecs.Clock) []byte {
	for i, v := range [...]float64{c.Scale, c.Step, c.Left, c.Skipped, c.MaxSeconds} {
		codec.PutFloat64(b[8*i:], v)
	}
	codec.PutUint32(b[40:], uint32(c.MaxSteps))
	return b[clockSize:]
}

func getClock(b []byte, c *ecs.Clock) {
	c.Scale, c.Step, c.Left, c.Skipped = codec.GetFloat64(b), codec.GetFloat64(b[8:]), codec.GetFloat64(b[16:]),
		codec.GetFloat64(b[24:])
	c.MaxSeconds = codec.GetFloat64(b[32:])
	c.MaxSteps = int32(codec.GetUint32(b[40:]))
}

func putEvent(b []byte, e *ecs.Event) {
	_ = b[eventSize-1]
	codec.PutEntity(b, e.Entity)
	codec.PutFloat64(b[8:], e.Time)
	codec.PutUint32(b[16:], uint32(e.Clip))
	codec.PutUint32(b[20:], uint32(e.Marker))
	codec.PutUint32(b[24:], uint32(e.Graph))
	codec.PutUint32(b[28:], uint32(e.State))
	codec.PutFloat32(b[32:], e.Weight)
	b[36], b[37], b[38], b[39] = e.Layer, byte(e.Kind), 0, 0
	codec.PutUint32(b[40:], uint32(e.Motion))
}

func getEvent(b []byte) ecs.Event {
	return ecs.Event{
		Entity: codec.GetEntity(b), Time: codec.GetFloat64(b[8:]),
		Clip: assets.ClipID(codec.GetUint32(b[16:])), Marker: int32(codec.GetUint32(b[20:])),
		Graph: assets.GraphID(codec.GetUint32(b[24:])), State: int32(codec.GetUint32(b[28:])),
		Weight: codec.GetFloat32(b[32:]), Layer: b[36], Kind: ecs.EventKind(b[37]),
		Motion: id.Motion(codec.GetUint32(b[40:])),
	}
}
