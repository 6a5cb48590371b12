package systems_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A program may call Play in every frame: the motion goes on.
func TestPlayingEveryFrameGoesOn(t *testing.T) {
	k := newRichFixture(t, 1)
	for name, play := range map[string]func(systems.Player) error{
		"Play":              func(p systems.Player) error { return p.Play(k.clips[1]) },
		"CrossFade":         func(p systems.Player) error { return p.CrossFade(k.clips[1], 0.3) },
		"Play, blend space": func(p systems.Player) error { return p.Play(k.spaces[0]) },
		"Overlay":           func(p systems.Player) error { return p.Layer(1).Overlay(k.clips[1], k.masks[0], 1) },
		"with inertia": func(p systems.Player) error {
			return p.CrossFade(k.clips[1], 1, systems.WithInertialization())
		},
		"Play while it fades": func(p systems.Player) error {
			return errors.Join(p.CrossFade(k.clips[1], 1), p.Play(k.clips[1]))
		},
	} {
		e := k.character(t)
		player := k.animation.Player(e)
		start := math.NaN()
		for frame := range 20 {
			check(t, play(player))
			playback, fades := player.Playback(), player.Blend()
			if name == "Overlay" {
				playback, fades = player.Layer(1).Playback(), player.Layer(1).Blend()
			}
			if frame == 0 {
				start = playback.Time
			}
			if want := start + float64(frame)/64; name != "Play, blend space" && math.Abs(playback.Time-want) > 1e-9 ||
				playback.Time < start+float64(frame)/200 {
				t.Fatalf("%s: the time is %v in frame %d, want %v", name, playback.Time, frame, want)
			}
			if want := float64(frame) / 64; fades.Count > 0 && math.Abs(fades.Elapsed-want) > 1e-9 {
				t.Fatalf("%s: the crossfade is at %v s in frame %d, want %v", name, fades.Elapsed, frame, want)
			}
			k.update(t, 1.0/64)
		}
		k.world.RemoveEntity(e)
	}
}

// What finished, fades out, or is restarted begins anew.
func TestPlayingAnew(t *testing.T) {
	k := newRichFixture(t, 1)
	first, other := k.clips[0], k.clips[1]
	start := k.library.Clip(first).Start()
	for name, again := range map[string]func(systems.Player) error{
		"finished": func(p systems.Player) error {
			p.Playback().Finished = true
			return p.Play(first)
		},
		"fades out": func(p systems.Player) error {
			return errors.Join(p.CrossFade(other, 1), p.CrossFade(first, 1))
		},
		"Restart":          func(p systems.Player) error { return p.Restart() },
		"WithRestart":      func(p systems.Player) error { return p.CrossFade(first, 1, systems.WithRestart()) },
		"blend space over": func(p systems.Player) error { return errors.Join(p.Play(k.spaces[0]), p.Play(first)) },
		"in its fade-out at the end": func(p systems.Player) error {
			return errors.Join(p.SetMode(assets.Once, 0),
				p.CrossFade(first, 0, systems.WithFadeOut(10), systems.WithRestart()),
				p.Seek(start+0.25), p.Play(first))
		},
	} {
		e := k.character(t)
		player := k.animation.Player(e)
		check(t, player.Play(first))
		k.update(t, 0.25)
		check(t, again(player))
		if player.Playback().Time != start || player.Playback().Motion != first {
			t.Errorf("%s: %+v, want clip %d at %v s", name, *player.Playback(), first, start)
		}
	}
}

func TestStopShowsTheRestPose(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player := k.animation.Player(e)
	check(t, player.Layer(2).Stop(1))
	if k.animation.Player(e).Layer(2).LayerComponent() != nil {
		t.Error("Stop added a layer")
	}
	check(t, player.Play(k.clips[0]))
	check(t, player.Layer(1).Play(k.clips[1]))
	k.update(t, 0.1)
	for range 10 { // in every frame: the fade goes on
		check(t, player.Stop(0.2))
		check(t, player.Layer(1).Stop(0.2))
		k.update(t, 0.03)
	}
	rest := k.character(t)
	k.update(t, 0.01)
	if !sameBits(k.animation.ModelMatrices(e), k.animation.ModelMatrices(rest)) {
		t.Error("the character does not show the rest pose")
	}
	check(t, player.Play(k.clips[0]))
	check(t, player.Stop(1))
	check(t, player.Stop(0))
	k.update(t, 0)
	if !sameBits(k.animation.ModelMatrices(e), k.animation.ModelMatrices(rest)) {
		t.Error("Stop(0) does not end the fade to the rest pose")
	}
}

// Errors name what was expected and what was found.
func TestPlayingNoClipIsAnError(t *testing.T) {
	k := newRichFixture(t, 1)
	other := newModel(t, k.library, 3, 2)
	player := k.animation.Player(k.character(t))
	before := k.animation.AppendSnapshot(nil)
	for name, row := range map[string]struct {
		err  error
		want error
		text string
	}{
		"Play 0":       {player.Play(k.model.Clip("Rum")), systems.ErrNoMotion, "unknown name"},
		"CrossFade 0":  {player.CrossFade(0, 1), systems.ErrNoMotion, "unknown name"},
		"Overlay 0":    {player.Layer(1).Overlay(0, systems.WholeBody, 1), systems.ErrNoMotion, "unknown name"},
		"no such clip": {player.Play(9999), systems.ErrNoMotion, "0x270f"},
		"other skeleton": {
			player.Play(other.Clips[0]), systems.ErrOtherSkeleton,
			`found "one" for skeleton "random"`,
		},
		"own skeleton":  {player.Play(other.Clips[0]), systems.ErrOtherSkeleton, `expected a clip for skeleton "rich"`},
		"blend space 0": {player.Play(0), systems.ErrNoMotion, "0"},
		"no mask":       {player.Layer(1).SetMask(9999), systems.ErrNoMask, "0x270f"},
		"layer 8":       {player.Layer(8).Play(k.clips[0]), nil, "expected layer 0 to 7, found 8"},
		"layer -1":      {player.Layer(-1).Pause(), nil, "expected layer 0 to 7, found -1"},
	} {
		if row.err == nil || row.want != nil && !errors.Is(row.err, row.want) ||
			!strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s: %v, want %v with %q", name, row.err, row.want, row.text)
		}
	}
	if string(before) != string(k.animation.AppendSnapshot(nil)) {
		t.Error("a failing call changed something")
	}
}

func TestSpawnAndEnableErrors(t *testing.T) {
	k := newRichFixture(t, 1)
	e, none := k.character(t), k.world.NewEntity()
	if _, err := k.animation.Spawn(nil, mgl32.Ident4()); !errors.Is(err, systems.ErrNoModel) {
		t.Errorf("Spawn of nil: %v, want ErrNoModel", err)
	}
	if _, err := k.animation.Spawn(&assets.Model{Skeleton: 999}, mgl32.Ident4()); !errors.Is(err, systems.ErrNoModel) {
		t.Errorf("Spawn of a model of another library: %v, want ErrNoModel", err)
	}
	enables := map[string]func(ecs.Entity) error{
		"EnableModelMatrices": func(e ecs.Entity) error {
			return k.animation.EnableModelMatrices(e)
		}, "EnableVertices": k.animation.EnableVertices,
		"EnableInertialization": k.animation.EnableInertialization, "EnableRootMotion": k.animation.EnableRootMotion,
	}
	for name, enable := range enables {
		for _, entity := range []ecs.Entity{none, {}} {
			if err := enable(entity); !errors.Is(err, systems.ErrNoCharacter) {
				t.Errorf("%s of %v: %v, want ErrNoCharacter", name, entity, err)
			}
		}
	}
	if ids := k.world.Ids(none); len(ids) > 0 {
		t.Errorf("the entity that is no character has components %v", ids)
	}
	check(t, enables["EnableVertices"](e))
	query := generic.NewFilter1[components.Skeleton]().Query(&k.world)
	defer query.Close()
	if err := enables["EnableInertialization"](e); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("under a query: %v, want ErrWorldLocked", err)
	}
	if err := enables["EnableVertices"](e); err != nil {
		t.Errorf("the character has it already: %v", err)
	}
}

// Without a layer the character looks as if it never had it, and those above move down with all
// that they are.
func TestRemoveLayer(t *testing.T) {
	k := newRichFixture(t, 1)
	with, without := k.character(t), k.character(t)
	for _, e := range []ecs.Entity{with, without} {
		player := k.animation.Player(e)
		check(t, player.Play(k.clips[0]))
		check(t, player.Layer(1).Overlay(k.clips[1], k.masks[0], 0))
		check(t, player.Layer(1).FadeWeight(0.5, 0))
	}
	player := k.animation.Player(with)
	check(t, player.Layer(2).Play(k.clips[2]))
	check(t, player.Layer(2).FadeWeight(0.75, 0))
	check(t, player.Layer(3).CrossFade(k.clips[1], 1))
	k.update(t, 0.1)
	upper := *player.Layer(3).LayerComponent()
	check(t, player.Layer(2).RemoveLayer())
	if got := player.Layer(2).LayerComponent(); got == nil || *got != upper || player.Layer(3).LayerComponent() != nil {
		t.Fatalf("after layer 2 was removed, layer 2 is %+v, want what layer 3 was, %+v", got, upper)
	}
	check(t, player.Layer(2).RemoveLayer())
	check(t, player.Layer(2).RemoveLayer()) // it is gone already
	check(t, player.Layer(7).RemoveLayer())
	k.update(t, 0.1)
	skin := k.model.Skins[0]
	if a, b := k.animation.Palette(with, skin), k.animation.Palette(without, skin); !slices.Equal(a, b) {
		t.Error("after the removal the pose differs from that of a character which never had the layers")
	}
	check(t, player.Layer(1).RemoveLayer())
	check(t, player.Layer(1).Overlay(k.clips[2], systems.WholeBody, 0)) // it is a new one
	if layer := player.Layer(1).LayerComponent(); layer.Weight != 1 || layer.Mask != 0 || layer.Motion != k.clips[2] {
		t.Errorf("the new layer is %+v", layer)
	}
	if err := player.RemoveLayer(); err == nil || !strings.Contains(err.Error(), "found layer 0") {
		t.Errorf("removing layer 0: %v", err)
	}
	k.world.RemoveEntity(with)
	if err := player.Layer(1).RemoveLayer(); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("removing a layer of a dead entity: %v", err)
	}
}
