package systems_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// A frame of 1e300 s within a longer inertialization leaves the pose finite.
func TestHugeStepInInertialization(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	k.animation.EnableInertialization(e)
	check(t, k.animation.Player(e).Play(k.clips[0]))
	for range 3 {
		k.update(t, 1.0/60)
	}
	inertialization := k.animation.Player(e).Inertialization()
	inertialization.Duration, inertialization.Begin = math.MaxFloat64, true
	k.update(t, 1e300)
	for range 3 {
		if !finite(k.animation.ModelMatrices(e)) || !finite(k.animation.Morphs(e)) {
			t.Fatalf("the pose is not finite: %v, morph weights %v", k.animation.ModelMatrices(e),
				k.animation.Morphs(e))
		}
		k.update(t, 1.0/60)
	}
}

// garbageWorld is a world whose components hold any bits at all.
type garbageWorld struct {
	*richFixture
	access   componentAccess
	garbage  *garbage
	random   *rand.Rand
	graph    assets.GraphID
	other    *assets.Model
	entities []ecs.Entity // characters and attached entities, all alive
	reader   ecs.EventReader
}

// newGarbageWorld creates a world with characters of two skeletons, graphs, attachments that form
// chains and cycles, and cameras. Some of its assets have been removed.
func newGarbageWorld(t testing.TB, seed uint64, workers int) *garbageWorld {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 51))
	w := &garbageWorld{richFixture: newRichFixture(t, seed%7, systems.WithWorkers(workers)), random: random}
	w.other = newModel(t, w.library, 5, seed)
	gone := newModel(t, w.library, 3, seed+1)
	stale := []uint32{uint32(gone.ID), uint32(gone.Skeleton), uint32(gone.Clips[0])}
	w.library.RemoveModel(gone.ID)
	g, err := graph.New("garbage").Float("x", 0).Float("y", 0).Trigger("go").Int("n", 0).
		Layer("body",
			graph.State("one").BlendSpace("line", "x").SpeedParameter("y").To("two").WhenTriggered("go").Fade(0.3).
				Interruption(graph.InterruptBySourceThenTarget).
				To("two").ExitTime(0.5).FrozenSource().Fade(0.2),
			graph.State("two").BlendSpace("plane", "x", "y").To("one").When("n", ">", 0).FadeFraction(0.5).
				Interruption(graph.InterruptByTargetThenSource).
				To("one").ExitTime(1).Fade(0.1).Inertialized()).
		Layer("arm", graph.State("still").To("wave").WhenTriggered("go").Fade(0.1),
			graph.State("wave").Clip("pose 1").To("still").ExitTime(1).Fade(0.1)).
		Build(w.library, w.model)
	check(t, err)
	w.graph, err = w.library.AddGraph(g)
	check(t, err)
	for range 14 {
		model := w.model
		if random.IntN(5) == 0 {
			model = w.other
		}
		e := newCharacter(t, w.animation, model, mgl32.Ident4())
		check(t, w.animation.Player(e).Play(model.Clips[0]))
		w.entities = append(w.entities, e)
	}
	w.access = newComponentAccess(&w.world)
	w.garbage = newGarbage(t, random, w.richFixture, stale)
	w.garbage.ids[reflect.TypeFor[id.Graph]()] = []uint32{uint32(w.graph), stale[0]}
	w.garbage.ids[reflect.TypeFor[id.Model]()] = append(w.garbage.ids[reflect.TypeFor[id.Model]()], uint32(w.other.ID))
	w.garbage.ids[reflect.TypeFor[id.Skeleton]()] = append(w.garbage.ids[reflect.TypeFor[id.Skeleton]()],
		uint32(w.other.Skeleton))
	for range 4 {
		w.entities = append(w.entities, w.world.NewEntity())
	}
	dead := w.world.NewEntity()
	w.garbage.entities = append(append([]ecs.Entity{{}, dead}, w.entities...), w.entities...)
	w.world.RemoveEntity(dead)
	for i, kind := range componentTypes { // every component on some entities
		for range 6 {
			if e := pick(random, w.entities); !w.access.get(e, i).IsValid() &&
				kind != reflect.TypeFor[components.View]() {
				w.access.toggle(e, i)
			}
		}
	}
	check(t, w.animation.DetailByView(systems.DefaultDetail()))
	w.animation.Events().Limit = 2000
	return w
}

// step writes garbage, gives some proper commands, and runs a frame.
func (w *garbageWorld) step(t *testing.T) {
	t.Helper()
	random := w.random
	for range random.IntN(8) {
		e := pick(random, w.entities)
		i := random.IntN(len(componentTypes))
		if value := w.access.get(e, i); value.IsValid() {
			w.garbage.fill(value, pick(random, []float64{0.02, 0.1, 0.5, 1}))
		} else if random.IntN(3) == 0 {
			w.access.toggle(e, i)
		}
	}
	for range random.IntN(3) { // proper characters, but for one component
		e := pick(random, w.entities)
		w.heal(random, e)
		if i := random.IntN(len(componentTypes)); w.access.get(e, i).IsValid() && random.IntN(2) == 0 {
			w.garbage.fill(w.access.get(e, i), pick(random, []float64{0.05, 0.3, 1}))
		}
	}
	for range random.IntN(4) {
		w.command(random, pick(random, w.entities))
	}
	switch random.IntN(24) {
	case 0: // another character's slot
		a, b := w.access.get(pick(random, w.entities), 1), w.access.get(pick(random, w.entities), 1)
		if a.IsValid() && b.IsValid() {
			a.Set(b)
		}
	case 1: // a component of another character, with its history
		i := random.IntN(len(componentTypes))
		a, b := w.access.get(pick(random, w.entities), i), w.access.get(pick(random, w.entities), i)
		if a.IsValid() && b.IsValid() {
			a.Set(b)
		}
	case 2:
		w.access.toggle(pick(random, w.entities), random.IntN(len(componentTypes)))
	case 3:
		clock := w.animation.Clock()
		clock.Scale, clock.Step, clock.Left, clock.Skipped = w.garbage.float64(), w.garbage.float64(),
			w.garbage.float64(), w.garbage.float64()
		clock.MaxSteps = int32(random.IntN(4))
	case 4, 5, 6, 7:
		*w.animation.Clock() = ecs.Clock{Scale: 1}
	}
	w.limitAdditive()
	w.update(t,
		pick(random, []float64{
			0, 1e-9, 1.0 / 60, 1.0 / 60, 1.0 / 60, 1.0 / 60, 1.0 / 30, 0.3, 1e6, 1e300,
			math.MaxFloat64,
		}))
	for i, e := range w.entities {
		if !w.world.Alive(e) { // its attachment made it die with its target
			w.entities[i] = newCharacter(t, w.animation, w.model, mgl32.Ident4())
		}
	}
}

// heal makes an entity a proper character that plays something.
func (w *garbageWorld) heal(random *rand.Rand, e ecs.Entity) {
	set := func(i int, component any) {
		if value := w.access.get(e, i); value.IsValid() {
			value.Set(reflect.ValueOf(component))
		} else if random.IntN(2) == 0 {
			w.access.toggle(e, i)
			w.access.get(e, i).Set(reflect.ValueOf(component))
		}
	}
	set(0, components.Skeleton{ID: w.model.Skeleton})
	set(2,
		components.AnimationPlayer{Playback: components.Playback{
			Motion: pick(random, w.clips), Speed: 1,
			Mode: assets.Loop,
		}})
	set(3, components.BlendState{})
	set(4, components.Layers{})
	set(6, components.Inertialization{Duration: 0.3, Begin: random.IntN(2) == 0})
	set(8, components.TimeScale{Scale: 1})
	set(9, components.LevelOfDetail{Interval: uint16(random.IntN(3))})
	set(10, components.SkinnedMesh{Model: w.model.ID})
	w.command(random, e)
}

// command gives a character a proper command, so that it plays something again.
func (w *garbageWorld) command(random *rand.Rand, e ecs.Entity) {
	player, some := w.animation.Player(e), float64(random.IntN(400))/1000
	c := pick(random, w.clips)
	switch random.IntN(11) {
	case 9:
		if pool, _ := w.animation.Pool(e); pool != nil {
			_ = w.animation.SetLocalPose(e, rig.NewPose(pool.Skeleton()), random.Float32())
		}
	case 10:
		_ = w.animation.ClearLocalPose(e)
	case 0:
		if p := player.Component(); p != nil {
			*p = components.AnimationPlayer{Playback: components.Playback{Motion: c, Speed: 1, Mode: assets.Loop}}
		}
	case 1:
		_ = player.CrossFade(c, some)
	case 2:
		_ = player.CrossFade(pick(random, w.spaces), some, systems.WithCurve(w.curve))
	case 3:
		_ = player.Layer(1+random.IntN(7)).Overlay(c, pick(random, w.masks), some)
	case 4:
		_, _ = w.animation.Control(e, w.graph)
	case 5:
		_ = player.CrossFade(c, some, systems.WithInertialization())
	case 6:
		_ = player.SeekFiring(random.Float64() * 3)
	case 7:
		_ = w.animation.Controller(e).Trigger("go")
	default:
		_ = w.animation.Controller(e).SetFloat("x", random.Float32()*3)
	}
}

// moreLayersType is the index of components.MoreLayers in componentTypes.
var moreLayersType = slices.Index(componentTypes, reflect.TypeFor[components.MoreLayers]())

// limitAdditive keeps additive layers from scaling joints beyond the range of float32, which is
// documented to be up to the program.
func (w *garbageWorld) limitAdditive() {
	for _, e := range w.entities {
		if value := w.access.get(e, 4); value.IsValid() {
			limitWeights(&value.Addr().Interface().(*components.Layers).First)
		}
		if value := w.access.get(e, moreLayersType); value.IsValid() {
			layers := value.Addr().Interface().(*components.MoreLayers)
			for i := range layers.List {
				limitWeights(&layers.List[i])
			}
		}
	}
}

// digest checks that all results are finite, and returns a hash of them and, if asked to, of all
// components.
func (w *garbageWorld) digest(t *testing.T, withComponents bool) uint64 {
	t.Helper()
	h := fnv.New64a()
	var bytes []byte
	numbers := func(text string, e ecs.Entity, list []float32) {
		if !finite(list) {
			pool, slot := w.animation.Pool(e)
			t.Errorf("%s of %v are not finite: %v of joints of %q, blend inputs %+v", text, e, list,
				pool.Skeleton().Name(), pool.BlendInputs(slot))
			if p := w.animation.Player(e); p.Inertialization() != nil {
				t.Logf("%+v", *p.Inertialization())
			}
		}
		for _, v := range list {
			bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(v))
		}
	}
	for _, e := range w.entities {
		if pool, slot := w.animation.Pool(e); pool != nil {
			for i := range pool.Skins() {
				skin, _ := pool.Skin(i)
				if !w.usesSkin(e, skin) {
					continue
				}
				numbers("palettes", e, pool.Palette(skin, slot))
			}
			numbers("morph weights", e, w.animation.Morphs(e))
			numbers("model matrices", e, pool.ModelMatrices(slot))
			pose := rig.NewPose(pool.Skeleton())
			if w.animation.LocalPose(e, pose) == nil {
				numbers("local pose", e, pose.Locals)
				if kept := pool.ModelMatrices(slot); kept != nil && !sameBits(kept, pose.ModelMatrices(nil)) {
					t.Errorf("the local pose of %v on demand is not the frame's", e)
				}
			}
		}
		if withComponents {
			w.access.hashEntity(h, e)
		}
	}
	events, missed := w.animation.Events().Read(&w.reader)
	bytes = binary.LittleEndian.AppendUint64(bytes, missed)
	for _, e := range events {
		bytes = binary.LittleEndian.AppendUint64(bytes, uint64(e.Entity.ID())<<32|uint64(e.Clip))
		bytes = binary.LittleEndian.AppendUint64(bytes, uint64(e.Marker)<<32|uint64(e.Layer)<<8|uint64(e.Kind))
		bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(e.Weight))
	}
	_, _ = h.Write(bytes)
	return h.Sum64()
}

// usesSkin reports whether the model drawn on a character has the skin, so that it has a palette.
func (w *garbageWorld) usesSkin(e ecs.Entity, skin assets.SkinID) bool {
	value := w.access.get(e, 10)
	if !value.IsValid() {
		return false
	}
	model := w.library.Model(value.Addr().Interface().(*components.SkinnedMesh).Model)
	return model != nil && len(model.Parts) > 0 && model.Parts[0].Skin == skin
}

// TestGarbageInComponents writes any bits into every field of every component for many frames. No
// frame panics or hangs, every pose is finite, memory stays bounded, and one worker and four have
// the same results.
func TestGarbageInComponents(t *testing.T) {
	probe.Serial(t)
	const frames = 120
	probe.Seeds(t, 12, 800, func(t *testing.T, seed uint64) {
		one, four := newGarbageWorld(t, seed, 1), newGarbageWorld(t, seed, 4)
		// Most of the memory is in arche's tables, of which the test makes many, and the queue of
		// events.
		probe.Within(t, time.Minute, 512<<20, "the frames", func() {
			for frame := range frames {
				one.step(t)
				four.step(t)
				last := frame%8 == 7
				if a, b := one.digest(t, last), four.digest(t, last); a != b && !t.Failed() {
					t.Errorf("the results of frame %d depend on the number of workers", frame)
				}
				if t.Failed() {
					t.Fatalf("in frame %d", frame)
				}
			}
		})
	})
}

// An attachment to an entity that this world never had stays where it is.
func TestAttachmentToForeignEntity(t *testing.T) {
	f := newFixture(t, 4)
	f.spawn(t, 0, 0)
	other := ecs.NewWorld()
	foreign := other.NewEntity()
	for range 1000 {
		foreign = other.NewEntity()
	}
	attachments := generic.NewMap2[components.Attachment, components.Transform](&f.world)
	socket := attachments.NewWith(&components.Attachment{Target: foreign, Offset: mgl32.Ident4()},
		&components.Transform{Matrix: mgl32.Ident4()})
	defer func() {
		if value := recover(); value != nil {
			t.Errorf("panic: %v", value)
		}
	}()
	f.update(t, 0.1)
	if _, transform := attachments.Get(socket); transform.Matrix != mgl32.Ident4() {
		t.Errorf("the attached entity moved to %v", transform.Matrix)
	}
	if f.animation.Palette(foreign, f.model.Skins[0]) != nil ||
		f.animation.Player(foreign).Play(f.model.Clips[0]) == nil {
		t.Error("the foreign entity is a character")
	}
}
