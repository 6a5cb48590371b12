package systems_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// playerCall is a call of a method of Player, and where it fails because a graph drives the layer.
type playerCall struct {
	name  string
	call  func(p systems.Player) error
	fails failure
	upper bool // the method is for layers above layer 0
	want  func(p systems.Player) bool
}

// failure is when a method returns ErrControlled in a layer of a graph.
type failure int

const (
	never       failure = iota
	always              // the graph decides what it sets
	beforeEntry         // until the graph has entered its first state
	withGroup           // in a state with a sync group
	withSpeed           // in a state with a speed parameter, and before the graph has entered its first state
)

func playerCalls(k *richFixture) []playerCall {
	plays := func(p systems.Player) bool { return p.Playback().Motion == k.clips[1] }
	return []playerCall{
		{"Play", func(p systems.Player) error { return p.Play(k.clips[1]) }, always, false, plays},
		{
			"Play, blend space", func(p systems.Player) error { return p.Play(k.spaces[0]) }, always, false,
			func(p systems.Player) bool { return p.Playback().Motion == k.spaces[0] },
		},
		{"CrossFade", func(p systems.Player) error { return p.CrossFade(k.clips[1], 1) }, always, false, plays},
		{
			"CrossFade, blend space", func(p systems.Player) error {
				return p.CrossFade(k.spaces[0], 1)
			}, always, false,
			func(p systems.Player) bool { return p.Playback().Motion == k.spaces[0] },
		},
		{"Overlay", func(p systems.Player) error { return p.Overlay(k.clips[1], k.masks[0], 1) }, always, true, plays},
		{"Restart", func(p systems.Player) error {
			return p.Restart()
		}, always, false, func(p systems.Player) bool { return p.Playback().Time < 0.11 }},
		{"Stop", func(p systems.Player) error {
			return p.Stop(0)
		}, always, false, func(p systems.Player) bool { return p.Playback().Motion == 0 }},
		{
			"SetMode", func(p systems.Player) error { return p.SetMode(assets.PingPong, 0) }, always, false,
			func(p systems.Player) bool { return p.Playback().Mode == assets.PingPong },
		},
		{"SetPosition", func(p systems.Player) error {
			return p.SetPosition(1, 2)
		}, always, false, func(p systems.Player) bool { return p.Playback().Y == 2 }},
		{
			"SetBlend", func(p systems.Player) error { return p.SetBlend(clip.Override) }, always, true,
			func(p systems.Player) bool { return p.LayerComponent().Blend == clip.Override },
		},
		{"SetSpeed", func(p systems.Player) error {
			return p.SetSpeed(0.5)
		}, withSpeed, false, func(p systems.Player) bool { return p.Playback().Speed == 0.5 }},
		{"Seek", func(p systems.Player) error {
			return p.Seek(0.5)
		}, beforeEntry, false, func(p systems.Player) bool { return p.Playback().Time >= 0.5 }},
		{
			"SeekFraction", func(p systems.Player) error { return p.SeekFraction(0.5) }, beforeEntry, false,
			func(p systems.Player) bool { return p.Playback().Time >= 0.4 },
		},
		{
			"SeekFiring", func(p systems.Player) error { return p.SeekFiring(0.5) }, beforeEntry, false,
			func(p systems.Player) bool { return p.Playback().Time >= 0.5 },
		},
		{"SetSync", func(p systems.Player) error { return p.SetSync(2) }, withGroup, false, nil},
		{"SetMask", func(p systems.Player) error {
			return p.SetMask(k.masks[0])
		}, never, true, func(p systems.Player) bool { return p.LayerComponent().Mask == k.masks[0] }},
		{"FadeWeight", func(p systems.Player) error {
			return p.FadeWeight(0.25, 0)
		}, never, true, func(p systems.Player) bool { return p.LayerComponent().Weight == 0.25 }},
		{"SetTimeScale", func(p systems.Player) error {
			return p.SetTimeScale(0)
		}, never, true, func(p systems.Player) bool { return p.LayerComponent().TimeScale == 0 }},
		{
			"RemoveLayer", func(p systems.Player) error { return p.RemoveLayer() }, always, true,
			func(p systems.Player) bool {
				return p.Layer(1).LayerComponent() != nil && p.Layer(2).LayerComponent() == nil
			},
		},
		{"Pause", func(p systems.Player) error { return p.Pause() }, never, false, nil},
		{"Resume", func(p systems.Player) error { return p.Resume() }, never, false, nil},
	}
}

// owned is a character under a graph with two layers. Layer 2 is above the graph's and plays clip
// 0.
func owned(t *testing.T, k *richFixture, group uint8, speed bool) (ecs.Entity, assets.GraphID) {
	t.Helper()
	state := func() *graph.StateBuilder {
		s := graph.State("one").MotionByID(k.clips[0]).SyncGroup(group)
		if speed {
			s.SpeedParameter("pace")
		}
		return s
	}
	id, err := graph.New("owner").Float("pace", 1).Layer("lower", state()).Layer("upper", state()).
		Add(k.library, k.model)
	check(t, err)
	e := k.character(t)
	player := k.animation.Player(e)
	check(t, player.Layer(2).Play(k.clips[0]))
	_, err = k.animation.Control(e, id)
	check(t, err)
	return e, id
}

// What each method of Player does in a layer of a graph, and above it, and before and after the
// graph drives it.
func TestPlayerUnderController(t *testing.T) {
	k := newRichFixture(t, 1)
	for _, c := range playerCalls(k) {
		for _, group := range []uint8{0, 1} {
			for _, speed := range []bool{false, true} {
				for layer := range 3 {
					for _, moment := range []string{"before entering", "in a state", "released", "graph removed"} {
						if c.upper && layer == 0 {
							continue
						}
						t.Run(fmt.Sprintf("%s/group=%d/speed=%v/layer=%d/%s", c.name, group, speed, layer, moment),
							func(t *testing.T) {
								e, id := owned(t, k, group, speed)
								defer func() { k.world.RemoveEntity(e) }()
								p := k.animation.Player(e).Layer(layer)
								switch moment {
								case "in a state":
									k.update(t, 0.1)
								case "released":
									k.update(t, 0.1)
									check(t, k.animation.Release(e))
								case "graph removed":
									k.update(t, 0.1)
									k.library.RemoveGraph(id)
								}
								drives := layer < 2 && (moment == "before entering" || moment == "in a state")
								fails := map[failure]bool{
									always: true, beforeEntry: moment == "before entering", withGroup: group > 0,
									withSpeed: speed || moment == "before entering",
								}[c.fails] && drives
								before := *p.Playback()
								err := c.call(p)
								if fails {
									name := []string{"lower", "upper"}[min(layer, 1)]
									if !errors.Is(err, systems.ErrControlled) ||
										!strings.Contains(err.Error(),
											fmt.Sprintf("layer %q of graph \"owner\"", name)) {
										t.Errorf("error %v", err)
									}
									if *p.Playback() != before {
										t.Error("the failing method changed the playback")
									}
									return
								}
								check(t, err)
								k.update(t, 0.1)
								follows := group > 0 && layer == 1 // layer 0
								if c.want != nil && !follows && !c.want(p) {
									t.Errorf("it has no effect after a frame: %+v", *p.Playback())
								}
							})
					}
				}
			}
		}
	}
}

// Pausing a layer of a graph stops its clip; resuming continues it.
func TestPauseUnderController(t *testing.T) {
	k := newRichFixture(t, 1)
	e, _ := owned(t, k, 0, true)
	k.update(t, 0.125)
	for layer := range 2 {
		p := k.animation.Player(e).Layer(layer)
		check(t, p.Pause())
		before := p.Playback().Time
		k.update(t, 0.125)
		if now := p.Playback().Time; now != before {
			t.Errorf("layer %d: paused at %v s, now at %v s", layer, before, now)
		}
		check(t, p.Resume())
		k.update(t, 0.125)
		if now := p.Playback().Time; now != before+0.125 {
			t.Errorf("layer %d: resumed at %v s, now at %v s", layer, before, now)
		}
	}
}

// handOver is a character that plays clip 0 in layer 0 and clip 1 in layers 1 and 2, with weights
// of 1.
func handOver(t *testing.T, k *richFixture) ecs.Entity {
	t.Helper()
	e := mustSpawn(k.animation.Spawn(k.model, mgl32.Ident4()))
	for layer := range 3 {
		check(t, k.animation.Player(e).Layer(layer).Play(k.clips[min(layer, 1)]))
	}
	k.update(t, 0.1)
	return e
}

// fadeWeights returns the weights of the motions that fade out in a layer, before the weight of the
// motion that fades in.
func fadeWeights(p systems.Player) (old, current float64) {
	fades := p.Blend()
	if fades.Count == 0 {
		return 0, 1
	}
	now := fades.Elapsed / fades.Duration
	return 1 - now, now
}

// With a fade, the states of a graph fade in over what the character showed; without one they show
// at once.
func TestControlHandsOver(t *testing.T) {
	k := newRichFixture(t, 1)
	id, err := graph.New("g").
		Layer("lower", graph.State("two").MotionByID(k.clips[2])).
		Layer("upper", graph.State("zero").MotionByID(k.clips[0])).Weight(0.5).
		Add(k.library, k.model)
	check(t, err)
	single, err := graph.New("single").Layer("only", graph.State("one").MotionByID(k.clips[1])).Add(k.library, k.model)
	check(t, err)

	e := handOver(t, k)
	_, err = k.animation.Control(e, id, systems.WithFade(1))
	check(t, err)
	k.update(t, 0.25)
	player := k.animation.Player(e)
	for layer, clips := range [][2]assets.ClipID{{k.clips[0], k.clips[2]}, {k.clips[1], k.clips[0]}} {
		p := player.Layer(layer)
		if old, _ := fadeWeights(p); old != 0.75 || p.Blend().Fading[0].Motion != clips[0] ||
			p.Playback().Motion != clips[1] {
			t.Errorf("layer %d: %v of %+v fades out, %+v fades in", layer, old, p.Blend().Fading[0], *p.Playback())
		}
	}
	if w := player.Layer(1).LayerComponent().Weight; w != 0.875 {
		t.Errorf("the weight of layer 1 is %v, want 0.875", w)
	}
	if p := player.Layer(2); p.Playback().Motion != k.clips[1] || p.Blend().Count != 0 {
		t.Errorf("the layer above the graph plays %+v", *p.Playback())
	}
	k.update(t, 1)
	if w := player.Layer(1).LayerComponent().Weight; w != 0.5 || player.Blend().Count != 0 ||
		player.Layer(1).Blend().Count != 0 {
		t.Errorf("after the fade the weight is %v", w)
	}

	_, err = k.animation.Control(e, single, systems.WithFade(0.5)) // the layer that only the first graph had stops
	check(t, err)
	k.update(t, 0.25)
	if p := player.Layer(1); p.Playback().Motion != 0 || p.Blend().Count != 1 ||
		p.Blend().Fading[0].Motion != k.clips[0] {
		t.Errorf("layer 1 plays %+v and fades out %+v", *p.Playback(), p.Blend().Fading[0])
	}
	k.update(t, 0.5)
	check(t, player.Layer(1).Play(k.clips[2]))
	k.update(t, 0.125)
	if p := player.Layer(1).Playback(); p.Motion != k.clips[2] || p.Time <= 0 {
		t.Errorf("the layer that the program got back plays %+v", *p)
	}

	e = handOver(t, k)
	check(t, k.animation.Player(e).CrossFade(k.clips[1], 10))
	_, err = k.animation.Control(e, id) // at once
	check(t, err)
	k.update(t, 0.1)
	for layer := range 2 {
		if p := k.animation.Player(e).Layer(layer); p.Blend().Count != 0 || p.Playback().Motion != k.clips[2-2*layer] {
			t.Errorf("layer %d: without a fade it plays %+v with %d fades", layer, *p.Playback(), p.Blend().Count)
		}
	}
}

// The pose does not jump at a hand-over with a fade, in either direction.
func TestHandOverIsContinuous(t *testing.T) {
	k := newRichFixture(t, 1)
	id, err := graph.New("g").
		Layer("lower", graph.State("two").MotionByID(k.clips[2])).
		Layer("upper", graph.State("zero").MotionByID(k.clips[0])).MaskByID(k.masks[0]).
		Add(k.library, k.model)
	check(t, err)
	for name, options := range map[string][]systems.FadeOption{
		"crossfade": {systems.WithFade(1)}, "frozen": {systems.WithFade(1), systems.WithFrozenSource()},
		"inertialized": {systems.WithFade(1), systems.WithInertialization()},
	} {
		t.Run(name, func(t *testing.T) {
			e := mustSpawn(k.animation.Spawn(k.model, mgl32.Ident4()))
			check(t, k.animation.EnableModelMatrices(e))
			check(t, k.animation.EnableInertialization(e))
			check(t, k.animation.Player(e).Play(k.clips[0]))
			k.update(t, 0.1)
			k.update(t, 1e-5)
			jump := func(what string) {
				before := append([]float32(nil), k.animation.ModelMatrices(e)...)
				k.update(t, 1e-5)
				largest := float32(0)
				for i, v := range k.animation.ModelMatrices(e) {
					largest = max(largest, v-before[i], before[i]-v)
				}
				if largest > 0.01 {
					t.Errorf("%s: the pose jumps by %v", what, largest)
				}
			}
			jump("playing")
			_, err := k.animation.Control(e, id, options...)
			check(t, err)
			jump("Control")
			for range 12 {
				k.update(t, 0.1)
			}
			jump("controlled")
			check(t, k.animation.Release(e, options...))
			jump("Release")
			k.update(t, 2)
			if p := k.animation.Player(e); p.Playback().Motion != 0 || p.Layer(1).Playback().Motion != 0 {
				t.Error("the layers did not stop")
			}
		})
	}
}

// After Release the layers play on, and the program can fade from what they show.
func TestReleaseLeavesTheLayersToTheProgram(t *testing.T) {
	k := newRichFixture(t, 1)
	e, _ := owned(t, k, 0, false)
	k.update(t, 0.125)
	check(t, k.animation.Release(e))
	if component := *k.animation.Controller(e).Component(); component != (components.Controller{}) {
		t.Errorf("%+v remains", component)
	}
	k.update(t, 0.125)
	player := k.animation.Player(e)
	for layer := range 2 {
		if p := player.Layer(layer).Playback(); p.Motion != k.clips[0] || p.Time != 0.25 {
			t.Errorf("layer %d plays %+v", layer, *p)
		}
		check(t, player.Layer(layer).CrossFade(k.clips[1], 1))
	}
	if err := k.animation.Release(e); !errors.Is(err, systems.ErrNoController) {
		t.Error(err)
	}
	for _, seconds := range []float64{-1, nan64()} {
		if _, err := k.animation.Control(e, 1, systems.WithFade(seconds)); !errors.Is(err, systems.ErrSeconds) {
			t.Error(err)
		}
	}
}

func nan64() float64 {
	zero := 0.0
	return zero / zero
}
