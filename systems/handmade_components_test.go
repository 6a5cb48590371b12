package systems_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// A character made of the New functions of package components has in every frame the same bits as
// one that Spawn, the Player and Control made.
func TestHandmadeComponentsPlayAsSpawned(t *testing.T) {
	k := newRichFixture(t, 3)
	machine, err := graph.New("machine").Float("speed", 0.5).
		Layer("body", graph.State("line").MotionByID(k.spaces[0], "speed").SpeedParameter("speed")).
		Add(k.library, k.model)
	check(t, err)
	builder := generic.NewMap5[
		components.Skeleton, components.AnimationPlayer, components.BlendState, components.Layers,
		components.ModelPose](&k.world)
	more := generic.NewMap1[components.MoreLayers](&k.world)
	scales, controllers := generic.NewMap1[components.TimeScale](&k.world),
		generic.NewMap1[components.Controller](&k.world)
	transforms := generic.NewMap1[components.Transform](&k.world)
	byHand := func(player *components.AnimationPlayer, layers ...components.Layer) ecs.Entity {
		first, above := components.NewLayers(layers...)
		e := builder.NewWith(&components.Skeleton{ID: k.model.Skeleton}, player, &components.BlendState{}, first,
			&components.ModelPose{})
		if above != nil {
			more.Assign(e, above)
		}
		scales.Assign(e, components.NewTimeScale())
		transforms.Assign(e, components.NewTransform(1, 2, 3))
		return e
	}
	spawned := func() ecs.Entity {
		e := newCharacter(t, k.animation, k.model, mgl32.Translate3D(1, 2, 3))
		check(t, k.animation.EnableModelMatrices(e))
		return e
	}

	blended := components.NewPlayer(0)
	blended.Playback = components.NewPlayback(k.spaces[0])
	blended.X = 0.25
	over := components.NewLayer(k.clips[1], k.masks[0])
	over.Time = k.library.Clip(k.clips[1]).Start()
	pairs := map[string][2]ecs.Entity{
		"clip":        {byHand(components.NewPlayer(k.clips[0])), spawned()},
		"blend space": {byHand(blended), spawned()},
		"layers": {
			byHand(components.NewPlayer(k.clips[0]), components.NewLayer(0, 0), over), spawned(),
		},
		"controller": {byHand(components.NewPlayer(0)), spawned()},
		"rest pose":  {byHand(components.NewPlayer(0), components.NewLayer(0, 0)), spawned()},
	}
	check(t, k.animation.Player(pairs["clip"][1]).Play(k.clips[0]))
	check(t, k.animation.Player(pairs["blend space"][1]).Play(k.spaces[0]))
	check(t, k.animation.Player(pairs["blend space"][1]).SetPosition(0.25, 0))
	check(t, k.animation.Player(pairs["layers"][1]).Play(k.clips[0]))
	check(t, k.animation.Player(pairs["layers"][1]).Layer(2).Overlay(k.clips[1], k.masks[0], 0))
	controllers.Assign(pairs["controller"][0], components.NewController(machine, k.library.Graph(machine)))
	_, err = k.animation.Control(pairs["controller"][1], machine)
	check(t, err)

	var rest []float32
	for range 40 {
		k.update(t, 0.037)
		rest = k.animation.ModelMatrices(pairs["rest pose"][0])
		for name, pair := range pairs {
			a, b := k.animation.ModelMatrices(pair[0]), k.animation.ModelMatrices(pair[1])
			if len(a) != k.skeleton.Len()*assets.MatrixSize || !sameBits(a, b) {
				t.Fatalf("%s: by hand and spawned differ", name)
			}
			if *transforms.Get(pair[0]) != *transforms.Get(pair[1]) {
				t.Fatalf("%s: the transforms differ", name)
			}
		}
	}
	for name, pair := range pairs {
		if name != "rest pose" && sameBits(k.animation.ModelMatrices(pair[0]), rest) {
			t.Errorf("%s: nothing plays", name)
		}
	}
	first, above := components.NewLayers(make([]components.Layer, 9)...)
	if first.Count != components.MaxLayers-1 || components.LayerAt(first, above, components.MaxLayers-1) == nil {
		t.Errorf("%d layers of 9 are used", first.Count)
	}
	if c := components.NewController(7, nil); *c != (components.Controller{Graph: 7}) {
		t.Errorf("without a graph: %+v", c)
	}
}
