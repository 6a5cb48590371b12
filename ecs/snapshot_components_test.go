package ecs

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-go/sinew/components"
)

// Every field of every component is written and read back, in exactly the size computed before.
func TestSnapshotsContainEveryField(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		var from, to state
		scramble(random, reflect.ValueOf(&from).Elem())
		scramble(random, reflect.ValueOf(&to).Elem())
		from.limit()
		given, taken := from.pointers(), to.pointers()
		flags, size := componentsSize(&given, allComponents)
		b := make([]byte, size)
		if remaining := putComponents(b, &given, flags); len(remaining) != 0 {
			t.Fatalf("%d bytes too many were computed", len(remaining))
		}
		if remaining := getComponents(b, &taken, flags); len(remaining) != 0 {
			t.Fatalf("%d bytes too many were written", len(remaining))
		}
		if from != to {
			t.Fatalf("read %+v\nwritten %+v", to, from)
		}
	}
}

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
			e.Entity = getEntity([]byte{1, 2, 3, 4, 5, 6, 7, byte(random.Uint32())})
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

func TestEntityRoundTrip(t *testing.T) {
	want := Entity{}
	if err := want.UnmarshalJSON([]byte("[77, 3]")); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 8)
	putEntity(b, want)
	if got := getEntity(b); got != want || got.ID() != 77 || got.Generation() != 3 {
		t.Errorf("%v became %v", want, got)
	}
}

// state holds one of each component.
type state struct {
	Player     components.AnimationPlayer
	Blend      components.BlendState
	Layers     components.Layers
	Modifiers  components.Modifiers
	Controller components.Controller
	Root       components.RootMotion
	TimeScale  components.TimeScale
	Detail     components.LevelOfDetail
	Inertia    components.Inertialization
	Transform  components.Transform
	Mesh       components.SkinnedMesh
	ModelPose  components.ModelPose
	Override   components.PoseOverride
	Ragdoll    components.Ragdoll
	Attachment components.Attachment
}

func (s *state) pointers() (at componentPointers) {
	v := reflect.ValueOf(s).Elem()
	for i := range at {
		at[i] = v.Field(i).Addr().UnsafePointer()
	}
	return at
}

// limit clears what snapshots leave out: the elements beyond the counts.
func (s *state) limit() {
	s.Blend.Count = s.Blend.Count%8 - 2
	clear(s.Blend.Fading[fadesUsed(&s.Blend):])
	s.Layers.Count = s.Layers.Count%12 - 2
	clear(s.Layers.List[layersUsed(&s.Layers):])
	for i := range s.Layers.List[:layersUsed(&s.Layers)] {
		fades := &s.Layers.List[i].Fades
		fades.Count = fades.Count%8 - 2
		clear(fades.Fading[fadesUsed(fades):])
	}
	clear(s.Controller.Parameters[s.Layers.Count+2:])
	clear(s.Controller.Layers[(s.Layers.Count+2)/2:])
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
