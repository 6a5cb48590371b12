package systems_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// noopSystem is a block system that does nothing.
type noopSystem struct{}

func (noopSystem) Name() string { return "pause" }

func (noopSystem) RunBlock(*ecs.Frame, *ecs.Block) {}

// Palettes and model matrices have the same bits whether the systems run one after the other, fused
// joint by joint, or with another system between them.
func TestFusedPalettesAreTheSame(t *testing.T) {
	run := func(large int, apart bool) (bits []uint32) {
		defer systems.SetLargePalettes(large)()
		f := newFixture(t, 21)
		twice, err := rig.NewSkin("twice", f.library.Skeleton(f.model.Skeleton), []int{3, 3, 20}, nil)
		if err != nil {
			t.Fatal(err)
		}
		some, err := rig.NewSkin("some", f.library.Skeleton(f.model.Skeleton), []int{20, 2, 5, 7}, nil)
		if err != nil {
			t.Fatal(err)
		}
		skins := slices.Clone(f.model.Skins)
		part := f.model.Parts[0]
		for _, skin := range []*rig.Skin{twice, some} {
			id := f.library.AddSkin(skin)
			skins = append(skins, id)
			f.model.Skins, part.Skin = append(f.model.Skins, id), id
			f.model.Parts = append(f.model.Parts, part)
		}
		if apart {
			if err := f.animation.Schedule().InsertAfter(systems.AtLocalToModel,
				ecs.EachBlock(noopSystem{})); err != nil {
				t.Fatal(err)
			}
		}
		var entities []ecs.Entity
		for i := range 11 {
			e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
			if i%3 == 0 {
				check(t, f.animation.EnableModelMatrices(e))
			}
			if err := f.animation.Player(e).Play(f.model.Clips[i%2]); err != nil {
				t.Fatal(err)
			}
			entities = append(entities, e)
		}
		for range 3 {
			if err := f.animation.Update(0.1); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range entities {
			numbers := f.animation.ModelMatrices(e)
			for _, skin := range skins {
				palette := f.animation.Palette(e, skin)
				if len(palette) == 0 {
					t.Fatal("no palette")
				}
				numbers = append(slices.Clone(numbers), palette...)
			}
			for _, v := range numbers {
				bits = append(bits, math.Float32bits(v))
			}
		}
		return bits
	}
	want := run(math.MaxInt, true)
	for name, got := range map[string][]uint32{"fused": run(1, false), "fused, small": run(math.MaxInt, false)} {
		if !slices.Equal(got, want) {
			t.Errorf("%s: the bits differ", name)
		}
	}
}
