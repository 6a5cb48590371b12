package retarget

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// twistJoint is a joint of the target that takes a part of a bone's twist.
type twistJoint struct {
	joint int
	// of is the joint whose twist relative to its parent is shared: the twist joint's parent (share
	// < 0), or the joint at the end of the bone (share > 0).
	of    int
	axis  exact.Vec3 // along the bone, in the space of the twist joint's parent
	share float64
}

// ground returns the height of the ground below feet: 0 if the lowest of them is near it, else that
// height.
func ground(f *frames, up exact.Vec3, feet []int, leg float64) float64 {
	if len(feet) == 0 {
		return 0
	}
	lowest := math.Inf(1)
	for _, j := range feet {
		lowest = min(lowest, up.Dot(f.position(j)))
	}
	if lowest > -0.02*leg && lowest < 0.2*leg {
		return 0
	}
	return lowest
}

// measure finds lengths, heights and the limbs of two humanoids.
func (h *humanoids) measure() {
	r := h.Retargeter
	r.hips = r.linkTo(h.b.joint(hips))
	var feetFrom, feetTo []int
	lengthFrom, lengthTo := 0.0, 0.0
	for _, s := range [2]side{left, right} {
		for _, b := range [2]bone{foot, toes} {
			if j := h.a.joint(b.on(s)); j >= 0 {
				feetFrom = append(feetFrom, j)
			}
			if j := h.b.joint(b.on(s)); j >= 0 {
				feetTo = append(feetTo, j)
			}
		}
		for _, bones := range [2][2]bone{{upperLeg, lowerLeg}, {lowerLeg, foot}} {
			if from, to, ok := h.directions(bones[0].on(s), bones[1].on(s)); ok {
				lengthFrom, lengthTo = lengthFrom+float64(0.5*from.Length()), lengthTo+float64(0.5*to.Length())
			}
		}
	}
	scaleFrom, scaleTo := lengthFrom, lengthTo
	hipsFrom, hipsTo, hasHips := h.both(hips)
	if lengthFrom <= 0 || lengthTo <= 0 { // no legs: by the height of the hips, or by the size
		lengthFrom, lengthTo = r.fromRest.size(), r.toRest.size()
		scaleFrom, scaleTo = lengthFrom, lengthTo
		if hasHips {
			a, b := r.upFrom.Dot(r.fromRest.position(hipsFrom)), r.upTo.Dot(r.toRest.position(hipsTo))
			if a > 0.1*lengthFrom && b > 0.1*lengthTo {
				scaleFrom, scaleTo = a, b
			}
		}
	}
	r.scale, r.legTo = scaleTo/scaleFrom, lengthTo
	if r.same {
		r.scale = 1
	}
	if r.options.Scale > 0 {
		r.scale = r.options.Scale
	}
	groundFrom, groundTo := ground(r.fromRest, r.upFrom, feetFrom, lengthFrom),
		ground(r.toRest, r.upTo, feetTo, lengthTo)
	if hasHips {
		r.hipsFrom = h.raisedHips(hipsFrom, groundFrom)
		to := r.toRest.position(hipsTo)
		r.groundFrom = onGround(r.hipsFrom, r.upFrom, groundFrom)
		r.groundTo = onGround(to, r.upTo, groundTo)
	}
	if h.legsBesideHips() {
		r.groundFrom = onGround(r.hipsFrom.Add(r.legsFrom), r.upFrom, groundFrom)
		r.groundTo = onGround(r.toRest.position(hipsTo).Add(r.legsTo), r.upTo, groundTo)
	}
	if r.same {
		r.groundTo = r.groundFrom
	}
	for _, s := range [2]side{left, right} {
		h.addLimb(s, [4]bone{upperLeg, lowerLeg, foot, toes}, true)
		h.addLimb(s, [4]bone{upperArm, lowerArm, hand, hand}, false)
		h.setNext(s)
	}
	if hasHips && !r.same {
		r.hipsOffset = r.toRest.position(hipsTo).Add(r.legsTo).Sub(r.mappedPoint(r.hipsFrom.Add(r.legsFrom)))
	}
}

// legsBesideHips finds the points between the tops of the legs, relative to the hips, and reports
// whether both humanoids have hips and legs.
func (h *humanoids) legsBesideHips() bool {
	hipsFrom, hipsTo, ok := h.both(hips)
	l, lTo, ok2 := h.both(upperLeg)
	r, rTo, ok3 := h.both(upperLeg.on(right))
	if !ok || !ok2 || !ok3 {
		return false
	}
	h.legsFrom = h.fromRest.position(l).Lerp(h.fromRest.position(r), 0.5).Sub(h.fromRest.position(hipsFrom))
	h.legsTo = h.toRest.position(lTo).Lerp(h.toRest.position(rTo), 0.5).Sub(h.toRest.position(hipsTo))
	return true
}

// footFrom returns where the source's ankle is in the reference pose when its legs point as the
// target's.
func (h *humanoids) footFrom(s side) (exact.Vec3, bool) {
	hipsJoint, _, ok := h.both(hips)
	upper, _, ok2 := h.both(upperLeg.on(s))
	from1, to1, ok3 := h.directions(upperLeg.on(s), lowerLeg.on(s))
	from2, to2, ok4 := h.directions(lowerLeg.on(s), foot.on(s))
	if !ok || !ok2 || !ok3 || !ok4 {
		return exact.Vec3{}, false
	}
	at := h.fromRest.position(upper).Add(h.hipsFrom.Sub(h.fromRest.position(hipsJoint)))
	return at.AddScaled(from1.Length(), to1.Normalized()).AddScaled(from2.Length(), to2.Normalized()), true
}

// onGround returns the point of the ground below a point.
func onGround(p, up exact.Vec3, height float64) exact.Vec3 { return p.AddScaled(height-up.Dot(p), up) }

// raisedHips returns where the source's hips are when its feet stand on the ground and its legs
// point as the target's.
func (h *humanoids) raisedHips(joint int, ground float64) exact.Vec3 {
	at := h.fromRest.position(joint)
	height, count := 0.0, 0.0
	for _, s := range [2]side{left, right} {
		upper, _, ok := h.both(upperLeg.on(s))
		ankle, _, ok2 := h.both(foot.on(s))
		from1, to1, ok3 := h.directions(upperLeg.on(s), lowerLeg.on(s))
		from2, to2, ok4 := h.directions(lowerLeg.on(s), foot.on(s))
		if !ok || !ok2 || !ok3 || !ok4 {
			return at
		}
		up := h.upFrom
		leg := float64(from1.Length()*up.Dot(to1.Normalized())) + float64(from2.Length()*up.Dot(to2.Normalized()))
		height += up.Dot(h.fromRest.position(ankle)) - leg + up.Dot(at.Sub(h.fromRest.position(upper)))
		count++
	}
	if h.same {
		return at
	}
	return at.AddScaled(height/count-h.upFrom.Dot(at), h.upFrom)
}

// mappedPoint returns where a point of the source is in the target, in proportion.
func (r *Retargeter) mappedPoint(p exact.Vec3) exact.Vec3 {
	return r.groundTo.AddScaled(r.scale, r.turn.Rotate(p.Sub(r.groundFrom)))
}

// addLimb adds an arm or a leg that both humanoids have.
func (h *humanoids) addLimb(s side, bones [4]bone, leg bool) {
	r := h.Retargeter
	upper, lower, end := bones[0].on(s), bones[1].on(s), bones[2].on(s)
	from1, to1, ok := h.directions(upper, lower)
	from2, to2, ok2 := h.directions(lower, end)
	if !ok || !ok2 {
		return
	}
	l := limb{
		upper: r.linkTo(h.b.joint(upper)), lower: r.linkTo(h.b.joint(lower)), end: r.linkTo(h.b.joint(end)), toe: -1,
		leg: leg, name: end.String(), ratio: (to1.Length() + to2.Length()) / (from1.Length() + from2.Length()),
		bend: h.axesTo.forward,
	}
	if r.same {
		l.ratio = 1
	}
	if !leg {
		l.bend = l.bend.Scale(-1)
		r.limbs = append(r.limbs, l)
		return
	}
	_, to, hasToe := h.both(bones[3].on(s))
	if hasToe && isBelow(h.to, to, h.b.joint(end)) {
		l.toe = r.linkTo(to)
	}
	ankle, ankleTo, _ := h.both(end)
	at, ok := h.footFrom(s)
	if !ok || r.same {
		at = h.fromRest.position(ankle)
	}
	l.setContact(r, at.Sub(h.fromRest.position(ankle)), ankle, ankleTo)
	l.hasSole = !r.same
	r.limbs = append(r.limbs, l)
}

// setContact finds by how much the target's foot is beside the source's, in proportion. moved is
// how far the source's foot is from its reference pose when its legs point as the target's.
func (l *limb) setContact(r *Retargeter, moved exact.Vec3, ankle, ankleTo int) {
	heightFrom := func(j int) float64 { return r.upFrom.Dot(r.fromRest.position(j).Sub(r.groundFrom)) }
	l.ankleFrom = heightFrom(ankle)
	l.ankleTo = r.upTo.Dot(r.toRest.position(ankleTo).Sub(r.groundTo))
	contactFrom, contactTo := ankle, ankleTo
	if l.toe >= 0 {
		contactFrom, contactTo = r.links[l.toe].from, r.links[l.toe].to
		l.toeFrom = heightFrom(contactFrom)
		l.toeTo = r.upTo.Dot(r.toRest.position(contactTo).Sub(r.groundTo))
	}
	l.stands = heightFrom(contactFrom) + 0.05*r.legTo/r.scale
	if r.same {
		return
	}
	// on the ground as in its reference pose
	standing := func(j int) exact.Vec3 {
		at := r.fromRest.position(j).Add(moved)
		return at.AddScaled(heightFrom(j)-r.upFrom.Dot(at.Sub(r.groundFrom)), r.upFrom)
	}
	l.ankleOffset = r.toRest.position(ankleTo).Sub(r.mappedPoint(standing(ankle)))
	l.offset = r.toRest.position(contactTo).Sub(r.mappedPoint(standing(contactFrom)))
}

// setNext sets which bone is below which, for the report's directions.
func (h *humanoids) setNext(s side) {
	chains := [][]bone{{upperArm, lowerArm, hand}, {upperLeg, lowerLeg, foot}}
	for i := range bone(5) {
		first := thumb + 3*i
		chains = append(chains, []bone{first, first + 1, first + 2})
	}
	for _, chain := range chains {
		for i := 1; i < len(chain); i++ {
			above, below := h.linkTo(h.b.joint(chain[i-1].on(s))), h.linkTo(h.b.joint(chain[i].on(s)))
			if above >= 0 && below >= 0 && h.a.joint(chain[i].on(s)) >= 0 && h.a.joint(chain[i-1].on(s)) >= 0 {
				h.links[above].next = below
			}
		}
	}
}

// findTwists finds the joints of the target that share the twist of arms and legs.
func (h *humanoids) findTwists() {
	r := h.Retargeter
	for j := range r.to.Len() {
		w := wordOf(r.to.JointName(j))
		parent := r.to.Parent(j)
		if !w.helper || parent < 0 || r.linkOf[j] >= 0 || !isTwist(r.to.JointName(j)) || r.linkTo(parent) < 0 {
			continue
		}
		for _, s := range [2]side{left, right} {
			for _, bones := range [4][2]bone{
				{upperArm, lowerArm},
				{lowerArm, hand},
				{upperLeg, lowerLeg},
				{lowerLeg, foot},
			} {
				b, end := h.b.joint(bones[0].on(s)), h.b.joint(bones[1].on(s))
				if b != parent || end < 0 || !isBelow(r.to, end, b) {
					continue
				}
				inverse, ok := r.toRest.models[b].Inverse()
				if !ok {
					continue
				}
				bone := inverse.Point(r.toRest.position(end))
				along := bone.Dot(inverse.Point(r.toRest.position(j))) / bone.Dot(bone)
				along = min(max(along, 0), 1)
				t := twistJoint{joint: j, axis: bone.Normalized()}
				if bones[0] == upperArm || bones[0] == upperLeg {
					t.of, t.share = b, 0.75*(along-1) // undoes a part of the bone's own twist
				} else {
					t.of, t.share = end, max(along, 0.5) // follows a part of the twist of the hand
				}
				r.twists = append(r.twists, t)
			}
		}
	}
}

func isTwist(name string) bool {
	for _, t := range splitName(name) {
		if t.text == "twist" || t.text == "roll" {
			return true
		}
	}
	return false
}

// linkByHand links the joints of Options.Joints in addition to the bones.
func (h *humanoids) linkByHand() error {
	pairs, err := h.namedPairs()
	if err != nil {
		return err
	}
	for _, p := range pairs {
		h.builder.add(p[0], p[1], h.fromRest.turned(p[0]), "")
	}
	return nil
}

// namedPairs returns the joints of Options.Joints, in the order of the target's.
func (r *Retargeter) namedPairs() ([][2]int, error) {
	byTo := map[int]int{}
	for from, to := range r.options.Joints {
		j, err := r.from.FindJoint(from)
		if err != nil {
			return nil, fmt.Errorf("source: %w", err)
		}
		k, err := r.to.FindJoint(to)
		if err != nil {
			return nil, fmt.Errorf("target: %w", err)
		}
		if other, taken := byTo[k]; taken {
			return nil, fmt.Errorf("expected one joint of the source for joint %q of the target, found %q and %q", to,
				r.from.JointName(min(other, j)), r.from.JointName(max(other, j)))
		}
		byTo[k] = j
	}
	var pairs [][2]int
	for k := range r.to.Len() {
		if j, ok := byTo[k]; ok {
			pairs = append(pairs, [2]int{j, k})
		}
	}
	return pairs, nil
}
