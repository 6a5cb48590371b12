package systems_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// whereabouts and facing are the components in which the program of these tests keeps places.
type (
	whereabouts struct{ At [3]float64 }
	facing      struct{ Axes mgl32.Mat3 }
)

// ownPlaces is a program that keeps places in its own components.
type ownPlaces struct {
	world        *ecs.World
	whereabouts  generic.Map1[whereabouts]
	facing       generic.Map1[facing]
	asked, moved int
	panics       bool
}

func usePlaces(t testing.TB, world *ecs.World, animation *systems.Animation) *ownPlaces {
	t.Helper()
	p := &ownPlaces{
		world: world, whereabouts: generic.NewMap1[whereabouts](world),
		facing: generic.NewMap1[facing](world),
	}
	check(t, animation.UsePlaces(p, p.ids()...))
	return p
}

func (p *ownPlaces) ids() []arche.ID {
	return []arche.ID{arche.ComponentID[whereabouts](p.world), arche.ComponentID[facing](p.world)}
}

func (p *ownPlaces) Place(entity ecs.Entity) (position [3]float64, axes mgl32.Mat3) {
	if p.asked++; p.panics {
		panic("no place")
	}
	return p.whereabouts.Get(entity).At, p.facing.Get(entity).Axes
}

func (p *ownPlaces) SetPlace(entity ecs.Entity, position [3]float64, axes mgl32.Mat3) {
	p.moved++
	p.whereabouts.Get(entity).At, p.facing.Get(entity).Axes = position, axes
}

// put gives an entity a place.
func (p *ownPlaces) put(entity ecs.Entity, matrix mgl32.Mat4) {
	at := [3]float64{float64(matrix[12]), float64(matrix[13]), float64(matrix[14])}
	p.whereabouts.Assign(entity, &whereabouts{at})
	p.facing.Assign(entity, &facing{matrix.Mat3()})
}

// placesStage is a world whose poses depend on where its entities are.
type placesStage struct {
	*richFixture
	traveler, watcher, sword ecs.Entity
}

func newPlacesStage(t *testing.T) *placesStage {
	t.Helper()
	s := &placesStage{richFixture: newRichFixture(t, 1)}
	stack, err := modifier.New("look", s.skeleton).
		Aim("look", modifier.Aim{Joint: s.skeleton.JointName(1), Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}}).
		Add(s.library)
	check(t, err)
	s.traveler, s.watcher = s.character(t), s.character(t)
	check(t, s.animation.Player(s.traveler).Play(s.clips[1])) // moves its root around a bend
	check(t, s.animation.Player(s.watcher).Play(s.clips[2]))
	s.sword, err = s.animation.Attach(s.traveler, s.skeleton.JointName(3))
	check(t, err)
	check(t, s.animation.Modify(s.watcher, stack))
	check(t, s.animation.Modifier(s.watcher, "look").Follow(s.sword, ""))
	s.transforms.Get(s.traveler).Matrix = mgl32.Translate3D(1, 0.5, -2).Mul4(mgl32.HomogRotate3DY(0.7))
	s.transforms.Get(s.watcher).Matrix = mgl32.Translate3D(-3, 0, 1).Mul4(mgl32.Scale3D(2, 2, 2))
	return s
}

func (s *placesStage) entities() []ecs.Entity { return []ecs.Entity{s.traveler, s.watcher, s.sword} }

// compare fails unless all poses and Transforms of two stages are equal, bit by bit.
func (s *placesStage) compare(t *testing.T, frame int, other *placesStage) {
	t.Helper()
	for i, e := range s.entities() {
		o := other.entities()[i]
		if *s.transforms.Get(e) != *other.transforms.Get(o) {
			t.Fatalf("frame %d, entity %d: the Transform is\n%vby places and\n%vwithout", frame, i,
				s.transforms.Get(e).Matrix, other.transforms.Get(o).Matrix)
		}
		if !sameBits(s.animation.ModelMatrices(e), other.animation.ModelMatrices(o)) {
			t.Fatalf("frame %d, entity %d: another pose by places", frame, i)
		}
	}
}

// Places in components of the program give the poses that the same Transforms give, bit by bit.
// Root motion and attachments are written back, and nothing else is.
func TestPlacesGiveThePosesOfTransforms(t *testing.T) {
	s, other := newPlacesStage(t), newPlacesStage(t)
	p := usePlaces(t, &s.world, s.animation)
	for _, e := range s.entities() {
		p.put(e, s.transforms.Get(e).Matrix)
		if e != s.sword {
			s.transforms.Get(e).Matrix = mgl32.Translate3D(7, 7, 7) // is lost
		}
	}
	transforms := generic.NewMap1[components.Transform](&s.world)
	transforms.Remove(s.watcher) // it gets one
	start := p.whereabouts.Get(s.traveler).At
	for frame := range 40 {
		if frame == 20 { // the program moves one itself
			p.whereabouts.Get(s.watcher).At[0]++
			other.transforms.Get(other.watcher).Matrix[12]++
		}
		s.update(t, 0.07)
		other.update(t, 0.07)
		s.compare(t, frame, other)
		for i, e := range s.entities() {
			at, matrix := p.whereabouts.Get(e).At, &s.transforms.Get(e).Matrix
			for axis := range at {
				if float32(at[axis]) != matrix[12+axis] {
					t.Fatalf("frame %d, entity %d: the place is %v, the Transform\n%v", frame, i, at, matrix)
				}
			}
			if p.facing.Get(e).Axes != matrix.Mat3() {
				t.Fatalf("frame %d, entity %d: the axes are %v, the Transform\n%v", frame, i, p.facing.Get(e).Axes, matrix)
			}
		}
	}
	if start == p.whereabouts.Get(s.traveler).At {
		t.Error("the traveler did not move")
	}
	p.moved = 0
	s.update(t, 0)
	if p.moved != 0 {
		t.Errorf("%d places were written in a frame in which nothing moved", p.moved)
	}
	if n := testing.AllocsPerRun(20, func() { s.update(t, 0.01) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
	check(t, s.animation.UsePlaces(nil))
	p.asked = 0
	s.update(t, 0.01)
	if p.asked != 0 {
		t.Errorf("%d places were asked for after UsePlaces(nil)", p.asked)
	}
}

// Positions in float64 stay exact far from the first origin: ShiftOrigin moves Transforms alone,
// and root motion adds to the position what it moves.
func TestPlacesFarFromTheOrigin(t *testing.T) {
	s := newPlacesStage(t)
	p := usePlaces(t, &s.world, s.animation)
	s.update(t, 0)
	check(t, s.animation.ShiftOrigin([3]float64{1 << 24, 0, 1 << 20}))
	p.put(s.traveler, mgl32.Ident4())
	p.whereabouts.Get(s.traveler).At = [3]float64{1<<24 + 0.1234567891, 0, 1<<20 - 0.25}
	s.update(t, 0)
	if at := s.position(s.traveler); at != (mgl32.Vec3{0.1234567891, 0, -0.25}) {
		t.Errorf("the Transform is at %v", at)
	}
	before := p.whereabouts.Get(s.traveler).At
	check(t, s.animation.ShiftOrigin([3]float64{-2, 0, 0.5}))
	if p.whereabouts.Get(s.traveler).At != before {
		t.Errorf("ShiftOrigin moved the position to %v", p.whereabouts.Get(s.traveler).At)
	}
	from := mgl32.Vec3{float32(before[0] - (1<<24 - 2)), 0, float32(before[2] - (1<<20 + 0.5))}
	if at := s.position(s.traveler); at.Sub(from).Len() > 1e-6 {
		t.Errorf("the Transform is at %v after a shift, expected %v", at, from)
	}
	s.update(t, 0.1)
	moved := s.position(s.traveler).Sub(from)
	after := p.whereabouts.Get(s.traveler).At
	if moved.Len() < 1e-3 {
		t.Fatalf("the traveler moved by %v", moved)
	}
	for i := range after {
		if d := after[i] - before[i] - float64(moved[i]); math.Abs(d) > 1e-8 {
			t.Errorf("axis %d: the position moved by %v, the Transform by %v", i, after[i]-before[i], moved[i])
		}
	}
}

// Systems of OnRootMotion move characters in the components of the program, in the same frame, in
// whatever order levels of detail, places and they were set up; Manual root motion is left to them.
func TestPhysicsMovesPlaces(t *testing.T) {
	for _, order := range []string{"places, detail, physics", "detail, physics, places", "physics, places, detail"} {
		s := newPlacesStage(t)
		var p *ownPlaces
		seen := [3]float64{}
		for what := range strings.SplitSeq(order, ", ") {
			switch what {
			case "places":
				p = usePlaces(t, &s.world, s.animation)
			case "detail":
				check(t, s.animation.DetailByView(systems.DefaultDetail()))
			default:
				check(t, s.animation.OnRootMotion(custom{"Physics", func(*ecs.Frame) {
					at := &p.whereabouts.Get(s.traveler).At
					seen, at[1] = *at, 9
				}}))
			}
		}
		p.put(s.traveler, mgl32.Ident4())
		s.update(t, 0.3)
		if seen == [3]float64{} {
			t.Errorf("%s: physics does not see the root motion", order)
		}
		if at := s.position(s.traveler); at[1] != 9 || at[0] != float32(seen[0]) || at[2] != float32(seen[2]) {
			t.Errorf("%s: physics saw %v and the Transform is at %v", order, seen, at)
		}
		sword := s.position(s.sword)
		if sword[1] < 5 {
			t.Errorf("%s: the sword is at %v", order, sword)
		}
	}
}

// A rollback session that has the components of the program brings places back, and with them
// poses; without them they stay, and the Transforms of a snapshot count for nothing.
func TestPlacesRollBack(t *testing.T) {
	s := newPlacesStage(t)
	p := usePlaces(t, &s.world, s.animation)
	for _, e := range s.entities() {
		p.put(e, s.transforms.Get(e).Matrix)
	}
	session, err := rollback.NewSession(s.animation)
	check(t, err)
	check(t, rollback.Register[whereabouts](session))
	check(t, rollback.Register[facing](session))
	s.update(t, 0.1)
	check(t, session.Rehearse(3, func() error { return s.animation.Update(0.05) }))
	before, alone := *s.transforms.Get(s.traveler), s.animation.AppendSnapshot(nil)
	snapshot, err := session.AppendSnapshot(nil)
	check(t, err)
	s.update(t, 0.4)
	after := *s.transforms.Get(s.traveler)
	if after == before {
		t.Fatal("the traveler does not move")
	}
	check(t, session.Restore(snapshot))
	s.update(t, 0)
	if *s.transforms.Get(s.traveler) != before {
		t.Errorf("restored\n%v, expected\n%v", s.transforms.Get(s.traveler).Matrix, before.Matrix)
	}
	s.update(t, 0.4)
	if *s.transforms.Get(s.traveler) != after {
		t.Errorf("played again\n%v, expected\n%v", s.transforms.Get(s.traveler).Matrix, after.Matrix)
	}
	check(t, s.animation.Restore(alone))
	s.update(t, 0)
	if *s.transforms.Get(s.traveler) != after {
		t.Error("a snapshot without the program's components moved a character that is placed by them")
	}
}

// MoveTo of a ragdoll moves the place as well.
func TestMoveToMovesPlaces(t *testing.T) {
	probe.Serial(t)
	s := newFarStage(t)
	p := usePlaces(t, &s.world, s.animation)
	p.put(s.doll, s.transform.Get(s.doll).Matrix)
	check(t, s.animation.Update(0))
	to := mgl32.Translate3D(3, 1, 2).Mul4(mgl32.HomogRotate3DY(1))
	check(t, s.animation.Ragdoll(s.doll).MoveTo(to))
	check(t, s.animation.Update(0))
	if s.transform.Get(s.doll).Matrix != to || p.whereabouts.Get(s.doll).At != [3]float64{3, 1, 2} {
		t.Errorf("the doll is at %v, its Transform is\n%v", p.whereabouts.Get(s.doll).At, s.transform.Get(s.doll).Matrix)
	}
}

// UsePlaces either changes everything or nothing, and a method of the program that panics leaves
// the world as after any other system's panic.
func TestWrongPlacesAreErrors(t *testing.T) {
	s := newPlacesStage(t)
	before := s.animation.Schedule().Names()
	p := &ownPlaces{world: &s.world, whereabouts: generic.NewMap1[whereabouts](&s.world)}
	p.facing = generic.NewMap1[facing](&s.world)
	if err := s.animation.UsePlaces(p); err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("no components: %v", err)
	}
	if err := s.animation.UsePlaces(nil, p.ids()...); !errors.Is(err, systems.ErrNil) {
		t.Errorf("no places: %v", err)
	}
	check(t, s.animation.UsePlaces(nil))
	check(t, s.animation.Schedule().Remove(systems.AtAttach))
	if err := s.animation.UsePlaces(p, p.ids()...); !errors.Is(err, ecs.ErrNoSystem) {
		t.Errorf("without Attach: %v", err)
	}
	if got := s.animation.Schedule().Names(); len(got) != len(before)-1 {
		t.Errorf("the schedule is %v after an error", got)
	}
	var inFrame error
	check(t, s.animation.Schedule().Add(custom{"Late", func(*ecs.Frame) {
		inFrame = s.animation.UsePlaces(p, p.ids()...)
	}}))
	s.update(t, 0.1)
	if !errors.Is(inFrame, systems.ErrBusy) {
		t.Errorf("in a frame: %v", inFrame)
	}

	s = newPlacesStage(t)
	p = usePlaces(t, &s.world, s.animation)
	p.put(s.traveler, mgl32.Ident4())
	p.panics = true
	found := panicOf(t, func() { _ = s.animation.Update(0.1) })
	if found == nil || found.System != string(systems.AtReadPlaces) {
		t.Errorf("a panic of Place: %v", found)
	}
	p.panics = false
	for _, at := range [][3]float64{{math.NaN()}, {math.Inf(1)}, {1e300, 0, -1e300}} {
		p.whereabouts.Get(s.traveler).At = at
		s.update(t, 0.1)
	}
	s.animation.Close()
	if err := s.animation.UsePlaces(p, p.ids()...); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// Pairs move the places of the program as they move Transforms: at once, on the way, and with root
// motion of the leader.
func TestPairsMovePlaces(t *testing.T) {
	for _, move := range []float64{0, 0.2} {
		s, other := newPlacesStage(t), newPlacesStage(t)
		p := usePlaces(t, &s.world, s.animation)
		for _, e := range s.entities() {
			p.put(e, s.transforms.Get(e).Matrix)
		}
		paired := motion.Paired{Name: "pair", Roles: []motion.Role{
			{Name: "a", Motion: s.clips[1], Place: mgl32.Ident4()},
			{Name: "b", Motion: s.clips[1], Place: mgl32.Translate3D(1, 0, 2).Mul4(mgl32.HomogRotate3DY(2))},
		}}
		anchor := mgl32.Translate3D(4, 0, 5).Mul4(mgl32.HomogRotate3DY(1))
		options := systems.PairOptions{Move: move, Mode: assets.Loop, Anchor: &anchor}
		for _, stage := range []*placesStage{s, other} {
			stage.update(t, 0.1)
			_, err := stage.animation.PlayTogether(&paired,
				map[string]ecs.Entity{"a": stage.traveler, "b": stage.watcher}, options)
			check(t, err)
		}
		for frame := range 40 {
			s.update(t, 1.0/60)
			other.update(t, 1.0/60)
			s.compare(t, frame, other)
			at, want := p.whereabouts.Get(s.watcher).At, other.transforms.Get(other.watcher).Matrix
			if float32(at[0]) != want[12] || float32(at[2]) != want[14] {
				t.Fatalf("frame %d: the program has the second one at %v, want %v", frame, at, want.Col(3))
			}
		}
	}
}
