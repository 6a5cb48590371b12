package solvers

import (
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solving"
)

// LimitSettings are the rows of solve.LimitRows from LimitRest on.
type LimitSettings [(layout.LimitOut - layout.LimitRest) * Lanes]float32

// chainLink is a joint of a chain while it is solved.
type chainLink struct {
	local solve.Local
	model solve.Matrix
}

// solveLinks turns the joints one by one, each within its limits, and computes where this takes
// those below.
func (t *Chain) solveLinks(w *Work, weights *[Lanes]float32, points []solve.Point, lengths [][Lanes]float32,
	target *solve.Point,
) {
	n := len(t.Joints)
	if len(w.links) < n {
		w.links = make([]chainLink, n)
	}
	links := w.links[:n]
	for i, joint := range t.Joints {
		links[i] = chainLink{*w.LocalOf(int(joint)), *w.ModelOf(int(joint))}
	}
	for i, limit := range t.Limits { // the motions may be outside
		if limit != nil {
			w.keepWithin(&links[i], limit)
		}
	}
	if t.IsLimited {
		t.refreshLinks(w, links, 0)
	}
	within := t.within(lengths)
	for range t.Iterations {
		setOrigin(&points[n-1], &links[n-1].model)
		done, all := t.done(&within, weights, &points[n-1], target)
		if all {
			break
		}
		for l, weight := range weights {
			w.orient[layout.OrientWeight*Lanes+l] = solving.Number(weight > 0 && done&(1<<l) == 0)
		}
		if t.TurnsJoints {
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
	for i, joint := range t.Joints[:n-1] {
		copy(from[:], w.LocalOf(int(joint))[:])
		copy(to[:], links[i].local[:])
		var out solve.Quat
		solve.Mix(&out, &from, &to, weights)
		w.setRotation(int(joint), out[:])
	}
}

// turn turns a joint so that what is below it, such as the end of the chain, lies in the direction
// of a point.
func (t *Chain) turn(w *Work, links []chainLink, i int, below *solve.Matrix, to *solve.Point) {
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
	if t.Limits[i] == nil {
		return
	}
	w.keepWithin(link, t.Limits[i])
	for l := range Lanes { // a lane that keeps still must not be limited again, which would round it again
		if rows[layout.OrientWeight*Lanes+l] == 0 {
			for k := range 4 {
				link.local[k*Lanes+l] = before[k*Lanes+l]
			}
		}
	}
}

// keepWithin brings a joint within its limits.
func (w *Work) keepWithin(link *chainLink, limit *LimitSettings) {
	rows := &w.Limit
	copy(rows[:], link.local[:layout.RotationRows*Lanes])
	copy(rows[layout.LimitRest*Lanes:], limit[:])
	solve.Limit(rows)
	copy(link.local[:layout.RotationRows*Lanes], rows[layout.LimitOut*Lanes:])
}

func (t *Chain) parentOf(w *Work, links []chainLink, i int) *solve.Matrix {
	if i == 0 {
		return w.ModelOf(t.RootParent)
	}
	return &links[i-1].model
}

// refreshLink computes the model matrices of a joint, refreshLinks of all joints from one on.
func (t *Chain) refreshLink(w *Work, links []chainLink, i int) {
	solve.ChildModel(&links[i].model, t.parentOf(w, links, i), &links[i].local)
}

func (t *Chain) refreshLinks(w *Work, links []chainLink, i int) {
	for ; i < len(links); i++ {
		t.refreshLink(w, links, i)
	}
}
