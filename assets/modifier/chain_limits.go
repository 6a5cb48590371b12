package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// limitSettings are the rows of solve.LimitRows from LimitRest on.
type limitSettings [(layout.LimitOut - layout.LimitRest) * Lanes]float32

// limit returns the settings of a joint's limits. The direction is the axis of a limit that has none.
func (c context) limit(s *JointLimit, joint int, direction mgl32.Vec3) *limitSettings {
	axis := exact.ToVec3(s.Axis)
	if axis == (exact.Vec3{}) && !s.Hinge {
		axis = exact.ToVec3(direction)
	}
	if !axis.IsFinite() || axis.Length() == 0 {
		c.fail("joint %q: the axis must be a finite direction, not %v", s.Joint, s.Axis)
	}
	if !(s.Cone >= 0 && float64(s.Cone) <= math.Pi+1e-6) {
		c.fail("joint %q: the cone must be 0 to π, not %v", s.Joint, s.Cone)
	}
	low, high := float64(s.Twist[0]), float64(s.Twist[1])
	if !(low >= -math.Pi-1e-6 && low <= high && high <= math.Pi+1e-6) {
		c.fail("joint %q: the limits of the twist must ascend and be within -π and π, but are %v", s.Joint, s.Twist)
	}
	if len(c.b.errs) > 0 {
		return nil
	}
	axis = axis.Normalized()
	rest := exact.XYZW(c.b.stack.skeleton.Rest(joint).Rotation)
	numbers := [layout.LimitOut - layout.LimitRest]float32{
		rest[0], rest[1], rest[2], rest[3], float32(axis[0]), float32(axis[1]), float32(axis[2]), 0, -2, -2, 0, 2, 0,
	}
	if s.Hinge {
		numbers[8] = 1
	} else if s.Cone > 0 {
		sin, cos := exact.SinCos(float64(s.Cone) / 2)
		numbers[7], numbers[8] = float32(sin), float32(cos)
	}
	if s.Twist != [2]float32{} {
		for i, angle := range s.Twist {
			sin, cos := exact.SinCos(min(max(float64(angle), -math.Pi), math.Pi) / 2)
			numbers[9+2*i], numbers[10+2*i] = float32(sin), float32(cos)
		}
	}
	t := new(limitSettings)
	for i, x := range numbers {
		for l := range Lanes {
			t[i*Lanes+l] = x
		}
	}
	return t
}

// chainLink is a joint of a chain while it is solved.
type chainLink struct {
	local solve.Local
	model solve.Matrix
}

// solveLinks turns the joints one by one, each within its limits, and computes where this takes those below.
func (t *chain) solveLinks(w *Work, weights *[Lanes]float32, points []solve.Point, lengths [][Lanes]float32, target *solve.Point) {
	n := len(t.joints)
	if len(w.links) < n {
		w.links = make([]chainLink, n)
	}
	links := w.links[:n]
	for i, joint := range t.joints {
		links[i] = chainLink{*w.local(int(joint)), *w.model(int(joint))}
	}
	for i, limit := range t.limits { // the motions may be outside
		if limit != nil {
			w.keepWithin(&links[i], limit)
		}
	}
	if t.isLimited {
		t.refreshLinks(w, links, 0)
	}
	within := t.within(lengths)
	for range t.iterations {
		setOrigin(&points[n-1], &links[n-1].model)
		done, all := t.done(&within, weights, &points[n-1], target)
		if all {
			break
		}
		for l, weight := range weights {
			w.orient[layout.OrientWeight*Lanes+l] = number(weight > 0 && done&(1<<l) == 0)
		}
		if t.method == CCD {
			for i := n - 2; i >= 0; i-- {
				t.turn(w, links, i, &links[n-1].model, target)
				t.refreshLinks(w, links, i)
			}
			continue
		}
		for i := range links {
			setOrigin(&points[i], &links[i].model)
		}
		points[n-1] = *target
		t.reachBack(points, lengths)
		for i := range n - 1 {
			t.refreshLink(w, links, i)
			t.refreshLink(w, links, i+1)
			t.turn(w, links, i, &links[i+1].model, &points[i+1])
		}
		t.refreshLinks(w, links, n-2)
	}
	var from, to solve.Quat
	for i, joint := range t.joints[:n-1] {
		copy(from[:], w.local(int(joint))[:])
		copy(to[:], links[i].local[:])
		var out solve.Quat
		solve.Mix(&out, &from, &to, weights)
		w.setRotation(int(joint), out[:])
	}
}

// turn turns a joint so that what is below it, such as the end of the chain, lies in the direction of a point.
func (t *chain) turn(w *Work, links []chainLink, i int, below *solve.Matrix, to *solve.Point) {
	rows, link := &w.orient, &links[i]
	setOrigin((*solve.Point)(rows[layout.OrientHere*Lanes:]), &link.model)
	copy(rows[layout.OrientThere*Lanes:], to[:])
	clear(rows[layout.OrientMoved*Lanes : layout.OrientOut*Lanes])
	for l := range Lanes {
		rows[(layout.OrientMoved+3)*Lanes+l] = 1
	}
	solve.Orient(rows, t.parentOf(w, links, i), &link.model, below, &link.local)
	before := [layout.RotationRows * Lanes]float32(link.local[:layout.RotationRows*Lanes])
	copy(link.local[:layout.RotationRows*Lanes], rows[layout.OrientOut*Lanes:])
	if t.limits[i] == nil {
		return
	}
	w.keepWithin(link, t.limits[i])
	for l := range Lanes { // a lane that keeps still must not be limited again, which would round it again
		if rows[layout.OrientWeight*Lanes+l] == 0 {
			for k := range 4 {
				link.local[k*Lanes+l] = before[k*Lanes+l]
			}
		}
	}
}

// keepWithin brings a joint within its limits.
func (w *Work) keepWithin(link *chainLink, limit *limitSettings) {
	rows := &w.limit
	copy(rows[:], link.local[:layout.RotationRows*Lanes])
	copy(rows[layout.LimitRest*Lanes:], limit[:])
	solve.Limit(rows)
	copy(link.local[:layout.RotationRows*Lanes], rows[layout.LimitOut*Lanes:])
}

func (t *chain) parentOf(w *Work, links []chainLink, i int) *solve.Matrix {
	if i == 0 {
		return w.model(t.rootParent)
	}
	return &links[i-1].model
}

// refreshLink computes the model matrices of a joint, refreshLinks of all joints from one on.
func (t *chain) refreshLink(w *Work, links []chainLink, i int) {
	solve.ChildModel(&links[i].model, t.parentOf(w, links, i), &links[i].local)
}

func (t *chain) refreshLinks(w *Work, links []chainLink, i int) {
	for ; i < len(links); i++ {
		t.refreshLink(w, links, i)
	}
}
