package posestore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// newLamps returns a store without characters, and models of a skeleton of one joint, each with a
// skin of its own.
func newLamps(t *testing.T, count int) (*Store, []*assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
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
	models := make([]*assets.Model, count)
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
	return New(library), models
}

// The palettes of a character take as much memory as those of its own skin alone, whatever others
// of its pool show, and memory that was left is given back.
func TestMemoryOfPalettesFollowsWhatIsShown(t *testing.T) {
	const outfits, characters = 50, 1000
	store, models := newLamps(t, outfits)
	world, library, id := arche.NewWorld(), store.library, models[0].Skeleton
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

// What is listed of the frame before is what would be listed anew, whatever happens in between.
func TestListOfPosedSlotsFollowsChanges(t *testing.T) {
	store, models := newLamps(t, 4)
	random, world := rand.New(rand.NewPCG(5, 5)), arche.NewWorld()
	id := models[0].Skeleton
	store.Bind(world.NewEntity(), id)
	pool, kept := store.pools[0], 0
	for range 2000 {
		slot := random.IntN(pool.Len())
		switch random.IntN(12) {
		case 0:
			store.Bind(world.NewEntity(), id)
		case 1:
			if pool.Len() > 1 {
				pool.remove(slot)
			}
		case 2, 3:
			model := models[random.IntN(len(models))]
			pool.setModels(slot, &Needs{Mesh: &components.SkinnedMesh{Model: model.ID}}, store.library)
		case 4:
			pool.slots[slot].detailed = true
			pool.SetSkipped(slot, random.IntN(2) == 0)
		case 5:
			mesh := components.SkinnedMesh{Model: pool.slots[slot].model, Hidden: pool.slots[slot].hidden}
			store.Require(pool, slot, &Needs{Mesh: &mesh, IsDetailed: random.IntN(2) == 0, IsSkipped: true})
		case 6:
			pool.SetWave(slot, 1)
			store.Divide(2, nil)
		}
		isListed := pool.isListed
		pool.gatherPosed()
		got := slices.Clone(pool.posed)
		pool.isListed = false
		pool.gatherPosed()
		if !slices.Equal(got, pool.posed) {
			t.Fatalf("expected slots %v, found %v", pool.posed, got)
		}
		if isListed {
			kept++
		}
	}
	if kept < 500 {
		t.Errorf("expected that most lists stay, found %d of 2000", kept)
	}
}

// A slot tells whether its character still wears what it wore, whether that is nothing, one model or
// several, and whatever it wore before.
func TestSlotKnowsWhatItsCharacterWore(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	some := func() *components.Worn {
		worn := &components.Worn{}
		for range r.IntN(4) {
			worn.Models[[]int{0, 0, 1, components.MaxWorn - 1}[r.IntN(4)]] = components.SkinnedMesh{Model: assets.ModelID(r.IntN(3)), Hidden: uint64(r.IntN(2)) << 40}
		}
		return worn
	}
	var state slotState
	same := 0
	for range 5000 {
		before, now := some(), some()
		state.keepWorn(before)
		if !state.wears(before) {
			t.Fatalf("expected the same as before for %v, found another outfit", *before)
		}
		if state.wears(now) != (*now == *before) {
			t.Fatalf("expected %v for %v after %v, found the opposite", *now == *before, *now, *before)
		}
		if *now == *before {
			same++
		}
		if none := *before == (components.Worn{}); state.wears(nil) != none {
			t.Fatalf("expected %v for no component after %v, found the opposite", none, *before)
		}
	}
	if same < 100 || same > 4900 {
		t.Errorf("expected equal and different outfits, found %d of 5000 equal", same)
	}
}
