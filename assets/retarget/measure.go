package retarget

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
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
func ground(f *anatomy.Frames, up exact.Vec3, feet []int, leg float64) float64 {
	if len(feet) == 0 {
		return 0
	}
	lowest := math.Inf(1)
	for _, j := range feet {
		lowest = min(lowest, up.Dot(f.Position(j)))
	}
	if lowest > -0.02*leg && lowest < 0.2*leg {
		return 0
	}
	return lowest
}

// measure finds lengths, heights and the limbs of two humanoids.
func (h *humanoids) measure() {
	r := h.Retargeter
	r.hips = r.linkTo(h.b.joint(anatomy.Hips))
	var feetFrom, feetTo []int
	lengthFrom, lengthTo := 0.0, 0.0
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, b := range [2]anatomy.Bone{anatomy.Foot, anatomy.Toes} {
			if j := h.a.joint(b.On(s)); j >= 0 {
				feetFrom = append(feetFrom, j)
			}
			if j := h.b.joint(b.On(s)); j >= 0 {
				feetTo = append(feetTo, j)
			}
		}
		for _, bones := range [2][2]anatomy.Bone{
			{anatomy.UpperLeg, anatomy.LowerLeg}, {anatomy.LowerLeg, anatomy.Foot},
		} {
			if from, to, ok := h.directions(bones[0].On(s), bones[1].On(s)); ok {
				lengthFrom, lengthTo = lengthFrom+float64(0.5*from.Length()), lengthTo+float64(0.5*to.Length())
			}
		}
	}
	scaleFrom, scaleTo := lengthFrom, lengthTo
	hipsFrom, hipsTo, hasHips := h.both(anatomy.Hips)
	if lengthFrom <= 0 || lengthTo <= 0 { // no legs: by the height of the hips, or by the size
		lengthFrom, lengthTo = r.fromRest.Size(), r.toRest.Size()
		scaleFrom, scaleTo = lengthFrom, lengthTo
		if hasHips {
			a, b := r.upFrom.Dot(r.fromRest.Position(hipsFrom)), r.upTo.Dot(r.toRest.Position(hipsTo))
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
		to := r.toRest.Position(hipsTo)
		r.groundFrom = onGround(r.hipsFrom, r.upFrom, groundFrom)
		r.groundTo = onGround(to, r.upTo, groundTo)
	}
	if h.legsBesideHips() {
		r.groundFrom = onGround(r.hipsFrom.Add(r.legsFrom), r.upFrom, groundFrom)
		r.groundTo = onGround(r.toRest.Position(hipsTo).Add(r.legsTo), r.upTo, groundTo)
	}
	if r.same {
		r.groundTo = r.groundFrom
	}
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		h.addLimb(s, [4]anatomy.Bone{anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot, anatomy.Toes}, true)
		h.addLimb(s, [4]anatomy.Bone{anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand, anatomy.Hand}, false)
		h.setNext(s)
	}
	if hasHips && !r.same {
		r.hipsOffset = r.toRest.Position(hipsTo).Add(r.legsTo).Sub(r.mappedPoint(r.hipsFrom.Add(r.legsFrom)))
	}
}

// legsBesideHips finds the points between the tops of the legs, relative to the hips, and reports
// whether both humanoids have hips and legs.
func (h *humanoids) legsBesideHips() bool {
	hipsFrom, hipsTo, ok := h.both(anatomy.Hips)
	l, lTo, ok2 := h.both(anatomy.UpperLeg)
	r, rTo, ok3 := h.both(anatomy.UpperLeg.On(anatomy.Right))
	if !ok || !ok2 || !ok3 {
		return false
	}
	h.legsFrom = h.fromRest.Position(l).Lerp(h.fromRest.Position(r), 0.5).Sub(h.fromRest.Position(hipsFrom))
	h.legsTo = h.toRest.Position(lTo).Lerp(h.toRest.Position(rTo), 0.5).Sub(h.toRest.Position(hipsTo))
	return true
}

// footFrom returns where the source's ankle is in the reference pose when its legs point as the
// target's.
func (h *humanoids) footFrom(s anatomy.Side) (exact.Vec3, bool) {
	hipsJoint, _, ok := h.both(anatomy.Hips)
	upper, _, ok2 := h.both(anatomy.UpperLeg.On(s))
	from1, to1, ok3 := h.directions(anatomy.UpperLeg.On(s), anatomy.LowerLeg.On(s))
	from2, to2, ok4 := h.directions(anatomy.LowerLeg.On(s), anatomy.Foot.On(s))
	if !ok || !ok2 || !ok3 || !ok4 {
		return exact.Vec3{}, false
	}
	at := h.fromRest.Position(upper).Add(h.hipsFrom.Sub(h.fromRest.Position(hipsJoint)))
	return at.AddScaled(from1.Length(), to1.Normalized()).AddScaled(from2.Length(), to2.Normalized()), true
}

// onGround returns the point of the ground below a point.
func onGround(p, up exact.Vec3, height float64) exact.Vec3 { return p.AddScaled(height-up.Dot(p), up) }

// raisedHips returns where the source's hips are when its feet stand on the ground and its legs
// point as the target's.
func (h *humanoids) raisedHips(joint int, ground float64) exact.Vec3 {
	at := h.fromRest.Position(joint)
	height, count := 0.0, 0.0
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		upper, _, ok := h.both(anatomy.UpperLeg.On(s))
		ankle, _, ok2 := h.both(anatomy.Foot.On(s))
		from1, to1, ok3 := h.directions(anatomy.UpperLeg.On(s), anatomy.LowerLeg.On(s))
		from2, to2, ok4 := h.directions(anatomy.LowerLeg.On(s), anatomy.Foot.On(s))
		if !ok || !ok2 || !ok3 || !ok4 {
			return at
		}
		up := h.upFrom
		leg := float64(from1.Length()*up.Dot(to1.Normalized())) + float64(from2.Length()*up.Dot(to2.Normalized()))
		height += up.Dot(h.fromRest.Position(ankle)) - leg + up.Dot(at.Sub(h.fromRest.Position(upper)))
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
func (h *humanoids) addLimb(s anatomy.Side, bones [4]anatomy.Bone, leg bool) {
	r := h.Retargeter
	upper, lower, end := bones[0].On(s), bones[1].On(s), bones[2].On(s)
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
	_, to, hasToe := h.both(bones[3].On(s))
	if hasToe && anatomy.IsBelow(h.to, to, h.b.joint(end)) {
		l.toe = r.linkTo(to)
	}
	ankle, ankleTo, _ := h.both(end)
	at, ok := h.footFrom(s)
	if !ok || r.same {
		at = h.fromRest.Position(ankle)
	}
	l.setContact(r, at.Sub(h.fromRest.Position(ankle)), ankle, ankleTo)
	l.hasSole = !r.same
	r.limbs = append(r.limbs, l)
}

// setContact finds by how much the target's foot is beside the source's, in proportion. moved is
// how far the source's foot is from its reference pose when its legs point as the target's.
func (l *limb) setContact(r *Retargeter, moved exact.Vec3, ankle, ankleTo int) {
	heightFrom := func(j int) float64 { return r.upFrom.Dot(r.fromRest.Position(j).Sub(r.groundFrom)) }
	l.ankleFrom = heightFrom(ankle)
	l.ankleTo = r.upTo.Dot(r.toRest.Position(ankleTo).Sub(r.groundTo))
	contactFrom, contactTo := ankle, ankleTo
	if l.toe >= 0 {
		contactFrom, contactTo = r.links[l.toe].from, r.links[l.toe].to
		l.toeFrom = heightFrom(contactFrom)
		l.toeTo = r.upTo.Dot(r.toRest.Position(contactTo).Sub(r.groundTo))
	}
	l.stands = heightFrom(contactFrom) + 0.05*r.legTo/r.scale
	if r.same {
		return
	}
	// on the ground as in its reference pose
	standing := func(j int) exact.Vec3 {
		at := r.fromRest.Position(j).Add(moved)
		return at.AddScaled(heightFrom(j)-r.upFrom.Dot(at.Sub(r.groundFrom)), r.upFrom)
	}
	l.ankleOffset = r.toRest.Position(ankleTo).Sub(r.mappedPoint(standing(ankle)))
	l.offset = r.toRest.Position(contactTo).Sub(r.mappedPoint(standing(contactFrom)))
}

// setNext sets which bone is below which, for the report's directions.
func (h *humanoids) setNext(s anatomy.Side) {
	chains := [][]anatomy.Bone{
		{anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand},
		{anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot},
	}
	for i := range anatomy.Bone(5) {
		first := anatomy.Thumb + 3*i
		chains = append(chains, []anatomy.Bone{first, first + 1, first + 2})
	}
	for _, chain := range chains {
		for i := 1; i < len(chain); i++ {
			above, below := h.linkTo(h.b.joint(chain[i-1].On(s))), h.linkTo(h.b.joint(chain[i].On(s)))
			if above >= 0 && below >= 0 && h.a.joint(chain[i].On(s)) >= 0 && h.a.joint(chain[i-1].On(s)) >= 0 {
				h.links[above].next = below
			}
		}
	}
}

// findTwists finds the joints of the target that share the twist of arms and legs.
func (h *humanoids) findTwists() {
	r := h.Retargeter
	for j := range r.to.Len() {
		w := anatomy.WordOf(r.to.JointName(j))
		parent := r.to.Parent(j)
		if !w.Helper || parent < 0 || r.linkOf[j] >= 0 || !isTwist(r.to.JointName(j)) || r.linkTo(parent) < 0 {
			continue
		}
		for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
			for _, bones := range [4][2]anatomy.Bone{
				{anatomy.UpperArm, anatomy.LowerArm},
				{anatomy.LowerArm, anatomy.Hand},
				{anatomy.UpperLeg, anatomy.LowerLeg},
				{anatomy.LowerLeg, anatomy.Foot},
			} {
				b, end := h.b.joint(bones[0].On(s)), h.b.joint(bones[1].On(s))
				if b != parent || end < 0 || !anatomy.IsBelow(r.to, end, b) {
					continue
				}
				inverse, ok := r.toRest.Models[b].Inverse()
				if !ok {
					continue
				}
				bone := inverse.Point(r.toRest.Position(end))
				along := bone.Dot(inverse.Point(r.toRest.Position(j))) / bone.Dot(bone)
				along = min(max(along, 0), 1)
				t := twistJoint{joint: j, axis: bone.Normalized()}
				if bones[0] == anatomy.UpperArm || bones[0] == anatomy.UpperLeg {
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
	for _, t := range anatomy.SplitName(name) {
		if t.Text == "twist" || t.Text == "roll" {
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
		h.builder.add(p[0], p[1], h.fromRest.Turned(p[0]), "")
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
