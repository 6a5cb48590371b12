package systems_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// TestCookedCharactersHaveTheSameBits plays a state machine with the built-in character and with
// that of a pack, in a library with other IDs: the palettes of all frames are equal, and the world
// with the pack takes a snapshot of the other one.
func TestCookedCharactersHaveTheSameBits(t *testing.T) {
	probe.Serial(t)
	source := assets.NewLibrary()
	model, err := mannequin.New(source)
	check(t, err)
	_, err = blendspace.New1D("move").
		At(0, model.Clip("idle")).At(1.4, model.Clip("walk")).At(4, model.Clip("run")).Add(source)
	check(t, err)
	_, err = graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			graph.State("ground").BlendSpace("move", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Hold).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
		).Add(source, model)
	check(t, err)
	var file bytes.Buffer
	check(t, pack.Write(&file, source, pack.Options{Meshes: true}))

	cooked := assets.NewLibrary(assets.Exact())
	other := handmade.EmptyClip(t, 0, 1) // so that IDs are others
	cooked.AddSkeleton(other.Skeleton())
	cooked.AddClip(other)
	p, err := pack.Parse(cooked, "character", file.Bytes())
	check(t, err)

	type play struct {
		animation *systems.Animation
		character ecs.Entity
		model     *assets.Model
	}
	var plays []play
	for _, l := range []*assets.Library{source, cooked} {
		world := ecs.NewWorld()
		animation, err := systems.NewAnimation(&world, l)
		check(t, err)
		defer animation.Close()
		m := model
		if l == cooked {
			m = p.Models()[0]
		}
		character, err := animation.Spawn(m, mgl32.Ident4())
		check(t, err)
		found, err := l.FindGraph("locomotion")
		check(t, err)
		_, err = animation.Control(character, found)
		check(t, err)
		plays = append(plays, play{animation, character, m})
	}
	if plays[0].model.Clips[0] == plays[1].model.Clips[0] {
		t.Fatal("expected other IDs in the library with the pack, found the same")
	}
	for frame := range 150 {
		for i := range plays {
			controller := plays[i].animation.Controller(plays[i].character)
			check(t, controller.SetFloat("speed", float32(frame)/40))
			if frame == 60 {
				check(t, controller.Trigger("jump"))
			}
			check(t, plays[i].animation.Update(1.0/60))
		}
		a := plays[0].animation.Palette(plays[0].character, plays[0].model.Skins[0])
		b := plays[1].animation.Palette(plays[1].character, plays[1].model.Skins[0])
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Fatalf("frame %d: expected the same palette from the pack, found another", frame)
		}
		if frame == 100 {
			check(t, plays[1].animation.Restore(plays[0].animation.AppendSnapshot(nil)))
		}
	}
}
