package solvers

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/feet"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/springs"
	"github.com/sinew-go/sinew/internal/solving"
)

// FootSolver places feet on the ground.
type FootSolver struct {
	GoalIndex                       int
	First                           int // index of the first foot in the stack
	Pelvis, PelvisParent            int
	PelvisHalfLife, ReleaseHalfLife float64
	Legs                            []FootLeg
	Read, Change                    []int16
}

// FootLeg is the compiled form of one leg of foot placement.
type FootLeg struct {
	Ground                              int // index of the goal
	Root, Middle, End, Toe              int // the toe is the end if there is none
	RootParent, MiddleParent, EndParent int
	ToeParent                           int
	BendsToe                            bool
	Rest                                mgl32.Vec3 // the toe in the rest pose
	Setting                             feet.Setting
	Down, Lift                          string
}

// The numbers that are remembered for each character: of the pelvis first, then of each foot.
const (
	pelvisState = layout.PelvisStateRows
	footState   = layout.FootStateRows
)

func (t *FootSolver) goal() int { return t.GoalIndex }

func (t *FootSolver) reads() []int16 { return t.Read }

func (t *FootSolver) changes() []int16 { return t.Change }

func (t *FootSolver) stateSize() int { return pelvisState + footState*len(t.Legs) }

// probes returns the feet, of the solver at its place in a stack.
func (t *FootSolver) probes(p *placed) []solving.FootProbe {
	probes := make([]solving.FootProbe, len(t.Legs))
	for k := range t.Legs {
		leg := &t.Legs[k]
		probes[k] = solving.FootProbe{
			Goal: leg.Ground, Owner: t.GoalIndex, End: leg.End, Down: leg.Down, Lift: leg.Lift,
			State: p.own + pelvisState + footState*k, Rest: leg.Rest, Far: 2 * leg.Setting[layout.FootLength*Lanes],
			OffLevel: p.offLevel, Level: p.state,
		}
	}
	return probes
}

// feetWork is memory for foot placement.
type feetWork struct {
	rows     []float32 // the state, by number and lane
	none     []float32 // state of lanes without feet
	frame    feet.Frame
	hasFrame bool
	ground   feet.Ground
	planted  []feet.Planted
	moved    feet.Moved
	bent     feet.Bent
	toe      [layout.RotationRows * Lanes]float32
	time     feet.Time
	timeOf   *FootSolver // whose half-lives are in time
	deltas   [Lanes]float32
}

// noFoot has no limits for the pelvis.
var noFoot = func() (p feet.Planted) {
	for l := range Lanes {
		p[layout.PlantedLowest*Lanes+l], p[layout.PlantedLowestLocked*Lanes+l], p[layout.PlantedRise*Lanes+l] =
			math.MaxFloat32, math.MaxFloat32, math.MaxFloat32
		p[layout.PlantedValid*Lanes+l] = 1
	}
	return p
}()

var noGround solving.FootGround

func (t *FootSolver) solve(w *Work, weights *[Lanes]float32, state int) {
	s := &w.feet
	size := t.stateSize()
	if len(s.none) < size {
		s.none, s.rows = make([]float32, size), make([]float32, size*Lanes)
	}
	if len(s.planted) < len(t.Legs) {
		s.planted = make([]feet.Planted, len(t.Legs))
	}
	var from, grounds [Lanes][]float32
	for l, weight := range weights {
		from[l] = s.none[:size]
		if weight > 0 {
			from[l] = w.State[l][state : state+size]
		}
	}
	rows := s.rows[:size*Lanes]
	springs.Gather(rows, &from)
	t.setTime(w, s)
	if !s.hasFrame {
		feet.NewFrame(&s.frame, w.world())
		s.hasFrame = true
	}
	before := &noFoot
	for i := range t.Legs {
		for l, weight := range weights {
			grounds[l] = noGround[:]
			if k := t.First + i; weight > 0 && k < len(w.Ground[l]) {
				grounds[l] = w.Ground[l][k][:]
			}
		}
		springs.Gather(s.ground[:], &grounds)
		leg := t.Legs[i].joints(w)
		t.setOthers(s, rows, i)
		feet.Plant(&s.planted[i], &t.Legs[i].Setting, (*feet.State)(rows[(pelvisState+footState*i)*Lanes:]), &s.ground,
			before, &s.frame, w.world(), &leg, &s.time)
		before = &s.planted[i]
	}
	pelvis := w.LocalOf(t.Pelvis)
	feet.Pelvis(&s.moved, &t.Legs[0].Setting, (*feet.PelvisState)(rows), before, &s.time, weights,
		w.ModelOf(t.PelvisParent), pelvis)
	copy(pelvis[layout.LocalTranslation*Lanes:layout.LocalScale*Lanes], s.moved[layout.PelvisTranslation*Lanes:])
	for i := range t.Legs {
		leg := t.Legs[i].joints(w)
		feet.Bend(&s.bent, &t.Legs[i].Setting, &s.planted[i], &s.moved, &leg)
		w.setRotation(t.Legs[i].Root, s.bent[layout.BentRoot*Lanes:])
		w.setRotation(t.Legs[i].Middle, s.bent[layout.BentMiddle*Lanes:])
		w.setRotation(t.Legs[i].End, s.bent[layout.BentEnd*Lanes:layout.BentGround*Lanes])
		if t.Legs[i].BendsToe && isAbove0(s.bent[layout.BentToeWeight*Lanes:]) {
			feet.BendToe(&s.toe, &t.Legs[i].Setting, &s.bent, leg.End, w.ModelOf(t.Legs[i].ToeParent),
				w.LocalOf(t.Legs[i].Toe))
			w.setRotation(t.Legs[i].Toe, s.toe[:])
		}
		copy(rows[(pelvisState+footState*i)*Lanes:], s.planted[i][layout.PlantedState*Lanes:][:footState*Lanes])
	}
	copy(rows, s.moved[layout.PelvisState*Lanes:layout.PelvisMove*Lanes])
	springs.Scatter(&from, rows)
	for l, weight := range weights {
		if weight > 0 && !(s.moved[layout.PelvisWeight*Lanes+l] > 0) { // a number is not finite
			clear(from[l])
		}
	}
	clear(s.none)
}

// setOthers tells a foot how far the lowest of the others is lifted: in this frame those before it,
// in the frame before those after it.
func (t *FootSolver) setOthers(s *feetWork, rows []float32, i int) {
	lowest := (*springs.Row)(rows[(pelvisState+footState*i+layout.FootStateOthers)*Lanes:])
	if len(t.Legs) == 1 {
		*lowest = springs.Row{}
		return
	}
	for l := range lowest {
		lowest[l] = math.MaxFloat32
	}
	for k := range t.Legs {
		var above *springs.Row
		switch {
		case k < i:
			above = (*springs.Row)(s.planted[k][(layout.PlantedState+layout.FootStateAbove)*Lanes:])
		case k > i:
			above = (*springs.Row)(rows[(pelvisState+footState*k+layout.FootStateAbove)*Lanes:])
		default:
			continue
		}
		for l, height := range above {
			lowest[l] = min(lowest[l], height)
		}
	}
}

// isAbove0 reports whether one of the numbers is above 0.
func isAbove0(numbers []float32) bool {
	for _, x := range numbers {
		if x > 0 {
			return true
		}
	}
	return false
}

func (leg *FootLeg) joints(w *Work) feet.Leg {
	return feet.Leg{
		RootParent: w.ModelOf(leg.RootParent), Root: w.ModelOf(leg.Root), MiddleParent: w.ModelOf(leg.MiddleParent),
		Middle:    w.ModelOf(leg.Middle),
		EndParent: w.ModelOf(leg.EndParent), End: w.ModelOf(leg.End), Toe: w.ModelOf(leg.Toe),
		RootLocal: w.LocalOf(leg.Root), MiddleLocal: w.LocalOf(leg.Middle), EndLocal: w.LocalOf(leg.End),
	}
}

// setTime sets the time of a frame for each lane.
func (t *FootSolver) setTime(w *Work, s *feetWork) {
	if s.timeOf == t && s.deltas == w.Delta {
		return
	}
	s.timeOf, s.deltas = t, w.Delta
	for l, delta := range w.Delta {
		if !(delta > 0) || !exact.IsFinite(delta) {
			delta = 0
		}
		s.time[layout.FeetSeconds*Lanes+l] = delta
		s.time[layout.FeetSlideKept*Lanes+l] = float32(halved(float64(delta) / t.ReleaseHalfLife))
		s.time[layout.FeetDecay*Lanes+l] = float32(halved(2 * float64(delta) / t.PelvisHalfLife))
		s.time[layout.FeetRate*Lanes+l] = float32(2 * math.Ln2 / t.PelvisHalfLife)
	}
}

// halved returns 2 to the power of -x, for x of at least 0: what remains after x half-lives.
func halved(x float64) float64 {
	whole := math.Floor(x)
	if whole > 200 {
		return 0
	}
	t, sum := -float64((x-whole)*math.Ln2), 1.0
	for i := 14; i > 0; i-- { // the series of the exponential function
		sum = 1 + float64(float64(t*sum)/float64(i))
	}
	return math.Ldexp(sum, -int(whole))
}
