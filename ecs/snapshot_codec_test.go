package ecs

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-go/sinew/internal/codec"
)

func TestSnapshotsContainQueueAndClock(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for range 50 {
		var clock, clock2 Clock
		scramble(random, reflect.ValueOf(&clock).Elem())
		events := Events{
			Limit: random.IntN(99) - 9, fresh: 2,
			gone: random.Uint64(), gap: random.Uint64(), overflow: random.Uint64(),
		}
		for range 4 {
			var e Event
			scramble(random, reflect.ValueOf(&e).Elem())
			e.Entity = codec.GetEntity([]byte{1, 2, 3, 4, 5, 6, 7, byte(random.Uint32())})
			events.list = append(events.list, e)
		}
		b := make([]byte, clockSize+queueSize+4*eventSize)
		remaining := putClock(b, &clock)
		putQueue(remaining, &events)
		for i := range events.list {
			putEvent(remaining[queueSize+i*eventSize:], &events.list[i])
		}
		var events2 Events
		getClock(b, &clock2)
		getQueue(b[clockSize:], b[clockSize+queueSize:], &events2)
		if clock != clock2 || !reflect.DeepEqual(events, events2) {
			t.Fatalf("read %+v %+v\nwritten %+v %+v", clock2, events2, clock, events)
		}
	}
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
