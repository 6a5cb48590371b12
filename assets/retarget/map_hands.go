package retarget

import (
	"github.com/sinew-go/sinew/internal/exact"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
)

// alignHand finds the rotation of a hand and its fingers: the hand by the first joints of its
// fingers.
func (h *humanoids) alignHand(s anatomy.Side, q exact.Quat) {
	wrist := anatomy.Hand.On(s)
	var sumFrom, sumTo exact.Vec3
	var common []anatomy.Bone
	for i := range anatomy.Bone(4) {
		b := (anatomy.Fingers + 3*i).On(s)
		if from, to, ok := h.directions(wrist, b); ok {
			sumFrom, sumTo = sumFrom.Add(from.Normalized()), sumTo.Add(to.Normalized())
			common = append(common, b)
		}
	}
	if len(common) > 0 {
		q = anatomy.Between(q.Rotate(sumFrom), sumTo, h.axesFrom.up).Mul(q)
		first, last := common[0], common[len(common)-1]
		if len(common) == 1 {
			last = anatomy.Thumb.On(s)
			if _, _, ok := h.both(last); !ok {
				last = (anatomy.Thumb + 1).On(s)
			}
		}
		if from, to, ok := h.directions(first, last); ok {
			// About the hand's direction, until the fingers lie in one plane.
			axis := sumTo.Normalized()
			x, y := q.Rotate(from), to
			x, y = x.AddScaled(-x.Dot(axis), axis), y.AddScaled(-y.Dot(axis), axis)
			if x.Length() > 0.2*from.Length() && y.Length() > 0.2*to.Length() {
				q = anatomy.Between(x, y, axis).Mul(q)
			}
		}
	}
	h.aligned[wrist] = q
	for _, first := range [5]anatomy.Bone{
		anatomy.Thumb, anatomy.Fingers, anatomy.Fingers + 3, anatomy.Fingers + 6, anatomy.Fingers + 9,
	} {
		along := q
		for i := range anatomy.Bone(3) {
			b := (first + i).On(s)
			if i < 2 {
				if from, to, ok := h.directions(b, (first + i + 1).On(s)); ok {
					along = anatomy.Between(along.Rotate(from), to, h.axesFrom.up).Mul(along)
				}
			}
			h.aligned[b] = along
		}
	}
}

// linkMissingFingers makes the target's fingers follow the source's nearest finger where the source
// has fewer of them, as mittens have. The thumb follows no other finger.
func (h *humanoids) linkMissingFingers() {
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for f := range 4 {
			if h.b.joint((anatomy.Fingers+anatomy.Bone(3*f)).On(s)) < 0 ||
				h.a.joint((anatomy.Fingers+anatomy.Bone(3*f)).On(s)) >= 0 {
				continue
			}
			nearest := -1
			for g := range 4 {
				if h.a.joint((anatomy.Fingers+anatomy.Bone(3*g)).On(s)) >= 0 &&
					(nearest < 0 || abs(g-f) < abs(nearest-f)) {
					nearest = g
				}
			}
			if nearest >= 0 {
				h.linkFinger(s, anatomy.Fingers+anatomy.Bone(3*nearest), anatomy.Fingers+anatomy.Bone(3*f))
			}
		}
	}
}

func abs(x int) int { return max(x, -x) }

// linkFinger links the joints of the target's finger that begins with a bone to the joints of
// another finger of the source.
func (h *humanoids) linkFinger(s anatomy.Side, source, target anatomy.Bone) {
	q := h.aligned[anatomy.Hand.On(s)]
	for i := range anatomy.Bone(3) {
		from, to := h.a.joint((source + i).On(s)), h.b.joint((target + i).On(s))
		if from < 0 || to < 0 {
			return
		}
		if i < 2 {
			nextFrom, nextTo := h.a.joint((source + i + 1).On(s)), h.b.joint((target + i + 1).On(s))
			if nextFrom >= 0 && nextTo >= 0 {
				a := h.fromRest.Position(nextFrom).Sub(h.fromRest.Position(from))
				b := h.turn.Conjugate().Rotate(h.toRest.Position(nextTo).Sub(h.toRest.Position(to)))
				q = anatomy.Between(q.Rotate(a), b, h.axesFrom.up).Mul(q)
			}
		}
		h.builder.add(from, to, q.Mul(h.fromRest.Turned(from)), (target + i).On(s).String())
	}
}
