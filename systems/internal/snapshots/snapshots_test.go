package snapshots

import (
	"math/rand/v2"
	"reflect"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/eventqueue"
)

// The clock and the queue of events are restored as they were, whatever is in them.
func TestSnapshotsContainQueueAndClock(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for range 50 {
		from := resources{&ecs.Clock{}, &eventqueue.Queue[ecs.Event]{}}
		scramble(random, reflect.ValueOf(from.clock).Elem())
		from.events.Limit = random.IntN(99) - 9
		for range random.IntN(5) {
			for range random.IntN(4) {
				var e ecs.Event
				scramble(random, reflect.ValueOf(&e).Elem())
				e.Entity = codec.GetEntity([]byte{1, 2, 3, 4, 5, 6, 7, byte(random.Uint32())})
				from.events.Append(e)
			}
			from.events.CountDropped(random.Uint64() >> random.IntN(64))
			if random.IntN(3) > 0 {
				from.events.BeginUpdate()
			}
		}
		head := make([]byte, from.HeadSize())
		from.PutHead(head)
		tail := from.AppendTail(nil)
		to := resources{&ecs.Clock{}, &eventqueue.Queue[ecs.Event]{}}
		to.events.Append(ecs.Event{Time: 7}) // is gone
		size, err := to.CheckHead(head, len(tail)+random.IntN(100))
		if err == nil {
			err = to.CheckTail(tail, func(arche.Entity) bool { return true })
		}
		if err != nil || size != len(tail) {
			t.Fatalf("the tail has %d bytes, %d are found, %v", len(tail), size, err)
		}
		to.Restore(head, tail)
		if *from.clock != *to.clock || !equal(from.events, to.events) {
			t.Fatalf("read %+v %+v\nwritten %+v %+v", to.clock, to.events, from.clock, from.events)
		}
	}
}

// equal compares two queues; one without events may have had some.
func equal(a, b *eventqueue.Queue[ecs.Event]) bool {
	return len(a.List()) == 0 && len(b.List()) == 0 && a.Limit == b.Limit && a.Next() == b.Next() ||
		reflect.DeepEqual(a, b)
}

// scramble sets all exported fields to random values.
func scramble(random *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				scramble(random, v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			scramble(random, v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(random.NormFloat64())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(random.Uint32() >> 1 & (1<<(v.Type().Bits()-1) - 1)))
	default:
		v.SetUint(random.Uint64() >> (64 - v.Type().Bits()))
	}
}
