package systems_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// springStack adds a stack with a spring for the longest chain of a model's joints, and one without
// state.
func springStack(t testing.TB, library *assets.Library, model *assets.Model) id.ModifierStack {
	t.Helper()
	settings := springSettings(library, model)
	id, err := modifier.New("springs", library.Skeleton(model.Skeleton)).Spring("swing", settings).
		Func("turn", func(p *modifier.Pose) {
			local := p.Local(0)
			local.Translation[1] += p.Delta()
			p.SetLocal(0, local)
		}, settings.Joints[0]).Add(library)
	check(t, err)
	return id
}

// springSettings returns a spring for the longest chain of a model's joints.
func springSettings(library *assets.Library, model *assets.Model) modifier.SpringSettings {
	skeleton := library.Skeleton(model.Skeleton)
	var chain []string
	for j := range skeleton.Len() {
		var names []string
		for at := j; at >= 0; at = skeleton.Parent(at) {
			names = append(names, skeleton.JointName(at))
		}
		if len(names) > len(chain) {
			chain = names
		}
	}
	slices.Reverse(chain)
	return modifier.SpringSettings{
		Joints: chain, Spring: modifier.Spring{Stiffness: 0.7, Drag: 0.3, Gravity: 0.4, HitRadius: 0.01}, Teleport: 50,
		Colliders: []modifier.Collider{{Joint: chain[0], Offset: mgl32.Vec3{0, -0.3, 0}, Radius: 0.2}},
	}
}

// swinging is a crowd with springs whose characters move by a script.
type swinging struct {
	*fixture
	crowd      []ecs.Entity
	frame      int
	transforms generic.Map1[components.Transform]
}

func newSwinging(t testing.TB, workers int) *swinging {
	t.Helper()
	s := &swinging{fixture: newFixture(t, 9, systems.WithWorkers(workers))}
	s.transforms = generic.NewMap1[components.Transform](&s.world)
	stack := springStack(t, s.library, s.model)
	for i := range 21 {
		e := s.spawn(t, i%2, float64(i)/7)
		check(t, s.animation.Modify(e, stack))
		check(t, s.animation.Modifier(e, "swing").Fade(1, float64(i%3)))
		check(t, s.animation.EnableModelMatrices(e))
		s.crowd = append(s.crowd, e)
	}
	return s
}

// step moves the characters and runs a frame.
func (s *swinging) step(t testing.TB) {
	t.Helper()
	s.frame++
	for i, e := range s.crowd {
		at := float64(s.frame)*0.11 + float64(i)
		m := mgl32.Translate3D(float32(math.Sin(at)), 0, float32(math.Cos(at))).Mul4(mgl32.HomogRotate3DY(float32(at)))
		s.transforms.Get(e).Matrix = m
	}
	random := rand.New(rand.NewPCG(uint64(s.frame), 1))
	s.update(t, []float64{1.0 / 60, 1.0 / 30, 1.0 / 144, 0, 0.3}[random.IntN(5)])
}

// matrices returns the model matrices of all characters.
func (s *swinging) matrices() (all []float32) {
	for _, e := range s.crowd {
		all = append(all, s.animation.ModelMatrices(e)...)
	}
	return all
}

func equalBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// The bits of springs do not depend on the number of workers.
func TestSpringsAndWorkers(t *testing.T) {
	one, four := newSwinging(t, 1), newSwinging(t, 4)
	for range 100 {
		one.step(t)
		four.step(t)
		if !equalBits(one.matrices(), four.matrices()) {
			t.Fatalf("frame %d: 4 workers make another pose than 1", one.frame)
		}
	}
}

// A snapshot in the middle of a swing is restored to the last bit, in the same world and in another
// one, also after characters changed their slots, and replays have the same bits.
func TestSnapshotsOfSwings(t *testing.T) {
	s, other := newSwinging(t, 1), newSwinging(t, 4)
	for range 40 {
		s.step(t)
	}
	snapshot, frame := s.animation.AppendSnapshot(nil), s.frame
	var want [][]float32
	for range 50 {
		s.step(t)
		want = append(want, s.matrices())
	}
	still := newSwinging(t, 1)
	for range 40 {
		still.step(t)
	}
	for _, e := range still.crowd {
		check(t, still.animation.ResetModifiers(e))
	}
	still.step(t)
	if equalBits(still.matrices(), want[0]) {
		t.Error("without what the springs remember the poses are the same: this tests nothing")
	}
	for range 7 {
		other.step(t)
	}
	for _, w := range []*swinging{s, other} {
		check(t, w.animation.Restore(snapshot))
		if again := w.animation.AppendSnapshot(nil); !bytes.Equal(again, snapshot) {
			t.Fatal("a snapshot of the restored state differs")
		}
		w.frame = frame
		for i := range want {
			w.step(t)
			if !equalBits(w.matrices(), want[i]) {
				t.Fatalf("frame %d after the snapshot has other poses", i)
			}
		}
	}
}

// Springs go on when others leave, and begin anew after a reset, with another stack, and after a
// second without a pose.
func TestSpringsKeepTheirState(t *testing.T) {
	moves := func(change func(s *swinging)) []float32 {
		s := newSwinging(t, 1)
		for range 40 {
			s.step(t)
		}
		s.frame = 1000 // the same script for all
		change(s)
		s.step(t)
		return s.animation.ModelMatrices(s.crowd[len(s.crowd)-1])
	}
	plain := moves(func(*swinging) {})
	if left := moves(func(s *swinging) {
		for _, e := range s.crowd[:3] {
			s.world.RemoveEntity(e)
		}
		for i := range 3 { // the script moves each character by its index, which the others keep
			s.crowd[i] = s.spawn(t, 0, 0)
		}
	}); !equalBits(plain, left) {
		t.Error("a character whose slot changed has another pose")
	}
	for name, change := range map[string]func(s *swinging){
		"reset": func(s *swinging) {
			for _, e := range s.crowd {
				check(t, s.animation.ResetModifiers(e))
			}
		},
		"stack": func(s *swinging) {
			stack := springStack(t, s.library, s.model)
			for _, e := range s.crowd {
				check(t, s.animation.Modify(e, stack))
				check(t, s.animation.Modifier(e, "swing").Fade(1, 0))
			}
		},
		"weight": func(s *swinging) {
			for _, weight := range []float32{0, 1} {
				for _, e := range s.crowd {
					check(t, s.animation.Modifier(e, "swing").Fade(weight, 0))
				}
				if weight == 0 {
					s.step(t)
					s.frame--
				}
			}
		},
	} {
		if equalBits(plain, moves(change)) {
			t.Errorf("%s: the springs did not begin anew", name)
		}
	}
}

// A frame with springs allocates nothing.
func TestSpringsAllocateNothing(t *testing.T) {
	s := newSwinging(t, 1)
	for range 5 {
		s.step(t)
	}
	if n := testing.AllocsPerRun(50, func() { s.update(t, 1.0/60) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
