package systems_test

import (
	"slices"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// With an interval of 3 each of 30 characters is posed in one of three frames, 10 in each, and shows then what a character that
// is posed in every frame shows.
func TestIntervalsTakeTurns(t *testing.T) {
	f := newFixture(t, 12)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	skin := f.model.Skins[0]
	always := f.spawn(t, 0, 0)
	var sparse []ecs.Entity
	for range 30 {
		e := f.spawn(t, 0, 0)
		details.Assign(e, &components.LevelOfDetail{Interval: 3})
		sparse = append(sparse, e)
	}
	f.update(t, 1.0/64)
	for frame := range 9 {
		before := map[ecs.Entity][]float32{}
		for _, e := range sparse {
			before[e] = slices.Clone(f.animation.Palette(e, skin))
		}
		f.update(t, 1.0/64)
		posed := 0
		for _, e := range sparse {
			now := f.animation.Palette(e, skin)
			switch {
			case sameBits(now, before[e]):
			case sameBits(now, f.animation.Palette(always, skin)):
				posed++
			default:
				t.Fatalf("frame %d: %v shows neither its last pose nor the present one", frame, e)
			}
		}
		if posed != 10 {
			t.Errorf("frame %d: %d of 30 characters are posed, want 10", frame, posed)
		}
	}
}

func TestCulledCharactersKeepTheirPaletteAndTheirTime(t *testing.T) {
	f := newFixture(t, 12)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	skin := f.model.Skins[0]
	always, e := f.spawn(t, 0, 0), f.spawn(t, 0, 0)
	details.Assign(e, &components.LevelOfDetail{Culled: true})
	f.update(t, 0.125)
	if !sameBits(f.animation.Palette(e, skin), f.animation.Palette(always, skin)) {
		t.Error("a new character must be posed once, or it would have no palette at all")
	}
	first := slices.Clone(f.animation.Palette(e, skin))
	for range 3 {
		f.update(t, 0.125)
	}
	if !sameBits(f.animation.Palette(e, skin), first) {
		t.Error("the palette of a culled character changed")
	}
	details.Get(e).Culled = false
	f.update(t, 0.125)
	if !sameBits(f.animation.Palette(e, skin), f.animation.Palette(always, skin)) {
		t.Error("back in sight it is not where it would have been")
	}
}
