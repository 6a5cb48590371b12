package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/systems"
)

func TestCrossFadeWeights(t *testing.T) {
	f := newFixture(t, 20)
	e := f.spawn(t, 0, 0.25)
	check(t, f.animation.EnableModelMatrices(e))
	player := f.animation.Player(e)
	if err := player.CrossFade(f.model.Clips[1], 1); err != nil {
		t.Fatal(err)
	}
	f.update(t, 0.25)
	s := f.library.Skeleton(f.model.Skeleton)
	from, to := rig.NewPose(s), rig.NewPose(s)
	f.library.Clip(f.model.Clips[0]).Sample(0.5, from)
	f.library.Clip(f.model.Clips[1]).Sample(0.25, to)
	kernel.Blend(from.Locals, to.Locals, 0.25, true)
	if !sameBits(f.animation.ModelMatrices(e), from.ModelMatrices(nil)) {
		t.Error("the pose is not 3/4 of the first clip and 1/4 of the second")
	}
	f.update(t, 0.75)
	if player.Blend().Count != 0 {
		t.Errorf("after the crossfade %d clips fade out", player.Blend().Count)
	}
	f.library.Clip(f.model.Clips[1]).Sample(1, to)
	if !sameBits(f.animation.ModelMatrices(e), to.ModelMatrices(nil)) {
		t.Error("the pose after the fade is not the second clip's")
	}
}

// Starting a crossfade during another one, also back to the source, does not move any joint by
// itself.
func TestInterruptedCrossFadesAreContinuous(t *testing.T) {
	f := newFixture(t, 20)
	random := rand.New(rand.NewPCG(6, 1))
	e := f.spawn(t, 0, 0)
	check(t, f.animation.EnableModelMatrices(e))
	player := f.animation.Player(e)
	full := 0 // crossfades for which no fade was free
	for range 2000 {
		f.update(t, random.Float64()*0.1)
		before := slices.Clone(f.animation.ModelMatrices(e))
		if player.Blend().Count == components.MaxFading {
			full++
		}
		if err := player.CrossFade(f.model.Clips[random.IntN(2)], float64(1+random.IntN(500))/1000); err != nil {
			t.Fatal(err)
		}
		f.update(t, 0)
		for i, v := range f.animation.ModelMatrices(e) {
			// Weights are normalized again, so the last bits may differ, and the difference grows
			// along the chain of 20 joints.
			if math.Abs(float64(v-before[i])) > 2e-4 {
				t.Fatalf("value %d changes from %v to %v at the start of a crossfade", i, before[i], v)
			}
		}
	}
	if full < 100 {
		t.Errorf("only %d crossfades began while all fades were used", full)
	}
}

func TestPlayerErrors(t *testing.T) {
	f := newFixture(t, 3)
	other := newModel(t, f.library, 3, 2)
	e := f.spawn(t, 0, 0)
	dead := f.spawn(t, 0, 0)
	f.world.RemoveEntity(dead)
	empty := f.world.NewEntity()
	for _, row := range []struct {
		name string
		got  error
		want error
	}{
		{"dead entity", f.animation.Player(dead).Play(f.model.Clips[0]), systems.ErrNoCharacter},
		{"zero entity", f.animation.Player(ecs.Entity{}).CrossFade(f.model.Clips[0], 1), systems.ErrNoCharacter},
		{"entity without player", f.animation.Player(empty).Pause(), systems.ErrNoCharacter},
		{"zero player", systems.Player{}.Seek(1), systems.ErrNoCharacter},
		{"unknown clip", f.animation.Player(e).Play(9999), systems.ErrNoMotion},
		{"clip of another skeleton", f.animation.Player(e).CrossFade(other.Clips[0], 1), systems.ErrOtherSkeleton},
		{"clip 0", f.animation.Player(e).Play(0), systems.ErrNoMotion},
	} {
		if !errors.Is(row.got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, row.got, row.want)
		}
	}
	for name, err := range map[string]error{
		"speed":  f.animation.Player(e).SetSpeed(float32(math.Inf(1))),
		"time":   f.animation.Player(e).Seek(math.NaN()),
		"mode":   f.animation.Player(e).SetMode(7, 0),
		"speed2": f.animation.Player(dead).SetSpeed(1),
		"mode2":  f.animation.Player(dead).SetMode(0, 0),
	} {
		if err == nil {
			t.Errorf("%s: no error for an invalid value", name)
		}
	}
}
