package systems_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
)

// idleBlocks is a block system that does nothing. In front of Inertialize it makes every past pose
// a stored one, since the pose could be more than what the clips give.
type idleBlocks struct{}

func (idleBlocks) Name() string                    { return "idle" }
func (idleBlocks) RunBlock(*ecs.Frame, *ecs.Block) {}
func (s idleBlocks) Repeat(*ecs.Frame, *ecs.Block) {}
func storeAllPoses(t testing.TB, a *systems.Animation) {
	t.Helper()
	check(t, a.Schedule().InsertBefore(systems.AtInertialize, ecs.EachBlock(idleBlocks{})))
}

// countUnstored returns how many past poses of a character are not stored.
func countUnstored(a *systems.Animation, e ecs.Entity) int {
	pool, slot := a.Pool(e)
	if pool == nil {
		return 0
	}
	return inertialization.Unstored((*posestore.Pool)(pool), slot)
}

// changeLibrary changes what the clips of a crowd show.
func (p *scriptedCrowd) changeLibrary(t testing.TB, random *rand.Rand) {
	t.Helper()
	skeleton := p.library.Skeleton(p.model.Skeleton)
	id := p.clips[random.IntN(2)]
	switch random.IntN(7) {
	case 0:
		check(t, p.library.SetClip(id, newClip(t, random, skeleton, 0, "other", 1+random.Float32())))
	case 1:
		p.library.Bake(bake.Options{Tolerance: 0.01 + random.Float64()/10}, nil)
	case 2:
		check(t, p.library.SetBaked(id, nil))
	case 3:
		mask, err := rig.NewMask("level", skeleton).Joints(1, "bjoint").Build()
		check(t, err)
		check(t, p.library.SetLevels(p.model.Skeleton, mask))
	case 4:
		check(t, p.library.SetLevels(p.model.Skeleton))
	case 5:
		p.library.RemoveMask(p.mask)
		mask, err := rig.NewMask("some", skeleton).Joints(random.Float32(), "bjoint", "djoint").Build()
		check(t, err)
		p.mask, err = p.library.AddMask(mask)
		check(t, err)
	case 6: // it is gone in the moment in which another clip begins
		added := p.library.AddClip(newClip(t, random, skeleton, 0, "added", 1))
		for _, e := range p.crowd {
			if a := p.animation; a.Player(e).Playback().Motion == p.clips[1] {
				check(t, a.Player(e).CrossFade(added, 0.3, systems.WithInertialization()))
			}
		}
		p.library.RemoveClip(p.clips[1])
		p.clips[1] = added
		p.model.SetClips(p.library, p.clips[:len(p.clips)-1])
	}
}

// A crowd gives the same bits whether the poses of earlier frames are stored or remembered by what
// they were sampled from: with layers, masks, blend spaces, levels of detail, given poses, exact
// and baked clips, several frames in an update, snapshots, and changes of the library between the
// frame that showed a pose and the one that needs it. No frame is skipped: what a system in front
// of Inertialize would do in it is not known.
func TestPastPosesGiveTheBitsOfStoredOnes(t *testing.T) {
	probe.Serial(t)
	for seed := range uint64(4) {
		p, stored := newScriptedCrowd(t, 2), newScriptedCrowd(t, 1)
		p.everyFrame, stored.everyFrame = true, true
		storeAllPoses(t, stored.animation)
		both := []*scriptedCrowd{p, stored}
		unstored, changed, snapshot := 0, 0, [2][]byte{}
		for frame := range 400 {
			for k, p := range both {
				random := rand.New(rand.NewPCG(seed, uint64(frame)))
				p.animation.Clock().Step = []float64{0, 0.02}[frame/30%2]
				for range random.IntN(3) {
					e := p.crowd[random.IntN(len(p.crowd))]
					check(t, p.animation.EnableInertialization(e))
					if pool, _ := p.animation.Pool(e); pool != nil && random.IntN(3) > 0 {
						_ = p.animation.Player(e).CrossFade(p.clips[random.IntN(4)], 0.1, systems.WithInertialization())
					}
				}
				if e := p.crowd[random.IntN(len(p.crowd))]; random.IntN(4) == 0 {
					toggle(&p.details, e,
						&components.LevelOfDetail{Level: uint8(random.IntN(3)), Interval: uint16(random.IntN(2))})
				}
				if random.IntN(3) == 0 { // poses that change while no time passes
					for _, e := range p.crowd {
						p.animation.Player(e).Playback().Time = random.Float64()
					}
					p.update(t, 0)
				}
				isChange := random.IntN(8) == 0
				if isChange {
					p.changeLibrary(t, random)
				}
				if random.IntN(6) == 0 {
					snapshot[k] = p.animation.AppendSnapshot(snapshot[k][:0])
					for range random.IntN(3) {
						p.update(t, 0.03)
					}
					check(t, p.animation.Restore(snapshot[k]))
					if !bytes.Equal(p.animation.AppendSnapshot(nil), snapshot[k]) {
						t.Fatalf("seed %d, frame %d: the snapshot of the restored state differs", seed, frame)
					}
				}
				for _, e := range p.crowd {
					n := countUnstored(p.animation, e)
					if n > 0 && k == 1 {
						t.Fatal("a system in front of Inertialize does not make the poses stored ones")
					}
					if i := p.animation.Player(e).Inertialization(); i != nil && i.Begin && !i.Cut && n > 0 {
						unstored++
						if isChange {
							changed++
						}
					}
				}
			}
			if p.step(t) != stored.step(t) {
				t.Fatalf("seed %d, frame %d: the results differ", seed, frame)
			}
		}
		if unstored < 50 || changed < 5 {
			t.Errorf("seed %d: %d transitions began from poses that were not stored, %d of them at a change of the "+
				"library", seed, unstored, changed)
		}
	}
}

// A clip that is removed in the moment of the transition away from it does not make the character
// jump, even if it was posed long ago, or if a snapshot was restored in between.
func TestTransitionAwayFromRemovedClip(t *testing.T) {
	for name, between := range map[string]func(f *fixture){
		"at once":        func(*fixture) {},
		"with a frame":   func(f *fixture) { f.update(t, 0) },
		"with snapshots": func(f *fixture) { check(t, f.animation.Restore(f.animation.AppendSnapshot(nil))) },
	} {
		var shown [2][]float32
		for k := range shown {
			f, e, player := newInertializationFixture(t)
			if n := countUnstored(f.animation, e); n != inertialization.Poses {
				t.Fatalf("%s: %d poses of an idle character are not stored", name, n)
			}
			*player.Inertialization() = withRequest(*player.Inertialization(), 0.3)
			player.Playback().Motion = f.model.Clips[1]
			if k == 1 {
				f.library.RemoveClip(f.model.Clips[0])
			}
			between(f)
			f.update(t, 1.0/60)
			shown[k] = slices.Clone(f.animation.ModelMatrices(e))
		}
		if !sameBits(shown[0], shown[1]) {
			t.Errorf("%s: the character shows something else", name)
		}
	}
}

// The same in another world in which the past poses were restored, and which has shown no frame.
func TestTransitionAwayFromRemovedClipInAnotherWorld(t *testing.T) {
	var shown [2][]float32
	for k := range shown {
		f, e, _ := newInertializationFixture(t)
		snapshot, pose := f.animation.AppendSnapshot(nil), f.localPose(t, e)
		f = newSmoothFixture(t, 5)
		e = f.spawn(t, 0, 0)
		check(t, f.animation.Restore(snapshot))
		if !sameBits(f.localPose(t, e).Locals, pose.Locals) {
			t.Error("right after the restore the character shows another pose")
		}
		player := f.animation.Player(e)
		*player.Inertialization() = withRequest(*player.Inertialization(), 0.3)
		player.Playback().Motion = f.model.Clips[1]
		if k == 1 {
			f.library.RemoveClip(f.model.Clips[0])
		}
		f.update(t, 1.0/60)
		shown[k] = slices.Clone(f.animation.ModelMatrices(e))
	}
	if !sameBits(shown[0], shown[1]) {
		t.Error("the character shows something else")
	}
}

// A character that moves to another place without being moved goes on from its past poses, whether
// they were stored or not, even if the clip that gave them is gone, or if a snapshot was restored
// right before.
func TestRagdollMovesToWithPastPoses(t *testing.T) {
	probe.Serial(t)
	var shown [4][]mgl32.Mat4
	for k := range shown {
		s := &dollStage{t: t, world: ecs.NewWorld(), library: assets.NewLibrary()}
		var err error
		s.model, err = mannequin.New(s.library)
		s.must(err)
		s.bodies, err = ragdoll.Propose(s.library, s.model, ragdoll.Options{Mass: 70})
		s.must(err)
		s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(1))
		s.must(err)
		t.Cleanup(s.animation.Close)
		if k == 1 {
			storeAllPoses(t, s.animation)
		}
		entity, doll := s.spawn(mgl32.Ident4(), "run")
		for range 5 {
			s.update(1.0 / 60)
		}
		if n := countUnstored(s.animation, entity); (n == 0) != (k == 1) {
			t.Fatalf("%d past poses are not stored", n)
		}
		s.must(s.animation.Player(entity).Play(s.model.Clip("walk")))
		if k == 2 {
			s.library.RemoveClip(s.model.Clip("run"))
		}
		if k == 3 { // another world, in which no frame was shown yet
			snapshot := s.animation.AppendSnapshot(nil)
			s = &dollStage{t: t, world: ecs.NewWorld(), library: s.library, model: s.model, bodies: s.bodies}
			s.animation, err = systems.NewAnimation(&s.world, s.library)
			s.must(err)
			t.Cleanup(s.animation.Close)
			entity = s.world.NewEntity()
			s.must(s.animation.Restore(snapshot))
			doll = s.animation.Ragdoll(entity)
		}
		s.must(doll.MoveTo(mgl32.Translate3D(1, 2, 3).Mul4(mgl32.HomogRotate3DY(1))))
		s.must(doll.Stop(0.4))
		s.update(1.0 / 60)
		shown[k] = s.matrices(entity)
	}
	for k := range shown {
		if !slices.Equal(shown[k], shown[0]) {
			t.Errorf("world %d shows another pose", k)
		}
	}
}

// withRequest returns a component that asks for a decay.
func withRequest(c components.Inertialization, duration float64) components.Inertialization {
	c.Begin, c.Duration = true, duration
	return c
}

// A pose of more blend inputs than are remembered is stored.
func TestPastPosesOfManyInputs(t *testing.T) {
	var shown [2][]float32
	for k := range shown {
		f, e, player := newInertializationFixture(t)
		if k == 1 {
			storeAllPoses(t, f.animation)
		}
		for layer := range 4 {
			for clip := range 3 {
				if layer == 0 {
					check(t, player.CrossFade(f.model.Clips[(clip+1)%3], 60, systems.WithRestart()))
				} else {
					check(t, player.Layer(layer).CrossFade(f.model.Clips[clip], 60, systems.WithRestart()))
					check(t, player.Layer(layer).FadeWeight(0.5, 0))
				}
				f.update(t, 1.0/60)
			}
		}
		pool, slot := f.animation.Pool(e)
		if n := len(pool.BlendInputs(slot)); n <= 8 {
			t.Fatalf("%d blend inputs are not many", n)
		}
		if n := countUnstored(f.animation, e); n != 0 {
			t.Errorf("%d past poses are not stored", n)
		}
		check(t, player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization()))
		f.update(t, 1.0/60)
		shown[k] = slices.Clone(f.animation.ModelMatrices(e))
	}
	if !sameBits(shown[0], shown[1]) {
		t.Error("the character shows something else than from stored poses")
	}
}

// A snapshot whose past poses were damaged is an error that tells what is wrong.
func TestDamagedPastPoses(t *testing.T) {
	f, e, _ := newInertializationFixture(t)
	other := newModel(t, f.library, 3, 9)
	mask, err := rig.NewMask("foreign", f.library.Skeleton(other.Skeleton)).Build()
	check(t, err)
	foreign, err := f.library.AddMask(mask)
	check(t, err)
	check(t, f.animation.Player(e).Layer(1).Play(f.model.Clips[0]))
	f.animation.Player(e).Layer(1).LayerComponent().Mask = foreign // so that the snapshot has it
	snapshot := f.animation.AppendSnapshot(nil)
	number := numberIn(t, snapshot, f.library, foreign)
	pool, slot := f.animation.Pool(e)
	const inputSize, poseHead, age, frames = 28, 8, 4, 8
	rows := (*posestore.Pool)(pool)
	row := rows.Row(slot, column.Inertialization)
	size := rows.Rows(column.Inertialization).Size(row, &column.Saving{})
	tail := size - 4 - inertialization.Poses*(poseHead+inputSize+age)
	last := listIn(snapshot) - tail - poseHead - inputSize - age // of the past poses, which have one blend input each
	changed := func(at int, v uint32) []byte {
		c := slices.Clone(snapshot)
		binary.LittleEndian.PutUint32(c[at:], v)
		return withChecksum(c)
	}
	for _, row := range []struct {
		name     string
		snapshot []byte
		want     string
	}{
		{"too many inputs", changed(last, 9), "expected at most 8 blend inputs of a past pose, found 9"},
		{"more inputs than follow", changed(last, 2), "ends too early"},
		{"no numbers of a stored pose", changed(last, math.MaxUint32), "ends too early"},
		{"mask", changed(last+poseHead+12, number), `mask "foreign" of a blend input is for another skeleton`},
		{"end", withChecksum(slices.Concat(snapshot[:last+4], snapshot[listIn(snapshot):])), "ends too early"},
		{"fewer inputs", changed(last, 0), "ends too early"},
		{"too many frames", changed(listIn(snapshot)-tail+4, 9), "expected at most 8 skipped frames of a character, found 9"},
		{"more frames than follow", withChecksum(slices.Concat(
			changed(listIn(snapshot)-tail+4, 2)[:listIn(snapshot)-tail+frames+4], snapshot[listIn(snapshot):])), "ends too early"},
	} {
		if err := f.animation.Restore(row.snapshot); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
	if !bytes.Equal(f.animation.AppendSnapshot(nil), snapshot) {
		t.Error("the state changed")
	}
}
