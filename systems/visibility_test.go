package systems_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems"
)

// lampFile has a lamp, a triangle at node 1 below the root, which the clip "on" shows and the clip
// "off" hides; "blink" shows it for 1 s and hides it for the next. At rest it is hidden.
const lampFile = `{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_node_visibility", "KHR_animation_pointer"],
"buffers": [{"byteLength": 52, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8BAQEAAQAAAA=="}],
"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8}, {"buffer": 0, "byteOffset": 44, "byteLength": 8}],
"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
 {"bufferView": 1, "componentType": 5126, "type": "SCALAR", "count": 2},
 {"bufferView": 2, "componentType": 5121, "type": "SCALAR", "count": 2},
 {"bufferView": 2, "byteOffset": 3, "componentType": 5121, "type": "SCALAR", "count": 2},
 {"bufferView": 2, "byteOffset": 5, "componentType": 5121, "type": "SCALAR", "count": 2}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"nodes": [{"name": "root", "children": [1]}, {"name": "lamp", "mesh": 0, "extensions": {"KHR_node_visibility": {"visible": false}}}],
"animations": [
 {"name": "on", "samplers": [{"input": 1, "output": 2, "interpolation": "STEP"}], "channels": [{"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/extensions/KHR_node_visibility/visible"}}}}]},
 {"name": "off", "samplers": [{"input": 1, "output": 4, "interpolation": "STEP"}], "channels": [{"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/extensions/KHR_node_visibility/visible"}}}}]}]}`

type lampFixture struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
}

func newLamp(t *testing.T) *lampFixture {
	t.Helper()
	l := &lampFixture{world: ecs.NewWorld(), library: assets.NewLibrary()}
	var err error
	l.model, err = gltfio.Parse(l.library, "lamp.gltf", []byte(lampFile))
	check(t, err)
	l.animation, err = systems.NewAnimation(&l.world, l.library)
	check(t, err)
	t.Cleanup(l.animation.Close)
	return l
}

// blink adds a clip that shows the lamp for 1 s and hides it for the next.
func (l *lampFixture) blink(t *testing.T) assets.ClipID {
	t.Helper()
	s := l.library.Skeleton(l.model.Skeleton)
	c, err := clip.NewBuilder("blink", s).Visibility(l.joint(t), []float32{0, 1}, []bool{true, false}).
		Range(0, 2).Build()
	check(t, err)
	return l.library.AddClip(c)
}

func (l *lampFixture) joint(t *testing.T) int {
	t.Helper()
	joint, err := l.library.Skeleton(l.model.Skeleton).FindJoint("lamp")
	check(t, err)
	return joint
}

func (l *lampFixture) wantShown(t *testing.T, e ecs.Entity, what string, want bool) {
	t.Helper()
	if got := l.model.Parts[0].Shown(l.animation.Morphs(e)); got != want {
		t.Errorf("%s: the lamp is shown = %v, want %v (%v)", what, got, want, l.animation.Morphs(e))
	}
}

func TestClipsShowAndHideParts(t *testing.T) {
	l := newLamp(t)
	e, err := l.animation.Spawn(l.model, mgl32.Ident4())
	check(t, err)
	step := func(seconds float64) {
		t.Helper()
		check(t, l.animation.Update(seconds))
	}
	step(0)
	l.wantShown(t, e, "at rest", false)
	player := l.animation.Player(e)
	check(t, player.Play(l.model.Clip("on")))
	step(0.1)
	l.wantShown(t, e, "with the clip on", true)
	check(t, player.CrossFade(l.model.Clip("off"), 1))
	step(0.4)
	l.wantShown(t, e, "at 0.4 of a crossfade to off", true)
	step(0.2)
	l.wantShown(t, e, "at 0.6 of a crossfade to off", false)
	step(1)
	blink := l.blink(t)
	check(t, player.Play(blink))
	for _, row := range []struct {
		seconds float64
		want    bool
	}{{0.5, true}, {0.6, false}, {0.8, false}, {0.2, true}} {
		step(row.seconds)
		l.wantShown(t, e, "blinking", row.want)
	}
}

// A layer shows the lamp only where its mask lets it.
func TestVisibilityFollowsMasks(t *testing.T) {
	l := newLamp(t)
	s := l.library.Skeleton(l.model.Skeleton)
	for weight, want := range map[float32]bool{0: false, 0.25: false, 0.75: true, 1: true} {
		e, err := l.animation.Spawn(l.model, mgl32.Ident4())
		check(t, err)
		mask, err := l.library.AddMask(maskOf(t, s, l.joint(t), weight))
		check(t, err)
		check(t, l.animation.Player(e).Play(l.model.Clip("off")))
		check(t, l.animation.Player(e).Layer(1).Overlay(l.model.Clip("on"), mask, 0))
		check(t, l.animation.Update(0.1))
		l.wantShown(t, e, "with a mask", want)
	}
	// An additive clip shows a lamp that is hidden, and with a negative weight hides one that is
	// shown.
	on := l.library.Clip(l.model.Clip("on"))
	difference, err := clip.MakeAdditive(on, rig.NewPose(s))
	check(t, err)
	adds := l.library.AddClip(difference)
	e, err := l.animation.Spawn(l.model, mgl32.Ident4())
	check(t, err)
	check(t, l.animation.Player(e).Layer(1).Overlay(adds, systems.WholeBody, 0))
	check(t, l.animation.Update(0.1))
	l.wantShown(t, e, "with an additive clip", true)
}

func maskOf(t *testing.T, s *assets.Skeleton, joint int, weight float32) *rig.Mask {
	t.Helper()
	m, err := rig.NewMask("lamp", s).Joints(weight, s.JointName(joint)).Build()
	check(t, err)
	return m
}

func TestVisibilityAllocatesNothing(t *testing.T) {
	l := newLamp(t)
	e, err := l.animation.Spawn(l.model, mgl32.Ident4())
	check(t, err)
	check(t, l.animation.Player(e).Play(l.blink(t)))
	for range 3 {
		check(t, l.animation.Update(0.3))
	}
	if n := testing.AllocsPerRun(20, func() { check(t, l.animation.Update(0.3)) }); n > 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}
