package systems_test

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// componentTypes are the types of all components, in a fixed order.
var componentTypes = []reflect.Type{
	reflect.TypeFor[components.Skeleton](),
	reflect.TypeFor[components.PoseSlot](),
	reflect.TypeFor[components.AnimationPlayer](),
	reflect.TypeFor[components.BlendState](),
	reflect.TypeFor[components.Layers](),
	reflect.TypeFor[components.Controller](),
	reflect.TypeFor[components.Inertialization](),
	reflect.TypeFor[components.RootMotion](),
	reflect.TypeFor[components.TimeScale](),
	reflect.TypeFor[components.LevelOfDetail](),
	reflect.TypeFor[components.SkinnedMesh](),
	reflect.TypeFor[components.ModelPose](),
	reflect.TypeFor[components.SkinnedVertices](),
	reflect.TypeFor[components.Transform](),
	reflect.TypeFor[components.Attachment](),
	reflect.TypeFor[components.RigidMesh](),
	reflect.TypeFor[components.View](),
	reflect.TypeFor[components.Modifiers](),
	reflect.TypeFor[components.PoseOverride](),
	reflect.TypeFor[components.Ragdoll](),
	reflect.TypeFor[components.MoreLayers](),
	reflect.TypeFor[components.MoreGoals](),
	reflect.TypeFor[components.Worn](),
	reflect.TypeFor[components.Partner](),
}

// componentAccess reads, adds and removes components by their type.
type componentAccess struct {
	world *ecs.World
	ids   []arche.ID // of componentTypes
}

func newComponentAccess(world *ecs.World) componentAccess {
	a := componentAccess{world: world}
	for _, kind := range componentTypes {
		a.ids = append(a.ids, arche.TypeID(world, kind))
	}
	return a
}

// get returns a component of an entity that can be written, or an invalid value.
func (a *componentAccess) get(e ecs.Entity, i int) reflect.Value {
	if pointer := a.world.Get(e, a.ids[i]); pointer != nil {
		return reflect.NewAt(componentTypes[i], pointer).Elem()
	}
	return reflect.Value{}
}

// toggle adds a component to an entity, or removes it.
func (a *componentAccess) toggle(e ecs.Entity, i int) {
	if a.world.Has(e, a.ids[i]) {
		a.world.Remove(e, a.ids[i])
	} else {
		a.world.Add(e, a.ids[i])
	}
}

// hashEntity adds all components of an entity to a hash, without the padding between their fields.
func (a *componentAccess) hashEntity(h hash.Hash, e ecs.Entity) {
	var buffer []byte
	for i := range componentTypes {
		if value := a.get(e, i); value.IsValid() {
			visitFields(value, func(v reflect.Value) {
				switch v.Kind() {
				case reflect.Bool:
					buffer = append(buffer, byte(boolBit(v.Bool())))
				case reflect.Float32, reflect.Float64:
					buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v.Float()))
				case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
					buffer = binary.LittleEndian.AppendUint64(buffer, uint64(v.Int()))
				case reflect.Struct: // an entity
					e := entityAt(v)
					buffer = binary.LittleEndian.AppendUint64(buffer, uint64(e.ID())<<32|uint64(e.Generation()))
				default:
					buffer = binary.LittleEndian.AppendUint64(buffer, v.Uint())
				}
			})
		}
	}
	_, _ = h.Write(buffer)
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func entityAt(v reflect.Value) *ecs.Entity { return (*ecs.Entity)(unsafe.Pointer(v.UnsafeAddr())) }

// visitFields calls f with every number, bool and entity in a component.
func visitFields(v reflect.Value, f func(reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[ecs.Entity]():
		f(v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			visitFields(v.Field(i), f)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			visitFields(v.Index(i), f)
		}
	default:
		f(v)
	}
}

// garbage writes values into components that no program should write.
type garbage struct {
	random   *rand.Rand
	ids      map[reflect.Type][]uint32 // asset IDs by type: of assets that exist, and of removed ones
	entities []ecs.Entity              // some of them dead
}

// newGarbage lists the assets of a library.
func newGarbage(t testing.TB, random *rand.Rand, k *richFixture, stale []uint32) *garbage {
	g := &garbage{random: random, ids: map[reflect.Type][]uint32{}}
	add := func(kind reflect.Type, list ...uint32) { g.ids[kind] = append(append(g.ids[kind], list...), stale...) }
	for _, list := range [][]assets.ClipID{k.clips, k.adds} {
		for _, c := range list {
			add(reflect.TypeFor[id.Clip](), uint32(c))
		}
	}
	for _, s := range append([]id.BlendSpace{k.stepped, k.addSpace}, k.spaces...) {
		add(reflect.TypeFor[id.BlendSpace](), uint32(s))
	}
	for _, m := range k.masks {
		add(reflect.TypeFor[id.Mask](), uint32(m))
	}
	add(reflect.TypeFor[id.Curve](), uint32(k.curve), 0, 1, 2, 3, 4, 5)
	stack := springStack(t, k.library, k.model)
	add(reflect.TypeFor[id.ModifierStack](), uint32(stack))
	add(reflect.TypeFor[id.Skeleton](), uint32(k.model.Skeleton))
	add(reflect.TypeFor[id.Model](), uint32(k.model.ID))
	add(reflect.TypeFor[id.Mesh](), uint32(k.model.Parts[0].Mesh))
	return g
}

// fill overwrites each field of a component with a chance.
func (g *garbage) fill(component reflect.Value, chance float64) {
	visitFields(component, func(v reflect.Value) {
		if g.random.Float64() >= chance {
			return
		}
		if v.Type() == reflect.TypeFor[ecs.Entity]() {
			*entityAt(v) = g.entities[g.random.IntN(len(g.entities))]
			return
		}
		if known := g.ids[v.Type()]; len(known) > 0 && g.random.IntN(4) > 0 {
			v.SetUint(uint64(known[g.random.IntN(len(known))]))
			return
		}
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(g.random.IntN(2) == 0)
		case reflect.Float32:
			v.SetFloat(float64(g.float32()))
		case reflect.Float64:
			v.SetFloat(g.float64())
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			v.SetInt(g.integer() << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
		case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			v.SetUint(uint64(g.integer()) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
		default:
			panic(fmt.Sprint("a component has a field of kind ", v.Kind()))
		}
	})
}

// integer returns mostly a small number, and else an extreme or any one.
func (g *garbage) integer() int64 {
	switch g.random.IntN(8) {
	case 0:
		return int64(g.random.Uint64())
	case 1:
		return pick(g.random, []int64{
			-1, math.MaxInt64, math.MinInt64, math.MaxInt32, math.MinInt32, math.MaxUint32,
			math.MaxUint16, math.MaxInt16, 255, 128, 1 << 20, 1 << 16,
		})
	}
	return int64(g.random.IntN(10))
}

func (g *garbage) float32() float32 {
	switch g.random.IntN(8) {
	case 0:
		return math.Float32frombits(g.random.Uint32())
	case 1, 2:
		return pick(g.random, []float32{
			float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32,
			math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 1e-20, 1e20, -1e20, 1e9, 1 << 24,
		})
	case 3:
		return pick(g.random, []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 2})
	}
	return g.random.Float32()*4 - 1
}

func (g *garbage) float64() float64 {
	switch g.random.IntN(8) {
	case 0:
		return math.Float64frombits(g.random.Uint64())
	case 1, 2:
		return pick(g.random, []float64{
			math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
			1e-200, 1e200, -1e200,
			1e18, math.MaxFloat32, 1 << 53, -1e-12,
		})
	case 3:
		return pick(g.random, []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2})
	}
	return g.random.Float64()*4 - 1
}

// newCharacter creates a character of a model.
func newCharacter(t testing.TB, animation *systems.Animation, model *assets.Model, transform mgl32.Mat4) ecs.Entity {
	t.Helper()
	e := mustSpawn(animation.Spawn(model, transform))
	if e == (ecs.Entity{}) {
		t.Fatalf("no character of model %q", model.Name)
	}
	return e
}

// fadeToNothing crossfades a layer to the rest pose, or above layer 0 to what lies below it.
func fadeToNothing(player systems.Player, duration float64, options ...systems.FadeOption) error {
	return player.Stop(duration, options...)
}
