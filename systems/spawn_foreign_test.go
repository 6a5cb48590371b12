package systems_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// The ID of another library's model may name a model of this one, which must not appear in its
// place.
func TestSpawnRefusesAModelOfAnotherLibrary(t *testing.T) {
	k, other := newRichFixture(t, 1), newRichFixture(t, 2)
	if k.model.ID != other.model.ID {
		t.Fatalf("the models have the IDs %#x and %#x, so that this test shows nothing", k.model.ID, other.model.ID)
	}
	copied := *k.model
	for name, model := range map[string]*assets.Model{
		"another library's": other.model,
		"no library's":      {Skeleton: k.model.Skeleton}, "a copy": &copied,
	} {
		if e, err := k.animation.Spawn(model, mgl32.Ident4()); e != (ecs.Entity{}) ||
			!errors.Is(err, systems.ErrNoModel) {
			t.Errorf("%s model is spawned as %v, error %v", name, e, err)
		}
	}
}

// twoFixturesWithOneSkeleton returns an animation, a character, and a library in which the same
// skeleton has other assets at the same indices.
func twoFixturesWithOneSkeleton(t *testing.T) (k *richFixture, e ecs.Entity, other *assets.Library) {
	k = newRichFixture(t, 1)
	e = k.character(t)
	other = assets.NewLibrary(assets.Exact())
	other.AddSkeleton(k.library.Skeleton(k.model.Skeleton))
	return k, e, other
}

// IDs carry a hash of what they name. A bare ID of another library is refused, although its index
// is in use here by an asset that would fit the character.
func TestIDsOfAnotherLibraryAreRefused(t *testing.T) {
	k, e, other := twoFixturesWithOneSkeleton(t)
	skeleton := k.library.Skeleton(k.model.Skeleton)
	still, err := clip.NewBuilder("of the other library", skeleton).Range(0, 1).Build()
	check(t, err)
	foreignClip := other.AddClip(still)
	all, err := rig.NewMask("of the other library", skeleton).Build()
	check(t, err)
	foreignMask, err := other.AddMask(all)
	check(t, err)
	foreignSpace, err := blendspace.New1D("of the other library").At(0, foreignClip).Add(other)
	check(t, err)
	machine, err := graph.New("of the other library").Layer("base", graph.State("a").MotionByID(foreignClip)).
		Build(other)
	check(t, err)
	foreignGraph, err := other.AddGraph(machine)
	check(t, err)
	player := k.animation.Player(e)
	check(t, player.Play(k.clips[0]))
	k.update(t, 0.1)
	before := *player.Component()

	_, controlErr := k.animation.Control(e, foreignGraph)
	for name, test := range map[string]struct {
		err, want error
		index     uint32
		inUse     bool
	}{
		"Play": {
			player.Play(foreignClip), systems.ErrNoMotion, uint32(foreignClip),
			k.library.Count().Clips > 0,
		},
		"CrossFade": {
			player.CrossFade(foreignClip, 1), systems.ErrNoMotion, uint32(foreignClip),
			k.library.Count().Clips > 0,
		},
		"Overlay": {
			player.Layer(1).Overlay(foreignClip, systems.WholeBody, 1), systems.ErrNoMotion, uint32(foreignClip),
			k.library.Count().Clips > 0,
		},
		"Play, blend space": {
			player.Play(foreignSpace), systems.ErrNoMotion, uint32(foreignSpace),
			k.library.Count().Motions > 0,
		},
		"SetMask": {
			player.Layer(1).SetMask(foreignMask), systems.ErrNoMask, uint32(foreignMask),
			k.library.Count().Masks > 0,
		},
		"mask": {
			player.Layer(1).Overlay(k.clips[0], foreignMask, 1), systems.ErrNoMask, uint32(foreignMask),
			k.library.Count().Masks > 0,
		},
		"Control": {controlErr, systems.ErrNoGraph, uint32(foreignGraph), false},
	} {
		if !errors.Is(test.err, test.want) || !strings.Contains(test.err.Error(), "another one") ||
			test.inUse && !strings.Contains(test.err.Error(), "its index is that of") {
			t.Errorf("%s: error %v, want %q with the asset at index %d", name, test.err, test.want, test.index%(1<<20))
		}
	}
	if *player.Component() != before {
		t.Error("a method that failed changed the player")
	}
}

// The same for IDs that are written into components: frames see no asset, and lookups return nil.
func TestIDsOfAnotherLibraryInComponents(t *testing.T) {
	k, other := newRichFixture(t, 1), assets.NewLibrary(assets.Exact())
	made, err := mannequin.New(other)
	check(t, err)
	if k.library.Model(made.ID) != nil || k.library.Skeleton(made.Skeleton) != nil ||
		k.library.Skin(made.Skins[0]) != nil ||
		k.library.Mesh(made.Parts[0].Mesh) != nil {
		t.Error("IDs of another library name assets here")
	}
	curve, err := clip.NewCurve("of the other library", func(x float32) float32 { return x * x })
	check(t, err)
	foreignCurve, err := other.AddCurve(curve)
	check(t, err)
	square, err := clip.NewCurve("of this library", func(x float32) float32 { return x * x })
	check(t, err)
	if _, err := k.library.AddCurve(square); err != nil || k.library.Curve(foreignCurve) != nil ||
		k.library.Ease(foreignCurve, 0.5) != 0.5 {
		t.Error("a curve of another library bends a fade, error", err)
	}
	e := k.character(t)
	k.update(t, 0)
	rest := slices.Clone(k.animation.Palette(e, k.model.Skins[0]))
	player := k.animation.Player(e).Component()
	player.Motion, player.Speed, player.Mode = made.Clips[1], 1, assets.Loop
	k.update(t, 0.3)
	if !sameBits(k.animation.Palette(e, k.model.Skins[0]), rest) {
		t.Error("a clip of another library moves the character")
	}
	if k.animation.Palette(e, made.Skins[0]) != nil {
		t.Error("a skin of another library has a palette")
	}
}

// The bare ID of another library is refused although its index is in use here by a clip of the same
// name for the same skeleton, unless that clip has the same length: then it is taken for the same
// one.
func TestClipsOfTheSameNameInAnotherLibrary(t *testing.T) {
	k, e, other := twoFixturesWithOneSkeleton(t)
	skeleton := k.library.Skeleton(k.model.Skeleton)
	build := func(seconds float64) *assets.Clip {
		c, err := clip.NewBuilder(k.library.Clip(k.clips[0]).Name(), skeleton).Range(0, seconds).Build()
		check(t, err)
		return c
	}
	own := k.library.Clip(k.clips[0])
	foreign := other.AddClip(build(own.Duration() + 0.25))
	if err := k.animation.Player(e).Play(foreign); !errors.Is(err, systems.ErrNoMotion) ||
		!strings.Contains(err.Error(), "it is of another one") {
		t.Errorf("error %v, want %q", err, systems.ErrNoMotion)
	}
	same := assets.NewLibrary(assets.Exact())
	same.AddSkeleton(skeleton)
	if id := same.AddClip(own); id != k.clips[0] {
		t.Errorf("the same clip has the IDs %#x and %#x in two libraries", id, k.clips[0])
	}
}
