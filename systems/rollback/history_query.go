package rollback

import (
	"math"

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
	// Distance is how far a ray goes to the capsule, in meters; 0 if it begins inside. Of spheres and capsules it is
	// 0.
	Distance float32
	// Depth is how deep a sphere or capsule overlaps the capsule, in meters. Of rays it is 0.
	Depth float32
	// Point is the point on the capsule that was hit, and Normal the direction away from the capsule there, in world
	// space. If a ray begins inside, Point is its origin.
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

// Ray returns the first capsule that a ray meets within reach, in meters, at a moment in ticks: 12.25 is a quarter of
// the way from tick 12 to tick 13. Between two ticks, the ends of capsules move on straight lines; a character is there
// only if both ticks have it. The direction may have any length but 0. Entities to ignore are, for example, the shooter.
//
// It returns false without a hit, and at a moment that is not kept; see [History.Ticks].
func (h *History) Ray(tick float64, origin, direction mgl32.Vec3, reach float32, ignore ...ecs.Entity) (hit Hit, ok bool) {
	m, ok := h.moment(tick)
	o, d := exact.ToVec3(origin), exact.ToVec3(direction).Normalized()
	if !ok || !(d.Dot(d) > 0.5) || !o.IsFinite() || !(reach >= 0) {
		return hit, false
	}
	best, found := float64(reach), segment64{}
	ok = false
	for _, g := range h.groups {
		for lane := range g.owners {
			center, radius, at, there := g.sphere(h, lane, m)
			if !there || !raySphere(o, d, best, center, radius) || contains(ignore, g.owners[lane]) {
				continue
			}
			for i := range g.capsules {
				s := g.segment(i, at, m.fraction)
				if distance, meets := s.ray(o, d); meets && (distance < best || !ok && distance <= best) {
					best, found, ok = distance, s, true
					hit.Entity, hit.Capsule, hit.Joint = g.owners[lane], g.numbers[i], g.capsules[i].Joint
				}
			}
		}
	}
	if !ok {
		return Hit{}, false
	}
	point := o.AddScaled(best, d)
	away := point.Sub(found.nearest(point)).Normalized()
	hit.Distance, hit.Point, hit.Normal = float32(best), point.Float32(), away.Float32()
	return hit, true
}

// Sphere returns the capsule that a sphere overlaps deepest, at a moment in ticks; see [History.Ray].
func (h *History) Sphere(tick float64, center mgl32.Vec3, radius float32, ignore ...ecs.Entity) (Hit, bool) {
	return h.Capsule(tick, center, center, radius, ignore...)
}

// Capsule returns the capsule that another one overlaps deepest, at a moment in ticks; see [History.Ray]. Its axis goes
// from a to b. A sphere that moves from a to b within a tick is such a capsule.
func (h *History) Capsule(tick float64, a, b mgl32.Vec3, radius float32, ignore ...ecs.Entity) (hit Hit, ok bool) {
	m, ok := h.moment(tick)
	own := segment64{exact.ToVec3(a), exact.ToVec3(b), float64(radius)}
	if !ok || !own.a.IsFinite() || !own.b.IsFinite() || !(radius >= 0) || !exact.IsFinite(radius) {
		return hit, false
	}
	depth := 0.0
	ok = false
	for _, g := range h.groups {
		for lane := range g.owners {
			center, around, at, there := g.sphere(h, lane, m)
			if !there {
				continue
			}
			gap := center.Sub(own.nearest(center))
			if reach := around + own.radius; gap.Dot(gap) > float64(reach*reach) || contains(ignore, g.owners[lane]) {
				continue
			}
			for i := range g.capsules {
				s := g.segment(i, at, m.fraction)
				onOwn, onOther := closest(own, s)
				away := onOwn.Sub(onOther)
				if overlap := s.radius + own.radius - away.Length(); overlap > depth || !ok && overlap >= 0 {
					depth, ok = overlap, true
					normal := away.Normalized()
					hit = Hit{
						Entity: g.owners[lane], Capsule: g.numbers[i], Joint: g.capsules[i].Joint, Depth: float32(overlap),
						Point: onOther.AddScaled(s.radius, normal).Float32(), Normal: normal.Float32(),
					}
				}
			}
		}
	}
	return hit, ok
}

// JointMatrix returns where a joint was at a moment in ticks: the matrix from the joint's space to world space, between
// two ticks element by element. It returns false if the joint has no capsule or the moment is not kept.
func (h *History) JointMatrix(tick float64, entity ecs.Entity, joint int) (matrix rig.Matrix, ok bool) {
	m, ok := h.moment(tick)
	if !ok {
		return matrix, false
	}
	for _, g := range h.groups {
		for lane := range g.owners {
			if g.owners[lane] != entity {
				continue
			}
			_, _, at, there := g.sphere(h, lane, m)
			for i, own := range g.joints {
				if !there || int(own) != joint {
					continue
				}
				first, second := &g.matrices[at[0]*len(g.joints)+i], &g.matrices[at[1]*len(g.joints)+i]
				for e := range matrix {
					matrix[e] = float32(mix(first[e], second[e], m.fraction))
				}
				return matrix, true
			}
		}
	}
	return matrix, false
}

// sphere returns the sphere around a character at a moment, and its places in the ring. There is false if the character
// is not in both ticks.
func (g *group) sphere(h *History, lane int, m moment) (center exact.Vec3, radius float64, at [2]int, there bool) {
	at = [2]int{m.first%h.ticks*len(g.owners) + lane, m.second%h.ticks*len(g.owners) + lane}
	first, second := &g.marks[at[0]], &g.marks[at[1]]
	if first.tick != m.first || second.tick != m.second {
		return center, 0, at, false
	}
	for c := range center {
		center[c] = mix(first.center[c], second.center[c], m.fraction)
	}
	return center, mix(first.radius, second.radius, m.fraction), at, true
}

// segment returns a capsule at a moment.
func (g *group) segment(i int, at [2]int, fraction float64) (s segment64) {
	first, second := &g.segments[at[0]*len(g.capsules)+i], &g.segments[at[1]*len(g.capsules)+i]
	for c := range s.a {
		s.a[c] = mix(first.a[c], second.a[c], fraction)
		s.b[c] = mix(first.b[c], second.b[c], fraction)
	}
	s.radius = mix(first.radius, second.radius, fraction)
	return s
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

// raySphere reports whether a ray meets a sphere within reach. It is only a little generous.
func raySphere(o, d exact.Vec3, reach float64, center exact.Vec3, radius float64) bool {
	to := center.Sub(o)
	along := to.Dot(d)
	if along < -radius || along-radius > reach {
		return false
	}
	return to.Dot(to)-float64(along*along) <= float64(radius*radius)+1e-9*to.Dot(to)
}

// enclose returns a sphere around capsules, a little larger than they are.
func enclose(segments []segment) (m mark) {
	low, high := [3]float32{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}, [3]float32{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
	for i := range segments {
		for c := range low {
			a, b := segments[i].a[c], segments[i].b[c]
			low[c], high[c] = min(low[c], a, b), max(high[c], a, b)
		}
	}
	var center exact.Vec3
	for c := range low {
		m.center[c] = low[c]/2 + high[c]/2
		center[c] = float64(m.center[c])
	}
	radius := 0.0
	for i := range segments {
		s := &segments[i]
		for _, end := range [...][3]float32{s.a, s.b} {
			away := exact.ToVec3(end).Sub(center)
			radius = max(radius, away.Length()+float64(s.radius))
		}
	}
	m.radius = float32(float64(radius * (1 + 1e-6)))
	return m
}
