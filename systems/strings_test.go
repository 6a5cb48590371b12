package systems_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// A handle prints what it handles, and one that handles nothing says why.
func TestHandlesPrint(t *testing.T) {
	p := newPatient(t)
	p.look()
	bodies, err := ragdoll.Propose(p.library, p.model, ragdoll.Options{Mass: 75})
	p.must(err)
	p.must(p.animation.Ragdoll(p.entity).Bind(bodies))
	other := mustSpawn(p.animation.Spawn(p.model, mgl32.Ident4()))
	p.control(walkGraph, p.model)
	speed, err := p.library.Graph(of[components.Controller](p).Graph).FloatParameter("speed")
	p.must(err)
	p.must(p.player.Layer(2).Play(p.model.Clip("wave")))
	p.update(1.0/60, 1)
	p.must(p.animation.Player(other).Play(p.model.Clip("walk")))
	p.must(p.animation.Player(other).SyncWith(p.player))
	a := p.animation
	for want, handle := range map[string]any{
		`layer 2 of entity 1: clip "wave" at`:                                       p.player.Layer(2),
		"layer 7 of entity 1: the character does not have it":                       p.player.Layer(7),
		"a Player of no Animation":                                                  systems.Player{},
		`graph "walks" of entity 1: "body" in "walk"`:                               a.Controller(p.entity),
		"entity 2 has no controller with a graph":                                   a.Controller(other),
		`goal "look" of entity 1: weight 0`:                                         a.Modifier(p.entity, "look"),
		`did you mean "look"`:                                                       a.Modifier(p.entity, "lok"),
		fmt.Sprintf("ragdoll of entity 1: %d bodies, weight 0", len(bodies.Bodies)): a.Ragdoll(p.entity),
		"entity 2 keeps in step with entity 1":                                      a.Pair(other),

		"a Morph of no Animation":                   systems.Morph{},
		`float parameter "speed"`:                   speed,
		"no parameter":                              graph.Bool{},
		"SampleClips + Inertialize + BlendRagdolls": a.Schedule(),
	} {
		if got := fmt.Sprint(handle); !strings.Contains(got, want) {
			t.Errorf("%T: expected %q, found %q", handle, want, got)
		}
	}
	p.world.RemoveEntity(p.entity)
	for _, handle := range []fmt.Stringer{
		p.player, a.Controller(p.entity), a.Modifier(p.entity, "look"), a.Ragdoll(p.entity), a.Pair(p.entity),
	} {
		if got := handle.String(); !strings.Contains(got, "entity 1 is dead") {
			t.Errorf("%T: expected that the entity is dead, found %q", handle, got)
		}
	}
}

// A character of an unlikely size is a warning, once and unless the program wants none. What hangs on
// a character may have any size.
func TestUnlikelySizesWarn(t *testing.T) {
	probe.Serial(t)
	for scale, want := range map[float32]int{0.01: 1, 100: 1, 1: 0, 0.1: 0, 10: 0} {
		world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
		model, err := mannequin.New(library)
		must(err)
		var log bytes.Buffer
		animation, err := systems.NewAnimation(&world, library, systems.WithLogger(slog.New(slog.NewTextHandler(&log,
			nil))))
		must(err)
		for range 3 {
			mustSpawn(animation.Spawn(model, mgl32.Scale3D(scale, scale, scale)))
		}
		wearer := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
		model.Bounds.Max = model.Bounds.Min.Add(mgl32.Vec3{0.02, 0.01, 0.02}) // now it is a ring
		mustSpawn(animation.AttachModel(wearer, "right_hand", model))
		animation.Close()
		if got := strings.Count(log.String(), "expected a character from 0.05 to 50 m"); got != want {
			t.Errorf("scale %v: expected %d warnings, found %d: %s", scale, want, got, log.String())
		}
	}
}
