package systems_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// wardrobe is a world of characters of one skeleton that wear several models.
type wardrobe struct {
	*fixture
	models  []*assets.Model
	crowd   []ecs.Entity
	meshes  generic.Map1[components.SkinnedMesh]
	worn    generic.Map1[components.Worn]
	details generic.Map1[components.LevelOfDetail]
	session *rollback.Session
}

// newWardrobe makes models of up to three parts: with skins of all joints or of some, with a joint
// twice, shared with other models, alike, or with the same joints for another body.
func newWardrobe(t testing.TB, settings ...systems.Option) *wardrobe {
	t.Helper()
	w := &wardrobe{fixture: newFixture(t, 13, settings...)}
	w.meshes = generic.NewMap1[components.SkinnedMesh](&w.world)
	w.worn = generic.NewMap1[components.Worn](&w.world)
	w.details = generic.NewMap1[components.LevelOfDetail](&w.world)
	random := rand.New(rand.NewPCG(31, 1))
	skeleton := w.library.Skeleton(w.model.Skeleton)
	w.models = []*assets.Model{w.model}
	skins := []assets.SkinID{w.model.Skins[0]}
	for len(w.models) < 9 {
		model := &assets.Model{Name: fmt.Sprint("outfit ", len(w.models)), Skeleton: w.model.Skeleton}
		model.SetClips(w.library, w.model.Clips)
		for i := range 1 + random.IntN(3) {
			skin := skins[random.IntN(len(skins))] // that of another model
			if own := w.library.Skin(skin); random.IntN(3) > 0 || len(skins) < 3 {
				joints, binds := make([]int, 13), make([]mgl32.Mat4, 13)
				for k := range joints { // as many as the mesh names
					joints[k] = random.IntN(13)
					binds[k] = mgl32.Translate3D(random.Float32(), 1, random.Float32())
				}
				if random.IntN(3) == 0 {
					for k, joint := range own.Joints() {
						bind := rig.MatrixAt(own.InverseBinds(), k)
						joints[k], binds[k] = int(joint), bind.Mat4()
					}
					if random.IntN(2) == 0 { // for another body
						binds[random.IntN(len(binds))] = mgl32.Translate3D(0, random.Float32(), 1)
					}
				}
				made, err := rig.NewSkin("clothes", skeleton, joints, binds)
				check(t, err)
				skin = w.library.AddSkin(made)
				skins = append(skins, skin)
			}
			part := w.model.Parts[0]
			part.Name, part.Skin = fmt.Sprint("part ", i), skin
			model.Parts = append(model.Parts, part)
		}
		_, err := w.library.AddModel(model)
		check(t, err)
		w.models = append(w.models, model)
	}
	var err error
	w.session, err = rollback.NewSession(w.animation)
	check(t, err)
	return w
}

// shown returns the skins that a character shows, each once, by what its components say.
func (w *wardrobe) shown(e ecs.Entity) (skins []assets.SkinID) {
	mesh, worn := w.meshes.Get(e), w.worn.Get(e)
	if mesh == nil {
		return nil
	}
	meshes := []components.SkinnedMesh{*mesh}
	if worn != nil {
		meshes = append(meshes, worn.Models[:]...)
	}
	for _, mesh := range meshes {
		model := w.library.Model(mesh.Model)
		if model == nil {
			continue
		}
		for i, part := range model.Parts {
			if mesh.Hidden>>i&1 == 0 && !slices.Contains(skins, part.Skin) {
				skins = append(skins, part.Skin)
			}
		}
	}
	return skins
}

// act changes the crowd at random.
func (w *wardrobe) act(t testing.TB, random *rand.Rand) {
	t.Helper()
	for len(w.crowd) < 5 || len(w.crowd) < 60 && random.IntN(3) == 0 {
		e := mustSpawn(w.animation.Spawn(w.models[random.IntN(len(w.models))], mgl32.Ident4()))
		check(t, w.animation.Player(e).Play(w.model.Clips[random.IntN(2)]))
		w.crowd = append(w.crowd, e)
	}
	for range random.IntN(8) {
		i := random.IntN(len(w.crowd))
		e := w.crowd[i]
		switch random.IntN(12) {
		case 7, 8, 9:
			if worn, model := w.worn.Get(e), w.models[random.IntN(len(w.models))]; worn == nil ||
				worn.Models[3].Model == 0 {
				if err := w.animation.Wear(e, model); err != nil && !errors.Is(err, systems.ErrNoModel) {
					t.Fatal(err)
				}
			}
		case 10:
			if worn := w.worn.Get(e); worn != nil {
				if model := w.library.Model(worn.Models[random.IntN(2)].Model); model != nil {
					check(t, w.animation.TakeOff(e, model))
				}
			}
		case 11:
			if worn := w.worn.Get(e); worn != nil && random.IntN(3) == 0 {
				w.worn.Remove(e)
			} else if worn != nil {
				worn.Models[random.IntN(2)].Hidden ^= 1 << random.IntN(3)
			}
		case 0, 1:
			check(t, w.animation.SetModel(e, w.models[random.IntN(len(w.models))]))
		case 2, 3:
			if mesh := w.meshes.Get(e); mesh != nil {
				mesh.Hidden ^= 1 << random.IntN(3)
			}
		case 4:
			if w.details.Get(e) == nil {
				w.details.Add(e)
			}
			*w.details.Get(e) = components.LevelOfDetail{
				Interval: uint16(random.IntN(4)), Culled: random.IntN(3) == 0,
			}
		case 5:
			if w.meshes.Get(e) != nil {
				w.meshes.Remove(e)
			}
		case 6:
			if len(w.crowd) > 5 {
				w.world.RemoveEntity(e)
				w.crowd = slices.Delete(w.crowd, i, i+1)
			}
		}
	}
}

// A character has palettes for the skins of its model's parts that are not hidden, and for no
// others, with the bits of [rig.Skin.Palette], whoever shares its block; and no other matrices are
// computed.
func TestOutfits(t *testing.T) {
	for _, large := range []int{1, math.MaxInt} {
		undo := systems.SetLargePalettes(large)
		w := newWardrobe(t, systems.WithWorkers(2))
		random := rand.New(rand.NewPCG(4, uint64(large)))
		kept := generic.NewMap1[components.ModelPose](&w.world)
		for range 300 {
			w.act(t, random)
			for _, e := range w.crowd {
				if kept.Get(e) == nil {
					kept.Add(e)
				}
			}
			before := w.animation.Counters()
			w.update(t, 0.02)
			counted, most := w.animation.Counters().Since(before), 0
			shows := map[assets.SkinID]int{}
			for _, e := range w.crowd {
				for _, skin := range w.shown(e) {
					shows[skin]++
					most += w.library.Skin(skin).Len()
					if !sameBits(w.animation.Palette(e, skin),
						w.library.Skin(skin).Palette(nil, w.animation.ModelMatrices(e))) {
						t.Fatalf("the palette of %v for skin %v is wrong", e, skin)
					}
				}
				for _, model := range w.models {
					for _, part := range model.Parts {
						if !slices.Contains(w.shown(e), part.Skin) && w.animation.Palette(e, part.Skin) != nil {
							t.Fatalf("%v has a palette for skin %v, which it does not show", e, part.Skin)
						}
					}
				}
			}
			if counted.Skipped == 0 && counted.Matrices != uint64(most) || counted.Matrices > uint64(most) {
				t.Fatalf("%d matrices were computed, want those of what is shown: %d", counted.Matrices, most)
			}
			checkPools(t, w, shows)
		}
		undo()
	}
}

// checkPools checks that pools hold palettes for the skins that are shown, as many as characters
// show them, and whose they are.
func checkPools(t *testing.T, w *wardrobe, shows map[assets.SkinID]int) {
	t.Helper()
	pool := w.animation.Store().Pools()[0]
	if pool.Skins() != len(shows) {
		t.Fatalf("the pool has palettes of %d skins, want %d", pool.Skins(), len(shows))
	}
	for i := range pool.Skins() {
		id, skin := pool.Skin(i)
		palettes, slots := pool.Palettes(id)
		size := skin.Len() * assets.MatrixSize
		if len(slots) != shows[id] || len(palettes) != shows[id]*size {
			t.Fatalf("skin %v has %d palettes, of %d numbers, for %d characters", id, len(slots), len(palettes),
				shows[id])
		}
		for row, slot := range slots {
			if own := pool.Palette(id, int(slot)); &own[0] != &palettes[row*size] {
				t.Fatalf("skin %v: palette %d is not that of slot %d", id, row, slot)
			}
		}
	}
}

// A character that is skipped is posed in the frame in which it shows a skin that it did not show
// before, and keeps its palettes of others when a part is hidden.
func TestShowingAPartPosesASkippedCharacter(t *testing.T) {
	w := newWardrobe(t)
	i := slices.IndexFunc(w.models, func(m *assets.Model) bool {
		return len(m.Parts) > 1 && m.Parts[0].Skin != m.Parts[1].Skin
	})
	model := w.models[i]
	e := mustSpawn(w.animation.Spawn(model, mgl32.Ident4()))
	check(t, w.animation.Player(e).Play(w.model.Clips[0]))
	check(t, w.animation.HidePart(e, "part 1"))
	w.update(t, 0.1)
	w.details.Add(e)
	w.details.Get(e).Culled = true
	w.update(t, 0.1)
	w.update(t, 0.1)
	before := slices.Clone(w.animation.Palette(e, model.Parts[0].Skin))
	w.update(t, 0.1)
	if !sameBits(before, w.animation.Palette(e, model.Parts[0].Skin)) {
		t.Fatal("the character was not skipped")
	}
	check(t, w.animation.ShowPart(e, "part 1"))
	w.update(t, 0.1)
	local := rig.NewPose(w.library.Skeleton(model.Skeleton))
	check(t, w.animation.LocalPose(e, local))
	for _, part := range model.Parts[:2] {
		want := w.library.Skin(part.Skin).Palette(nil, local.ModelMatrices(nil))
		if !sameBits(w.animation.Palette(e, part.Skin), want) {
			t.Errorf("skin %v does not show the pose of the frame in which part 1 came back", part.Skin)
		}
	}
	if sameBits(before, w.animation.Palette(e, model.Parts[0].Skin)) {
		t.Error("the character was skipped")
	}
	before = slices.Clone(w.animation.Palette(e, model.Parts[0].Skin))
	check(t, w.animation.HidePart(e, "part 1"))
	w.update(t, 0)
	w.update(t, 0.1)
	if !sameBits(before, w.animation.Palette(e, model.Parts[0].Skin)) {
		t.Error("another part lost its palette")
	}
}

// Parts that are hidden have no vertices on the CPU.
func TestHiddenPartsHaveNoVertices(t *testing.T) {
	w := newWardrobe(t)
	i := slices.IndexFunc(w.models, func(m *assets.Model) bool { return len(m.Parts) > 1 })
	e := mustSpawn(w.animation.Spawn(w.models[i], mgl32.Ident4()))
	check(t, w.animation.EnableVertices(e))
	check(t, w.animation.HidePart(e, "part 0"))
	w.update(t, 0.1)
	if hidden, shown := w.animation.Vertices(e, 0, 0), w.animation.Vertices(e, 1, 0); hidden != nil || shown == nil {
		t.Errorf("expected vertices of part 1 only, found %v and %v", hidden, shown)
	}
}

// Outfits are the same for a peer that predicted wrongly and restored, for one that never did, and
// for one that took over the state in a world with another past.
func TestOutfitsOfPeersWithOtherPasts(t *testing.T) {
	probe.Serial(t)
	act := func(w *wardrobe, frame, salt uint64) {
		w.crowd = w.crowd[:0]
		query := generic.NewFilter1[components.Skeleton]().Query(&w.world)
		for query.Next() {
			w.crowd = append(w.crowd, query.Entity())
		}
		slices.SortFunc(w.crowd, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
		w.act(t, rand.New(rand.NewPCG(frame, salt)))
		w.update(t, 0.02)
	}
	state := func(w *wardrobe) []byte {
		b, err := w.session.AppendSnapshot(nil)
		check(t, err)
		for _, e := range w.crowd {
			for _, skin := range w.shown(e) {
				b = fmt.Append(b, e, skin, w.animation.Palette(e, skin))
			}
		}
		return b
	}
	steady, wrong, late := newWardrobe(t), newWardrobe(t, systems.WithWorkers(2)), newWardrobe(t)
	for frame := range uint64(50) {
		act(late, frame, 1000)
	}
	frame := uint64(0)
	for round := range 60 {
		snapshot, err := wrong.session.AppendSnapshot(nil)
		check(t, err)
		for i := range uint64(1 + round%4) {
			act(wrong, frame+i, 2000)
		}
		check(t, wrong.session.Restore(snapshot))
		if again, err := wrong.session.AppendSnapshot(nil); err != nil || !bytes.Equal(again, snapshot) {
			t.Fatalf("round %d: the snapshot of the restored state differs, %v", round, err)
		}
		if round == 20 {
			check(t, late.session.Restore(snapshot))
		}
		for range 3 {
			act(steady, frame, 1)
			act(wrong, frame, 1)
			want := state(steady)
			if !bytes.Equal(state(wrong), want) {
				t.Fatalf("frame %d: the peer that predicted wrongly has another state", frame)
			}
			if round >= 20 {
				act(late, frame, 1)
				if !bytes.Equal(state(late), want) {
					t.Fatalf("frame %d: the peer with another past has another state", frame)
				}
			}
			frame++
		}
	}
}

// Once the memory is there, changing what characters wear allocates nothing.
func TestChangingOutfitsDoesNotAllocate(t *testing.T) {
	w := newWardrobe(t)
	for i := range 40 {
		w.crowd = append(w.crowd, mustSpawn(w.animation.Spawn(w.models[i%len(w.models)], mgl32.Ident4())))
	}
	turn := 0
	change := func() {
		turn++
		check(t, w.animation.SetModel(w.crowd[3], w.models[turn%2]))
		w.meshes.Get(w.crowd[5]).Hidden = uint64(turn % 2)
		if turn%2 == 0 {
			check(t, w.animation.Wear(w.crowd[7], w.models[1]))
		} else {
			check(t, w.animation.TakeOff(w.crowd[7], w.models[1]))
		}
		w.update(t, 0.01)
	}
	check(t, w.animation.Wear(w.crowd[7], w.models[1]))
	for range 8 {
		change()
	}
	if n := testing.AllocsPerRun(50, change); n > 0 {
		t.Errorf("a frame with three changes allocates %v times", n)
	}
}
