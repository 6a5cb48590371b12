package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
)

// reach bends a limb so that its end is at a goal, or as near as its length allows. It keeps the
// plane in which the limb bends and the rotation of the end in model space.
//
// Method: the law of cosines gives the angle of the middle joint, and the smallest rotations bring
// the two bones there. Limbs that are nearly straight bend where their reference pose bends, so
// that the plane does not tumble.
func (r *Retargeter) reach(src, dst *anatomy.Frames, l *limb, goal exact.Vec3) {
	upper, lower, end := r.links[l.upper].to, r.links[l.lower].to, r.links[l.end].to
	a, b, c := r.limbPoints(dst, l)
	first, second := b.Sub(a).Length(), c.Sub(b).Length()
	if goal.Sub(c).Length() < 1e-9*(first+second) || first == 0 || second == 0 {
		return
	}
	kept := dst.Turned(end)
	to := goal.Sub(a)
	distance := min(max(to.Length(), math.Abs(first-second)*1.0001), first+second)
	if to.Length() == 0 {
		return
	}
	to = to.Normalized()
	along := c.Sub(a).Normalized()
	bend := b.Sub(a)
	bend = bend.AddScaled(-bend.Dot(along), along).Scale(1 / first)
	if weak := nearlyStraight - bend.Length(); weak > 0 {
		hint := r.delta(src, &r.links[l.upper]).Rotate(l.bend)
		bend = bend.AddScaled(weak, hint.AddScaled(-hint.Dot(along), along))
	}
	bend = anatomy.Between(along, to, bend).Rotate(bend)
	bend = bend.AddScaled(-bend.Dot(to), to).Normalized()
	if bend.Dot(bend) == 0 {
		bend = anatomy.Perpendicular(to)
	}
	x := (float64(distance*distance) + float64(first*first) - float64(second*second)) / (2 * distance)
	y := math.Sqrt(max(0, float64(first*first)-float64(x*x)))
	middle := a.AddScaled(x, to).AddScaled(y, bend)
	dst.SetTurned(upper, anatomy.Between(b.Sub(a), middle.Sub(a), bend).Mul(dst.Turned(upper)))
	dst.UpdateBelow(upper)
	_, b, c = r.limbPoints(dst, l)
	target := a.AddScaled(distance, to)
	dst.SetTurned(lower, anatomy.Between(c.Sub(b), target.Sub(b), bend).Mul(dst.Turned(lower)))
	dst.UpdateBelow(lower)
	dst.SetTurned(end, kept)
	if !dst.IsBelow(end, lower) {
		dst.SetPosition(end, target)
	}
	dst.UpdateBelow(end)
}

// nearlyStraight is the sine of the angle at the root of a limb below which its reference pose
// decides where it bends.
const nearlyStraight = 0.1
