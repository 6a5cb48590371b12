package watch_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems"
)

// session is a character that plays while files change.
type session struct {
	*told
	animation *systems.Animation
	entity    ecs.Entity
	player    systems.Player
}

func newSession(t *testing.T) *session {
	t.Helper()
	s := &session{told: newTold(t)}
	world := ecs.NewWorld()
	var err error
	s.animation, err = systems.NewAnimation(&world, s.library)
	s.check(err)
	t.Cleanup(s.animation.Close)
	s.entity, err = s.animation.Spawn(s.model, mgl32.Ident4())
	s.check(err)
	s.player = s.animation.Player(s.entity)
	return s
}

// sessionStep is the length of a frame; its multiples are exact.
const sessionStep = 1.0 / 64

func (s *session) frames(n int) {
	s.t.Helper()
	for range n {
		s.check(s.animation.Update(sessionStep))
	}
}

// is checks a number.
func (s *session) is(what string, found, want, tolerance float64) {
	s.t.Helper()
	if math.Abs(found-want) > tolerance {
		s.t.Errorf("%s: found %v, want %v", what, found, want)
	}
}

// share returns the part of a clip of a layer in the rotation of a joint.
func (s *session) share(joint, clip string, layer int) (share float64) {
	s.t.Helper()
	for _, c := range s.animation.ExplainJoint(s.entity, joint).Clips {
		if c.Clip == clip && c.Layer == layer {
			share += float64(c.Share)
		}
	}
	return share
}

// json returns what an asset is as JSON.
func (s *session) json(asset json.Marshaler) string {
	s.t.Helper()
	text, err := asset.MarshalJSON()
	s.check(err)
	return string(text)
}

// replaced returns a text with one part replaced, which it must have once.
func (s *session) replaced(text, old, fresh string) string {
	s.t.Helper()
	if strings.Count(text, old) != 1 {
		s.t.Fatalf("expected %q once in\n%s", old, text)
	}
	return strings.Replace(text, old, fresh, 1)
}

// A graph whose file changes leaves the character in its state, at its time, with its parameters;
// the next frame plays as the file says.
func TestSessionWithAGraph(t *testing.T) {
	s := newSession(t)
	g, err := graph.New("gait").Float("speed", 0).Layer("body",
		graph.State("walk").Clip("walk").To("run").When("speed", ">", 3),
		graph.State("run").Clip("run").Speed(1.5).To("walk").When("speed", "<", 3),
	).Build(s.library, s.model)
	s.check(err)
	text := s.json(g)
	of, err := s.library.AddGraph(g)
	s.check(err)
	s.check(s.watcher.Graph(s.path("graph.json"), of, s.model))
	controller, err := s.animation.Control(s.entity, of)
	s.check(err)
	s.check(controller.SetFloat("speed", 4))
	s.frames(12)
	before := s.player.Playback().Time
	s.check(s.write("graph.json", s.replaced(s.replaced(text, "1.5", "0.5"), `"gait"`, `"other"`)))
	s.frames(1)
	s.is("time", s.player.Playback().Time, before+0.5*sessionStep, 0)
	parameter, err := controller.Graph().FloatParameter("speed")
	s.check(err)
	if speed, err := controller.FloatParameter(parameter); err != nil || speed != 4 || controller.State(0) != "run" {
		t.Errorf("the character is in %q with speed %v, %v", controller.State(0), speed, err)
	}
}

// Of a blend space whose file changes, position and phase stay; the next frame blends by the new
// places of the samples.
func TestSessionWithABlendSpace(t *testing.T) {
	s := newSession(t)
	space, err := blendspace.New1D("gaits").At(1, s.model.Clip("walk")).At(3, s.model.Clip("run")).Add(s.library)
	s.check(err)
	s.check(s.watcher.Definitions(s.path("definitions.json"), s.model))
	s.check(s.player.Play(space))
	s.check(s.player.SetPosition(2, 0))
	s.frames(20)
	s.is("the share of walk", s.share("left_thigh", "walk", 0), 0.5, 1e-6)
	before := *s.player.Playback()
	s.check(s.write("definitions.json",
		`{"blendSpaces": {"gaits": {"samples": [{"clip": "walk", "x": 1}, {"clip": "run", "x": 5}]}}}`))
	s.frames(1)
	s.is("the share of walk", s.share("left_thigh", "walk", 0), 0.75, 1e-6)
	now := s.player.Playback()
	if now.Motion != id.Motion(space) || now.X != before.X || !(now.Time > before.Time) || now.Time > before.Time+0.1 {
		t.Errorf("it plays %+v after %+v", *now, before)
	}
}

// Of a mask whose file changes, the layer plays on; the next frame has the joint's new weight.
func TestSessionWithAMask(t *testing.T) {
	s := newSession(t)
	mask, err := rig.NewMask("arm", s.library.Skeleton(s.model.Skeleton)).Subtree(1, "left_upper_arm").Add(s.library)
	s.check(err)
	s.check(s.watcher.Definitions(s.path("definitions.json"), s.model))
	s.check(s.player.Play(s.model.Clip("walk")))
	s.check(s.player.Layer(1).Overlay(s.model.Clip("wave"), mask, 0))
	s.frames(10)
	s.is("the share of wave", s.share("left_forearm", "wave", 1), 1, 1e-6)
	before := s.player.Layer(1).Playback().Time
	s.check(s.write("definitions.json", `{"masks": {"arm": {"root": "left_upper_arm", "weight": 0.25}}}`))
	s.frames(1)
	s.is("the share of wave", s.share("left_forearm", "wave", 1), 0.25, 1e-6)
	s.is("time", s.player.Layer(1).Playback().Time, before+sessionStep, 0)
}

// Of a stack whose file changes, the weight of the goal, its fade and its target stay; in the next
// frame the solver keeps the new limit.
func TestSessionWithAModifierStack(t *testing.T) {
	s := newSession(t)
	stack, err := modifier.New("stack", s.library.Skeleton(s.model.Skeleton)).LookAt("look", modifier.LookAt{
		Joints: []string{"head"}, Forward: mgl32.Vec3{0, 0, 1}, MaxAngles: []float32{1},
	}).Build()
	s.check(err)
	text := s.json(stack)
	of, err := s.library.AddModifierStack(stack)
	s.check(err)
	s.check(s.watcher.ModifierStack(s.path("stack.json"), of))
	s.check(s.player.Play(s.model.Clip("idle")))
	s.check(s.animation.Modify(s.entity, of))
	look := s.animation.Modifier(s.entity, "look")
	s.check(look.Aim(mgl32.Vec3{10, 1.6, 0}))
	s.check(look.Fade(1, 32*sessionStep))
	s.frames(24)
	before, err := look.Goal()
	s.check(err)
	weight, target := before.Weight, before.Position
	turned := func() (degrees float64) {
		for _, step := range s.animation.ExplainJoint(s.entity, "head").Steps {
			if step.System == "ModifyPoses" {
				degrees += float64(step.Degrees)
			}
		}
		return degrees
	}
	s.is("the head's turn", turned(), 180/math.Pi*float64(weight), 2)
	i := strings.Index(text, "maxAngle")
	if i < 0 {
		t.Fatalf("no limit in\n%s", text)
	}
	s.check(s.write("stack.json", text[:i]+strings.Replace(text[i:], "1", "0.25", 1)))
	s.frames(1)
	now, err := look.Goal()
	s.check(err)
	if !(now.Weight > weight) || now.Weight > weight+1.0/16 || now.Position != target {
		t.Errorf("the goal is %+v, its weight was %v", *now, weight)
	}
	s.is("the head's turn", turned(), 0.25*180/math.Pi*float64(now.Weight), 0.5)
}

// Of a ragdoll whose file changes, weight and places of the bodies stay; the next frame measures the
// joints by the new definition.
func TestSessionWithARagdoll(t *testing.T) {
	s := newSession(t)
	definition, err := ragdoll.Propose(s.library, s.model, ragdoll.Options{})
	s.check(err)
	doll := s.animation.Ragdoll(s.entity)
	s.check(s.player.Play(s.model.Clip("idle")))
	s.check(doll.Bind(definition))
	skeleton := s.library.Skeleton(s.model.Skeleton)
	s.check(s.watcher.Ragdoll(s.path("ragdoll.json"), skeleton, doll.Replace))
	s.frames(2)
	motions, err := doll.Bodies(nil)
	s.check(err)
	s.check(doll.Start())
	places := make([]ragdoll.Transform, len(motions))
	for i, m := range motions {
		places[i] = m.Transform
		places[i].Position[1]++
	}
	s.check(doll.SetBodies(places))
	s.frames(4)
	before, err := doll.Bodies(nil)
	s.check(err)
	s.is("the hips", float64(before[0].Position[1]-motions[0].Position[1]), 1, 1e-3)
	hand, ok := definition.Find("left_hand")
	if !ok {
		t.Fatal("no body at the left hand")
	}
	next := definition.Clone()
	next.Remove("left_hand")
	data, err := ragdoll.JSON(next)
	s.check(err)
	s.check(s.write("ragdoll.json", string(data)))
	s.frames(1)
	now, err := doll.Bodies(nil)
	s.check(err)
	if len(now) != len(before)-1 || doll.Component().Weight != 1 {
		t.Fatalf("there are %d bodies after %d, of weight %v", len(now), len(before), doll.Component().Weight)
	}
	for i := range now {
		k := i
		if i >= hand {
			k++
		}
		if now[i].Position.Sub(before[k].Position).Len() > 1e-5 {
			t.Errorf("body %q is at %v, it was at %v", next.Name(i), now[i].Position, before[k].Position)
		}
	}
}

// Of a database whose file changes, the motion goes on where it was, with its wish; the next search
// has the new tags.
func TestSessionWithADatabase(t *testing.T) {
	s := newSession(t)
	skeleton := s.library.Skeleton(s.model.Skeleton)
	walk, run := s.model.Clip("walk"), s.model.Clip("run")
	database := func(tags ...string) *matching.Builder {
		return matching.NewBuilder("gaits", skeleton).
			Clip(walk, s.library.Clip(walk)).Clip(run, s.library.Clip(run), tags...).Position("left_foot", 1)
	}
	of, err := database().Add(s.library)
	s.check(err)
	s.check(s.watcher.Database(s.path("database.json"), of))
	s.check(s.player.Play(of))
	s.animation.Wish(s.entity).Velocity = mgl32.Vec3{0, 0, 1.5}
	s.frames(20)
	before := *s.player.Playback()
	next, err := database("fast").Build(s.library)
	s.check(err)
	var text bytes.Buffer
	s.check(next.WriteJSON(&text, s.library))
	s.check(s.write("database.json", text.String()))
	s.frames(1)
	now := s.player.Playback()
	if now.Motion != before.Motion || s.animation.Wish(s.entity).Velocity != (mgl32.Vec3{0, 0, 1.5}) {
		t.Errorf("it plays %+v after %+v", *now, before)
	}
	s.is("time", now.Time, before.Time+sessionStep, 1e-9)
	tagged, _ := s.library.Motion(of).Motion.(*matching.Database)
	if got := tagged.TagNames(1); len(got) != 1 || got[0] != "fast" {
		t.Errorf("the tags are %q", got)
	}
}
