package retarget

import "github.com/sinew-go/sinew/internal/exact"

// alignHand finds the rotation of a hand and its fingers: the hand by the first joints of its
// fingers.
func (h *humanoids) alignHand(s side, q exact.Quat) {
	wrist := hand.on(s)
	var sumFrom, sumTo exact.Vec3
	var common []bone
	for i := range bone(4) {
		b := (fingers + 3*i).on(s)
		if from, to, ok := h.directions(wrist, b); ok {
			sumFrom, sumTo = sumFrom.Add(from.Normalized()), sumTo.Add(to.Normalized())
			common = append(common, b)
		}
	}
	if len(common) > 0 {
		q = between(q.Rotate(sumFrom), sumTo, h.axesFrom.up).Mul(q)
		first, last := common[0], common[len(common)-1]
		if len(common) == 1 {
			last = thumb.on(s)
			if _, _, ok := h.both(last); !ok {
				last = (thumb + 1).on(s)
			}
		}
		if from, to, ok := h.directions(first, last); ok {
			// About the hand's direction, until the fingers lie in one plane.
			axis := sumTo.Normalized()
			x, y := q.Rotate(from), to
			x, y = x.AddScaled(-x.Dot(axis), axis), y.AddScaled(-y.Dot(axis), axis)
			if x.Length() > 0.2*from.Length() && y.Length() > 0.2*to.Length() {
				q = between(x, y, axis).Mul(q)
			}
		}
	}
	h.aligned[wrist] = q
	for _, first := range [5]bone{thumb, fingers, fingers + 3, fingers + 6, fingers + 9} {
		along := q
		for i := range bone(3) {
			b := (first + i).on(s)
			if i < 2 {
				if from, to, ok := h.directions(b, (first + i + 1).on(s)); ok {
					along = between(along.Rotate(from), to, h.axesFrom.up).Mul(along)
				}
			}
			h.aligned[b] = along
		}
	}
}

// linkMissingFingers makes the target's fingers follow the source's nearest finger where the source
// has fewer of them, as mittens have. The thumb follows no other finger.
func (h *humanoids) linkMissingFingers() {
	for _, s := range [2]side{left, right} {
		for f := range 4 {
			if h.b.joint((fingers+bone(3*f)).on(s)) < 0 || h.a.joint((fingers+bone(3*f)).on(s)) >= 0 {
				continue
			}
			nearest := -1
			for g := range 4 {
				if h.a.joint((fingers+bone(3*g)).on(s)) >= 0 && (nearest < 0 || abs(g-f) < abs(nearest-f)) {
					nearest = g
				}
			}
			if nearest >= 0 {
				h.linkFinger(s, fingers+bone(3*nearest), fingers+bone(3*f))
			}
		}
	}
}

func abs(x int) int { return max(x, -x) }

// linkFinger links the joints of the target's finger that begins with a bone to the joints of
// another finger of the source.
func (h *humanoids) linkFinger(s side, source, target bone) {
	q := h.aligned[hand.on(s)]
	for i := range bone(3) {
		from, to := h.a.joint((source + i).on(s)), h.b.joint((target + i).on(s))
		if from < 0 || to < 0 {
			return
		}
		if i < 2 {
			nextFrom, nextTo := h.a.joint((source + i + 1).on(s)), h.b.joint((target + i + 1).on(s))
			if nextFrom >= 0 && nextTo >= 0 {
				a := h.fromRest.position(nextFrom).Sub(h.fromRest.position(from))
				b := h.turn.Conjugate().Rotate(h.toRest.position(nextTo).Sub(h.toRest.position(to)))
				q = between(q.Rotate(a), b, h.axesFrom.up).Mul(q)
			}
		}
		h.builder.add(from, to, q.Mul(h.fromRest.turned(from)), (target + i).on(s).String())
	}
}
