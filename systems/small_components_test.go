package systems_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// lookStack adds a stack with a number of goals that turn joint 1, "look 0" and so on.
func lookStack(t *testing.T, k *richFixture, goals int) *modifier.Stack {
	t.Helper()
	builder := modifier.New("looks", k.skeleton)
	for i := range goals {
		builder.Aim(goalName(i), modifier.Aim{
			Joint: k.skeleton.JointName(1 + i), Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0},
		})
	}
	stack, err := builder.Build()
	check(t, err)
	return stack
}

func goalName(i int) string { return string(rune('a'+i)) + " look" }

// The world copies the components of an entity whenever one is added or removed: a character with
// one layer over its walk and one goal has few bytes of them.
func TestComponentsOfACharacterAreSmall(t *testing.T) {
	k := newRichFixture(t, 1)
	id, err := k.library.AddModifierStack(lookStack(t, k, 1))
	check(t, err)
	e := newCharacter(t, k.animation, k.model, mgl32.Ident4())
	player := k.animation.Player(e)
	check(t, player.Play(k.clips[0]))
	check(t, player.Layer(1).Overlay(k.clips[1], systems.WholeBody, 0.2))
	check(t, k.animation.Modify(e, id))
	check(t, k.animation.Modifier(e, goalName(0)).Aim(mgl32.Vec3{0, 1, 2}))
	k.update(t, 0.1)
	bytes := 0
	for _, id := range k.world.Ids(e) {
		info, _ := arche.ComponentInfo(&k.world, id)
		bytes += int(info.Type.Size())
	}
	if bytes >= 800 {
		t.Errorf("a character has %d bytes of components, expected less than 800", bytes)
	}
}

// Layers above the first, and goals after it, get their component when the first of them is needed,
// without a change of the others; in a locked world this is an error that names the component.
func TestMoreLayersAndGoalsComeWhenNeeded(t *testing.T) {
	k := newRichFixture(t, 1)
	more, goals := generic.NewMap1[components.MoreLayers](&k.world), generic.NewMap1[components.MoreGoals](&k.world)
	e := newCharacter(t, k.animation, k.model, mgl32.Ident4())
	player := k.animation.Player(e)
	check(t, player.Layer(1).Overlay(k.clips[0], k.masks[0], 0.3))
	first := *player.Layer(1).LayerComponent()
	query := generic.NewFilter1[components.Layers]().Query(&k.world)
	err := player.Layer(2).Play(k.clips[1])
	query.Close()
	if !errors.Is(err, systems.ErrWorldLocked) || more.Get(e) != nil {
		t.Errorf("layer 2 in a locked world: %v", err)
	}
	check(t, player.Layer(3).Play(k.clips[1]))
	if more.Get(e) == nil || *player.Layer(1).LayerComponent() != first {
		t.Errorf("layer 1 was %+v and is %+v", first, *player.Layer(1).LayerComponent())
	}
	if l := player.Layer(2).LayerComponent(); *l != components.NewLayer(0, 0) {
		t.Errorf("layer 2 is %+v", l)
	}
	third := *player.Layer(3).LayerComponent()
	check(t, player.Layer(1).RemoveLayer())
	if *player.Layer(2).LayerComponent() != third || *player.Layer(1).LayerComponent() != components.NewLayer(0, 0) ||
		player.Layer(3).LayerComponent() != nil {
		t.Error("the layers did not move down")
	}

	id, err := k.library.AddModifierStack(lookStack(t, k, 2))
	check(t, err)
	check(t, k.animation.Modify(e, id))
	for i := range 2 {
		m := k.animation.Modifier(e, goalName(i))
		check(t, m.Aim(mgl32.Vec3{1, 1, 2}))
		check(t, m.Fade(1, 0))
	}
	k.update(t, 0.1)
	check(t, k.animation.Modify(e, id))
	if goal, err := k.animation.Modifier(e, goalName(1)).Goal(); err != nil || *goal != (components.Goal{}) {
		t.Errorf("Modify left goal 2 as %+v, %v", goal, err)
	}
	goals.Remove(e)
	if _, err := k.animation.Modifier(e, goalName(1)).Goal(); !errors.Is(err, systems.ErrNoGoal) {
		t.Errorf("a goal without its component: %v", err)
	}
	check(t, k.animation.Modifier(e, goalName(0)).Aim(mgl32.Vec3{1, 1, 2}))
	k.update(t, 0.1)
}

// Goals after the first turn joints as the first does, and weigh nothing without their component.
func TestGoalsAfterTheFirstTurnJoints(t *testing.T) {
	k := newRichFixture(t, 1)
	id, err := k.library.AddModifierStack(lookStack(t, k, 2))
	check(t, err)
	goals := generic.NewMap1[components.MoreGoals](&k.world)
	pose := func(aimed int, lost bool) []float32 {
		e := newCharacter(t, k.animation, k.model, mgl32.Ident4())
		check(t, k.animation.EnableModelMatrices(e))
		check(t, k.animation.Modify(e, id))
		for i := range aimed {
			m := k.animation.Modifier(e, goalName(i))
			check(t, m.Aim(mgl32.Vec3{5, 1, -2}))
			check(t, m.Fade(1, 0))
		}
		k.update(t, 0.1)
		if lost {
			goals.Remove(e)
			k.update(t, 0.1)
		}
		return append([]float32(nil), k.animation.ModelMatrices(e)...)
	}
	one, two := pose(1, false), pose(2, false)
	if sameBits(one, two) {
		t.Error("the second goal turns nothing")
	}
	if !sameBits(one, pose(2, true)) {
		t.Error("a goal without its component still turns a joint")
	}
}
