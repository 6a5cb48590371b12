package rollback

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
)

// Hit is what a test of a [History] has found.
type Hit struct {
	Entity ecs.Entity
	// Capsule is the index of the capsule in the list that NewHistory got; Joint is its joint.
	Capsule int
	Joint   int32
	// Distance is how far a ray goes to the capsule, in meters; 0 if it begins inside. Of spheres
	// and capsules it is 0.
	Distance float32
	// Depth is how deep a sphere or capsule overlaps the capsule, in meters. Of rays it is 0.
	Depth float32
	// Point is the point on the capsule that was hit, and Normal the direction away from the
	// capsule there, in world space. If a ray begins inside, Point is its origin.
	Point, Normal mgl32.Vec3
}

// moment is a past moment: two ticks, and how far it is from the first to the second, 0 to 1.
type moment struct {
	first, second int
	fraction      float64
}

// moment returns the two ticks next to a time, and false if they are not kept.
func (h *History) moment(tick float64) (m moment, ok bool) {
	oldest, newest := h.Ticks()
	if newest == 0 || !(tick >= float64(oldest)) || !(tick <= float64(newest)) {
		return m, false
	}
	m.first = int(tick)
	m.second, m.fraction = m.first, tick-float64(m.first)
	if m.fraction > 0 {
		m.second++
	}
	return m, true
}

// Ray returns the first capsule that a ray meets within reach, in meters, at a moment in ticks:
// 12.25 is a quarter of the way from tick 12 to tick 13. Between two ticks, the ends of capsules
// move on straight lines; a character is there only if both ticks have it. The direction may have
// any length but 0. Entities to ignore are, for example, the shooter.
//
// It returns false without a hit, and at a moment that is not kept; see [History.Ticks].
func (h *History) Ray(tick float64, origin, direction mgl32.Vec3, reach float32,
	ignore ...ecs.Entity,
) (hit Hit, ok bool) {
	m, ok := h.moment(tick)
	o, d := exact.ToVector(origin), exact.ToVector(direction).Normalized()
	if !ok || !(d.Dot(d) > 0.5) || !o.IsFinite() || !(reach >= 0) {
		return hit, false
	}
	best, axis := float64(reach), [2]exact.Vector{}
	ok = false
	for _, g := range h.groups {
		rows := g.rows(h, m)
		for lane := range g.owners {
			first, second := &g.marks[rows[0]+lane], &g.marks[rows[1]+lane]
			if first.tick != m.first || second.tick != m.second {
				continue
			}
			center := mixed(&first.center, &second.center, m.fraction)
			if !raySphere(o, d, best, center, mix(first.radius, second.radius, m.fraction)) ||
				contains(ignore, g.owners[lane]) {
				continue
			}
			before, after := g.segmentsOf(rows[0]+lane), g.segmentsOf(rows[1]+lane)
			for i := range before {
				p, q := &before[i], &after[i]
				a, b := mixed(&p.a, &q.a, m.fraction), mixed(&p.b, &q.b, m.fraction)
				distance, meets := rayCapsule(o, d, a, b, mix(p.radius, q.radius, m.fraction))
				if meets && (distance < best || !ok && distance <= best) {
					best, axis, ok = distance, [2]exact.Vector{a, b}, true
					hit.Entity, hit.Capsule, hit.Joint = g.owners[lane], g.numbers[i], g.capsules[i].Joint
				}
			}
		}
	}
	if !ok {
		return Hit{}, false
	}
	point := o.Add(d.Scale(best))
	hit.Distance, hit.Point = float32(best), point.Float32()
	hit.Normal = point.Sub(nearest(axis[0], axis[1], point)).Normalized().Float32()
	return hit, true
}

// Sphere returns the capsule that a sphere overlaps deepest, at a moment in ticks; see
// [History.Ray].
func (h *History) Sphere(tick float64, center mgl32.Vec3, radius float32, ignore ...ecs.Entity) (Hit, bool) {
	return h.Capsule(tick, center, center, radius, ignore...)
}

// Capsule returns the capsule that another one overlaps deepest, at a moment in ticks; see
// [History.Ray]. Its axis goes from a to b. A sphere that moves from a to b within a tick is such a
// capsule.
func (h *History) Capsule(tick float64, a, b mgl32.Vec3, radius float32, ignore ...ecs.Entity) (hit Hit, ok bool) {
	m, ok := h.moment(tick)
	from, to, size := exact.ToVector(a), exact.ToVector(b), float64(radius)
	if !ok || !from.IsFinite() || !to.IsFinite() || !(radius >= 0) || !exact.IsFinite(radius) {
		return hit, false
	}
	depth := 0.0
	ok = false
	for _, g := range h.groups {
		rows := g.rows(h, m)
		for lane := range g.owners {
			first, second := &g.marks[rows[0]+lane], &g.marks[rows[1]+lane]
			if first.tick != m.first || second.tick != m.second {
				continue
			}
			center := mixed(&first.center, &second.center, m.fraction)
			gap, reach := center.Sub(nearest(from, to, center)), mix(first.radius, second.radius, m.fraction)+size
			if gap.Dot(gap) > float64(reach*reach) || contains(ignore, g.owners[lane]) {
				continue
			}
			before, after := g.segmentsOf(rows[0]+lane), g.segmentsOf(rows[1]+lane)
			for i := range before {
				p, q := &before[i], &after[i]
				own, other := closest(from, to, mixed(&p.a, &q.a, m.fraction), mixed(&p.b, &q.b, m.fraction))
				away, around := own.Sub(other), mix(p.radius, q.radius, m.fraction)
				if overlap := around + size - away.Length(); overlap > depth || !ok && overlap >= 0 {
					depth, ok = overlap, true
					normal := away.Normalized()
					hit = Hit{
						Entity: g.owners[lane], Capsule: g.numbers[i], Joint: g.capsules[i].Joint,
						Depth: float32(overlap),
						Point: other.Add(normal.Scale(around)).Float32(), Normal: normal.Float32(),
					}
				}
			}
		}
	}
	return hit, ok
}

// JointMatrix returns where a joint was at a moment in ticks: the matrix from the joint's space to
// world space, between two ticks element by element. It returns false if the joint has no capsule
// or the moment is not kept.
func (h *History) JointMatrix(tick float64, entity ecs.Entity, joint int) (matrix rig.Matrix, ok bool) {
	m, ok := h.moment(tick)
	if !ok {
		return matrix, false
	}
	for _, g := range h.groups {
		rows, index := g.rows(h, m), slices.Index(g.joints, int32(joint))
		for lane := range g.owners {
			at := [2]int{rows[0] + lane, rows[1] + lane}
			if index < 0 || g.owners[lane] != entity || g.marks[at[0]].tick != m.first ||
				g.marks[at[1]].tick != m.second {
				continue
			}
			first, second := &g.matrices[at[0]*len(g.joints)+index], &g.matrices[at[1]*len(g.joints)+index]
			for e := range matrix {
				matrix[e] = float32(mix(first[e], second[e], m.fraction))
			}
			return matrix, true
		}
	}
	return matrix, false
}

// rows returns where the lanes of both ticks of a moment begin.
func (g *group) rows(h *History, m moment) [2]int {
	return [2]int{m.first % h.ticks * len(g.owners), m.second % h.ticks * len(g.owners)}
}

// segmentsOf returns the capsules at a place in the ring.
func (g *group) segmentsOf(at int) []segment {
	return g.segments[at*len(g.capsules):][:len(g.capsules)]
}

// mix returns the number at a fraction of the way from a to b.
func mix(a, b float32, fraction float64) float64 {
	return float64(a) + float64(fraction*(float64(b)-float64(a)))
}

func contains(list []ecs.Entity, entity ecs.Entity) bool {
	for _, e := range list {
		if e == entity {
			return true
		}
	}
	return false
}

// enclose returns a sphere around capsules, a little larger than they are.
func enclose(segments []segment) (m mark) {
	low, high := [3]float32{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
		[3]float32{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
	for i := range segments {
		for c := range low {
			a, b := segments[i].a[c], segments[i].b[c]
			low[c], high[c] = min(low[c], a, b), max(high[c], a, b)
		}
	}
	for c := range low {
		m.center[c] = float32(low[c]/2) + float32(high[c]/2)
	}
	center := exact.ToVector(m.center)
	radius := 0.0
	for i := range segments {
		s := &segments[i]
		for _, end := range [...][3]float32{s.a, s.b} {
			radius = max(radius, exact.ToVector(end).Sub(center).Length()+float64(s.radius))
		}
	}
	m.radius = float32(float64(radius * (1 + 1e-6)))
	return m
}
