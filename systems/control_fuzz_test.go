package systems_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/systems"
)

// FuzzComponents writes random bits into the components that control playback. No frame may panic,
// every pose must stay finite, and the character must be able to continue.
func FuzzComponents(f *testing.F) {
	k := newRichFixture(f, 3, systems.WithWorkers(1))
	graph, err := graph.New("fuzz").Float("x", 0).Float("y", 0).Trigger("go").Int("n", 0).
		Layer("body",
			graph.State("one").BlendSpace("line", "x").SpeedParameter("y").To("two").WhenTriggered("go").Fade(0.3).
				Interruption(graph.InterruptBySourceThenTarget).
				To("two").ExitTime(0.5).FrozenSource().Fade(0.2),
			graph.State("two").BlendSpace("plane", "x", "y").To("one").When("n", ">", 0).FadeFraction(0.5).
				Interruption(graph.InterruptByTargetThenSource)).
		Layer("arm", graph.State("still").To("wave").WhenTriggered("go").Fade(0.1),
			graph.State("wave").Clip("pose 1").To("still").ExitTime(1).Fade(0.1)).
		Build(k.library, k.model)
	if err != nil {
		f.Fatal(err)
	}
	graphID, err := k.library.AddGraph(graph)
	check(f, err)
	controllers := generic.NewMap1[components.Controller](&k.world)
	layers, more := generic.NewMap1[components.Layers](&k.world), generic.NewMap1[components.MoreLayers](&k.world)
	e := k.character(f)
	if err := k.animation.Player(e).Layer(3).SetBlend(clip.Additive); err != nil {
		f.Fatal(err)
	}
	motions := []id.Motion{0, 7}
	for id := range k.library.Motions {
		motions = append(motions, id)
	}
	for seed := range uint64(300) {
		seeds.Add(f, seed, uint16(seed*7), []byte(nil))
	}
	seeds.Add(f, uint64(0), uint16(1), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, seed uint64, which uint16, bytes []byte) {
		random := rand.New(rand.NewPCG(seed, uint64(which)))
		if _, err := k.animation.Control(e, graphID); err != nil {
			t.Fatal(err)
		}
		player := k.animation.Player(e)
		for frame := range 6 {
			randomizeBytes(random, bytes, frame, which, player.Component(), player.Blend(), layers.Get(e),
				controllers.Get(e), k.roots.Get(e), more.Get(e))
			p := player.Component() // mostly assets that exist
			p.Motion = pick(random, motions)
			if random.IntN(2) == 0 {
				controllers.Get(e).Graph = graphID
			}
			for i := range components.MaxLayers - 1 {
				layer := &layers.Get(e).First
				if i > 0 {
					layer = &more.Get(e).List[i-1]
				}
				if layer.Mask %= 3; random.IntN(2) == 0 {
					layer.Motion = pick(random, motions)
				}
				limitWeights(layer)
			}
			k.update(t, pick(random, []float64{0, 1.0 / 60, 1.5}))
			if !finite(k.animation.ModelMatrices(e)) || !finite(k.animation.Palette(e, k.model.Skins[0])) ||
				!finite(k.animation.Morphs(e)) {
				pool, slot := k.animation.Pool(e)
				t.Fatalf("frame %d: a pose is not finite: %+v", frame, pool.BlendInputs(slot))
			}
			m := k.roots.Get(e).Delta
			if sum := (m.X - m.X) + (m.Y - m.Y) + (m.Z - m.Z) + (m.Yaw - m.Yaw); sum != 0 {
				t.Fatalf("frame %d: root motion is %v", frame, m)
			}
		}
		if err := k.animation.Release(e); err != nil && !errors.Is(err, systems.ErrNoController) {
			t.Fatal(err)
		}
		*player.Component(), *player.Blend() = components.AnimationPlayer{}, components.BlendState{}
		*layers.Get(e), *more.Get(e) = components.Layers{Count: 3}, components.MoreLayers{}
		if err := player.Play(k.clips[0]); err != nil {
			t.Fatal(err)
		}
	})
}

// limitWeights keeps an additive layer from scaling joints beyond the range of float32.
func limitWeights(layer *components.Layer) {
	if layer.Blend != clip.Override {
		layer.Weight = max(-10, min(layer.Weight, 10))
		layer.Target = max(-10, min(layer.Target, 10))
	}
}

// randomizeBytes overwrites parts of some components with random bytes, or with the given ones.
func randomizeBytes(random *rand.Rand, given []byte, frame int, which uint16, parts ...any) {
	for i, part := range parts {
		if which>>((i+frame)%16)&1 == 0 {
			continue
		}
		bytes := bytesOf(part)
		for n := 0; n+8 <= len(bytes); n += 8 {
			word := random.Uint64()
			switch random.IntN(6) {
			case 0:
				word &= 0x3
			case 1:
				word &= 0x1_0000_0001
			case 2:
				word = 0x7ff0_0000_7f80_0000 // infinities
			case 3:
				word = 0x3fe0_0000_3f00_0000 // halves
			}
			if len(given) >= 8 {
				word = binary.LittleEndian.Uint64(given[(n+8*i)%(len(given)-7):])
			}
			if random.IntN(3) == 0 {
				binary.LittleEndian.PutUint64(bytes[n:], word)
			}
		}
		repairBools(part)
	}
}

// repairBools makes bools valid: Go code cannot write values other than 0 and 1.
func repairBools(part any) {
	playback := func(p *components.Playback) { repairBool(&p.Finished); repairBool(&p.Backward) }
	fades := func(b *components.BlendState) {
		for i := range b.Fading {
			playback(&b.Fading[i])
		}
	}
	layer := func(l *components.Layer) { playback(&l.Playback); fades(&l.Fades); repairBool(&l.Paused) }
	switch c := part.(type) {
	case *components.AnimationPlayer:
		playback(&c.Playback)
		repairBool(&c.Paused)
	case *components.BlendState:
		fades(c)
	case *components.RootMotion:
		repairBool(&c.Manual)
	case *components.Layers:
		layer(&c.First)
	case *components.MoreLayers:
		for i := range c.List {
			layer(&c.List[i])
		}
	}
}

func repairBool(b *bool) {
	bits := (*uint8)(unsafe.Pointer(b))
	*bits &= 1
}

func bytesOf(part any) []byte {
	switch c := part.(type) {
	case *components.AnimationPlayer:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	case *components.BlendState:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	case *components.Layers:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	case *components.MoreLayers:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	case *components.Controller:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	case *components.RootMotion:
		return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
	}
	panic(fmt.Sprintf("%T", part))
}
