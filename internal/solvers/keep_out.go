package solvers

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// KeepOut is the compiled form of a limb that keeps out of other parts of the body.
type KeepOut struct {
	GoalIndex    int
	Root, Parent int
	Limb, Body   []Capsule
	// Meet has a bit for each capsule of the body that one of the limb meets at a joint.
	Meet      [MaxCapsules]uint8
	Aside     exact.Vec3 // in the space of the parent, at length 1
	Aside32   [3]float32
	MostAngle float64
	// End and Other are the joints whose heights along Up decide who makes way, or -1. Where End is
	// Lowest above Other the limb makes none of it, and all of it from Lowest and Range on.
	End, Other    int
	Up            exact.Vec3
	Lowest, Range float64
	Read, Change  []int16
}

// Capsule is a part of a body. Its points are in the joint's space, its radius in model space.
type Capsule struct {
	Joint  int
	A, B   exact.Vec3
	Radius float64
	// The same in float32.
	A32, B32 [3]float32
	Radius32 float32
}

// MaxCapsules is how many capsules a limb and a body have at most.
const MaxCapsules = 8

// segment is a capsule in model space.
type segment struct{ a, b exact.Vec3 }

func (t *KeepOut) turns() {}

func (t *KeepOut) goal() int { return t.GoalIndex }

func (t *KeepOut) reads() []int16 { return t.Read }

func (t *KeepOut) changes() []int16 { return t.Change }

func (t *KeepOut) stateSize() int { return 0 }

func (t *KeepOut) solve(w *Work, weights *[Lanes]float32, _ int) {
	for l, weight := range weights {
		if weight > 0 {
			t.turn(w, l, min(float64(weight), 1))
		}
	}
}

// keepOutSteps is how often a limb is turned: the place where two capsules are nearest moves with
// it.
const keepOutSteps = 4

// turn turns the limb of the character in a lane.
func (t *KeepOut) turn(w *Work, lane int, weight float64) {
	if t.isBeside(w, lane) {
		return
	}
	var limb, body [MaxCapsules]segment
	placeCapsules(limb[:], t.Limb, w, lane)
	placeCapsules(body[:], t.Body, w, lane)
	aside := directionIn(w, t.Parent, lane, t.Aside)
	share := 1.0
	if t.End >= 0 {
		height := originIn(w, t.End, lane).Sub(originIn(w, t.Other, lane)).Dot(t.Up)
		share = min(max((height-t.Lowest)/t.Range, 0), 1)
	}
	root := originIn(w, t.Root, lane)
	turned, left := exact.IdentityQuat, t.MostAngle
	for range keepOutSteps {
		axis, angle := t.deepest(limb[:len(t.Limb)], body[:len(t.Body)], root, aside)
		if !(angle > 0) {
			break
		}
		angle = min(float64(angle*share), left)
		left -= angle
		step := exact.AxisAngle(axis, angle)
		for i := range t.Limb {
			limb[i].a = root.Add(step.Rotate(limb[i].a.Sub(root)))
			limb[i].b = root.Add(step.Rotate(limb[i].b.Sub(root)))
		}
		turned = step.Mul(turned)
		if share < 1 || !(left > 0) { // who has less than the whole way leaves the rest to the other
			break
		}
	}
	if turned != exact.IdentityQuat {
		turnInModel(w, t.Root, t.Parent, lane, turned, weight)
	}
}

// isBeside reports whether the limb is beside the body, by how far both reach to its side: then
// they are apart. It is quick, since most limbs are there in most frames.
func (t *KeepOut) isBeside(w *Work, lane int) bool {
	aside := turned32(w.ModelOf(t.Parent), &t.Aside32, lane)
	size := float32(math.Sqrt(float64(dot32(&aside, &aside))))
	var far [MaxCapsules]float32
	for k := range t.Body {
		_, far[k] = sidesOf(w.ModelOf(t.Body[k].Joint), &t.Body[k], &aside, lane)
	}
	for i := range t.Limb {
		near, _ := sidesOf(w.ModelOf(t.Limb[i].Joint), &t.Limb[i], &aside, lane)
		for k := range t.Body {
			reach := float32(size * (t.Limb[i].Radius32 + t.Body[k].Radius32))
			if t.Meet[i]>>k&1 == 0 && !(near-far[k] >= reach) {
				return false
			}
		}
	}
	return true
}

// sidesOf returns how far the ends of a capsule are in a direction: the lesser and the larger
// number.
func sidesOf(m *solve.Matrix, c *Capsule, direction *[3]float32, lane int) (low, high float32) {
	var x, y, z, origin float32 // the axes of the joint, and its place, in the direction
	for r, d := range direction {
		row := m[layout.Element(r, 0)*Lanes+lane:]
		x += float32(row[0] * d)
		y += float32(row[Lanes] * d)
		z += float32(row[2*Lanes] * d)
		origin += float32(row[3*Lanes] * d)
	}
	a := origin + float32(x*c.A32[0]) + float32(y*c.A32[1]) + float32(z*c.A32[2])
	b := origin + float32(x*c.B32[0]) + float32(y*c.B32[1]) + float32(z*c.B32[2])
	return min(a, b), max(a, b)
}

// deepest returns the axis and the angle by which the limb turns out of the part of the body for
// which it must turn most; the angle is 0 if it is in none.
func (t *KeepOut) deepest(limb, body []segment, root, aside exact.Vec3) (axis exact.Vec3, angle float64) {
	for k := range body {
		far := max(body[k].a.Dot(aside), body[k].b.Dot(aside))
		for i := range limb {
			if t.Meet[i]>>k&1 != 0 {
				continue
			}
			reach := t.Limb[i].Radius + t.Body[k].Radius
			if min(limb[i].a.Dot(aside), limb[i].b.Dot(aside)) >= far+reach {
				continue
			}
			point, between := nearest(&limb[i], &body[k])
			along, square := between.Dot(aside), between.Dot(between)
			if !(square < float64(reach*reach)) {
				continue
			}
			way := math.Sqrt(max(float64(reach*reach)-(square-float64(along*along)), 0)) - along
			lever := point.Sub(root)
			lever = lever.AddScaled(-lever.Dot(aside), aside)
			length := lever.Length()
			if by := way / length; by > angle && by < math.MaxFloat64 {
				angle, axis = by, lever.Scale(1/length).Cross(aside)
			}
		}
	}
	return axis, angle
}

// turnInModel turns a joint of the character in a lane by a rotation in model space.
func turnInModel(w *Work, joint, above, lane int, turn exact.Quat, weight float64) {
	if weight < 1 {
		turn = exact.Quat{
			float64(turn[0] * weight), float64(turn[1] * weight), float64(turn[2] * weight),
			1 + float64((turn[3]-1)*weight),
		}.Normalized()
	}
	parent := w.ModelOf(above)
	var columns [3]exact.Vec3
	for c := range columns {
		for r := range 3 {
			columns[c][r] = float64(parent[layout.Element(r, c)*Lanes+lane])
		}
		columns[c] = columns[c].Normalized()
	}
	sign := 1.0
	if columns[0].Cross(columns[1]).Dot(columns[2]) < 0 { // a mirrored parent turns the other way
		sign = -1
	}
	axis, local := exact.Vec3{turn[0], turn[1], turn[2]}, w.LocalOf(joint)
	old := laneQuat((*solve.Quat)(local[layout.LocalRotation*Lanes:]), lane)
	to := exact.Quat{
		sign * columns[0].Dot(axis), sign * columns[1].Dot(axis), sign * columns[2].Dot(axis), turn[3],
	}.Mul(old).Normalized().Float32()
	if Finite([3]float32(to[:3])) && exact.IsFinite(to[3]) {
		putQuat(local[:], layout.LocalRotation, lane, to)
	}
}

// placeCapsules takes capsules to model space.
func placeCapsules(out []segment, capsules []Capsule, w *Work, lane int) {
	for i := range capsules {
		c := &capsules[i]
		origin := originIn(w, c.Joint, lane)
		out[i] = segment{origin.Add(vectorIn(w, c.Joint, lane, c.A)), origin.Add(vectorIn(w, c.Joint, lane, c.B))}
	}
}

func originIn(w *Work, joint, lane int) (v exact.Vec3) {
	m := w.ModelOf(joint)
	for r := range v {
		v[r] = float64(m[layout.Element(r, 3)*Lanes+lane])
	}
	return v
}

// vectorIn takes a vector from a joint's space to model space.
func vectorIn(w *Work, joint, lane int, v exact.Vec3) (out exact.Vec3) {
	m := w.ModelOf(joint)
	for r := range out {
		out[r] = exact.Vec3{
			float64(m[layout.Element(r, 0)*Lanes+lane]), float64(m[layout.Element(r, 1)*Lanes+lane]),
			float64(m[layout.Element(r, 2)*Lanes+lane]),
		}.Dot(v)
	}
	return out
}

// directionIn takes a direction from a joint's space to model space.
func directionIn(w *Work, joint, lane int, v exact.Vec3) exact.Vec3 {
	return vectorIn(w, joint, lane, v).Normalized()
}

// nearest returns the point of one segment that is nearest to another one, and the way there from
// the point of that which is nearest to it.
func nearest(one, other *segment) (point, between exact.Vec3) {
	along, across, apart := one.b.Sub(one.a), other.b.Sub(other.a), one.a.Sub(other.a)
	a, e, f := along.Dot(along), across.Dot(across), across.Dot(apart)
	b, c := along.Dot(across), along.Dot(apart)
	s := 0.0
	if determinant := float64(a*e) - float64(b*b); determinant > 0 {
		s = min(max((float64(b*f)-float64(c*e))/determinant, 0), 1)
	}
	t := 0.0
	if e > 0 {
		t = min(max((float64(b*s)+f)/e, 0), 1)
	}
	if a > 0 {
		s = min(max((float64(b*t)-c)/a, 0), 1)
	}
	point = one.a.AddScaled(s, along)
	return point, point.Sub(other.a.AddScaled(t, across))
}
