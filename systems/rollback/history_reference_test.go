package rollback_test

import (
	"cmp"
	"maps"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/rollback"
)

// past is what the reference knows about a tick: the world matrix of each joint of each character.
type past map[ecs.Entity][]mgl64.Mat4

// recordPast returns the present, in float64.
func recordPast(g *game) past {
	p := past{}
	for _, e := range g.characters() {
		model := g.animation.ModelMatrices(e)
		if model == nil {
			continue
		}
		world := mgl64.Mat4{}
		for i, v := range g.transform.Get(e).Matrix {
			world[i] = float64(v)
		}
		for j := range len(model) / assets.MatrixSize {
			m := rig.MatrixAt(model, j)
			p[e] = append(p[e], world.Mul4(mgl64.Mat4FromRows(
				mgl64.Vec4{float64(m[0]), float64(m[1]), float64(m[2]), float64(m[3])},
				mgl64.Vec4{float64(m[4]), float64(m[5]), float64(m[6]), float64(m[7])},
				mgl64.Vec4{float64(m[8]), float64(m[9]), float64(m[10]), float64(m[11])}, mgl64.Vec4{0, 0, 0, 1})))
		}
	}
	return p
}

// axis is a capsule in world space, by the reference.
type axis struct {
	entity  ecs.Entity
	capsule int
	a, b    mgl64.Vec3
	radius  float64
}

// axesAt returns all capsules at a moment.
func axesAt(history []past, capsules []rollback.Capsule, tick float64) (list []axis) {
	first := int(tick)
	second, fraction := first, tick-float64(first)
	if fraction > 0 {
		second++
	}
	// In one order, so that the choices of a random test are the same in each run.
	entities := slices.SortedFunc(maps.Keys(history[first]), func(a, b ecs.Entity) int {
		return cmp.Compare(a.ID(), b.ID())
	})
	for _, entity := range entities {
		joints := history[first][entity]
		later, both := history[second][entity]
		if !both {
			continue
		}
		for i, c := range capsules {
			point := func(m mgl64.Mat4, p mgl32.Vec3) mgl64.Vec3 {
				return mgl64.TransformCoordinate(mgl64.Vec3{float64(p[0]), float64(p[1]), float64(p[2])}, m)
			}
			radius := func(m mgl64.Mat4) float64 {
				return float64(c.Radius) * max(m.Col(0).Vec3().Len(), m.Col(1).Vec3().Len(), m.Col(2).Vec3().Len())
			}
			p, q := joints[c.Joint], later[c.Joint]
			between := func(p, q mgl64.Vec3) mgl64.Vec3 { return p.Add(q.Sub(p).Mul(fraction)) }
			list = append(list, axis{
				entity, i, between(point(p, c.A), point(q, c.A)), between(point(p, c.B), point(q, c.B)),
				radius(p) + fraction*(radius(q)-radius(p)),
			})
		}
	}
	return list
}

// toAxis returns the distance of a point from the axis of a capsule.
func (s *axis) toAxis(p mgl64.Vec3) float64 {
	u := s.b.Sub(s.a)
	t := 0.0
	if u.Dot(u) > 0 {
		t = min(max(p.Sub(s.a).Dot(u)/u.Dot(u), 0), 1)
	}
	return p.Sub(s.a.Add(u.Mul(t))).Len()
}

// lowest returns where a convex function is lowest between two numbers.
func lowest(f func(float64) float64, low, high float64) float64 {
	for range 80 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if f(a) < f(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// ray returns how far a ray goes to the capsule, by search alone, and how near it gets to the
// surface.
func (s *axis) ray(o, d mgl64.Vec3, reach float64) (distance, gap float64) {
	f := func(t float64) float64 { return s.toAxis(o.Add(d.Mul(t))) - s.radius }
	low, high := 0.0, lowest(f, 0, reach)
	gap = f(high)
	if f(0) <= 0 {
		return 0, gap
	}
	for range 80 {
		if mid := (low + high) / 2; f(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	return high, gap
}

// overlap returns how deep two capsules overlap, by search alone.
func (s *axis) overlap(a, b mgl64.Vec3, radius float64) float64 {
	f := func(t float64) float64 { return s.toAxis(a.Add(b.Sub(a).Mul(t))) }
	return s.radius + radius - f(lowest(f, 0, 1))
}
