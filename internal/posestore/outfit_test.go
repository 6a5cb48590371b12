package posestore

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// The palettes of a character take as much memory as those of its own skin alone, whatever others
// of its pool show, and memory that was left is given back.
func TestMemoryOfPalettesFollowsWhatIsShown(t *testing.T) {
	const outfits, characters = 50, 1000
	world, library := arche.NewWorld(), assets.NewLibrary(assets.Exact())
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)
	shade, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{{
		Positions: make([]mgl32.Vec3, 3), Normals: make([]mgl32.Vec3, 3), Indices: []uint32{0, 1, 2},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	models := make([]*assets.Model, outfits)
	for i := range models {
		skin, err := rig.NewSkin("shade", skeleton, []int{0}, []mgl32.Mat4{mgl32.Translate3D(float32(i), 0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		models[i] = &assets.Model{Name: fmt.Sprint("lamp ", i), Skeleton: id, Parts: []assets.Part{{
			Mesh: shade, Skin: library.AddSkin(skin), Rigid: true,
		}}}
		if _, err := library.AddModel(models[i]); err != nil {
			t.Fatal(err)
		}
	}
	store := New(library)
	for range characters {
		store.Bind(world.NewEntity(), id)
	}
	pool := store.pools[0]
	wear := func(slot, model int) {
		pool.setModels(slot, &Needs{Mesh: &components.SkinnedMesh{Model: models[model].ID}}, library)
	}
	for slot := range characters {
		wear(slot, slot%outfits)
	}
	numbers := func() (n int) {
		for _, set := range pool.sets {
			n += cap(set.matrices)
		}
		return n
	}
	const own = characters * assets.MatrixSize
	if n := numbers(); n > 2*own {
		t.Errorf("palettes of %d numbers take memory for %d", own, n)
	}
	if pool.PaletteNumbers() != own {
		t.Errorf("the pool counts %d numbers of palettes, want %d", pool.PaletteNumbers(), own)
	}
	for round := range outfits { // all wear one outfit after the other
		for slot := range characters {
			wear(slot, round)
		}
		if n := numbers(); n > 2*own {
			t.Fatalf("palettes of %d numbers take memory for %d, after %d outfits", own, n, round+1)
		}
	}
	if n := pool.outfits.count; n > 2+spareOutfits {
		t.Errorf("the pool remembers %d outfits, of which one is in use", n)
	}
	for slot := characters - 1; slot >= 0; slot-- {
		pool.remove(slot)
	}
	if n := numbers(); n > outfits*spareRows*assets.MatrixSize || len(pool.palettes) > 0 || pool.PaletteNumbers() != 0 {
		t.Errorf("an empty pool has %d palettes, of %d numbers, and memory for %d", len(pool.palettes),
			pool.PaletteNumbers(), n)
	}
}
