package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
)

// mapByNames links pairs of joints, source and target, in the order of the target's joints.
func (r *Retargeter) mapByNames(pairs [][2]int) {
	if len(pairs) == 0 {
		return
	}
	r.turn = r.bestTurn(pairs)
	r.upFrom, r.upTo = upAxes(r.turn, r.toRest)
	n := &named{
		Retargeter: r, pairs: pairs, fromOf: map[int]int{}, aligned: map[int]exact.Quat{}, above: map[int]int{},
		below: map[int][]int{},
	}
	for _, p := range pairs {
		n.fromOf[p[1]] = p[0]
	}
	n.hierarchy()
	chains := n.limbChains()
	n.alignChains(chains)
	b := r.newLinks()
	for _, p := range pairs {
		q, ok := n.aligned[p[1]]
		if !ok {
			q = exact.IdentityQuat
		}
		b.add(p[0], p[1], q.Mul(r.fromRest.Turned(p[0])), "").carried = true
	}
	b.finish()
	n.measure(chains)
}

// named relates two skeletons by pairs of joints.
type named struct {
	*Retargeter
	pairs   [][2]int
	fromOf  map[int]int   // by joint of the target
	above   map[int]int   // the nearest mapped ancestor, or -1
	below   map[int][]int // the nearest mapped descendants
	aligned map[int]exact.Quat
}

func (n *named) hierarchy() {
	for _, p := range n.pairs {
		n.above[p[1]] = -1
		for _, j := range anatomy.Ancestors(n.to, p[1]) {
			if _, ok := n.fromOf[j]; ok {
				n.above[p[1]] = j
				n.below[j] = append(n.below[j], p[1])
				break
			}
		}
	}
}

// bestTurn returns the rotation between the model spaces: of the 24 that take axes to axes, the one
// that takes the source's joints nearest to the target's.
func (r *Retargeter) bestTurn(pairs [][2]int) exact.Quat {
	if r.same {
		return exact.IdentityQuat
	}
	var middleFrom, middleTo exact.Vec3
	for _, p := range pairs {
		middleFrom = middleFrom.AddScaled(1/float64(len(pairs)), r.fromRest.Position(p[0]))
		middleTo = middleTo.AddScaled(1/float64(len(pairs)), r.toRest.Position(p[1]))
	}
	best, found := math.Inf(-1), exact.IdentityQuat
	for _, q := range axisRotations() {
		sum := 0.0
		for _, p := range pairs {
			sum += q.Rotate(r.fromRest.Position(p[0]).Sub(middleFrom)).Dot(r.toRest.Position(p[1]).Sub(middleTo))
		}
		if q == exact.IdentityQuat {
			sum += float64(1e-6 * math.Abs(sum)) // the first of equals
		}
		if sum > best {
			best, found = sum, q
		}
	}
	return found
}

// upAxes returns the up axes of both model spaces: +Y in at least one of them, where the joints
// are.
func upAxes(turn exact.Quat, to *anatomy.Frames) (from, target exact.Vec3) {
	up := exact.Vec3{0, 1, 0}
	image := turn.Rotate(up)
	if image.Dot(up) > 0.9 {
		return up, up
	}
	// One space is turned. The ground is where the joints are all on one side of the origin.
	least, greatest := to.Box()
	size := to.Size()
	if least[1] > -0.1*size && greatest[1] > 0.2*size {
		return turn.Conjugate().Rotate(up), up
	}
	return up, image
}

// limbChains returns the chains of mapped joints of the target that have a partner on the other
// side, from the trunk outward, at least three joints long.
func (n *named) limbChains() [][]int {
	m, err := NewMirror(n.to, MirrorOptions{Pose: n.options.ToPose})
	if err != nil {
		return nil
	}
	var chains [][]int
	for _, p := range n.pairs {
		j := p[1]
		if m.Partner(j) == j {
			continue
		}
		if above := n.above[j]; above >= 0 && m.Partner(above) != above && len(n.below[above]) == 1 {
			continue // not the first of its chain
		}
		chain := []int{j}
		for len(n.below[chain[len(chain)-1]]) == 1 {
			chain = append(chain, n.below[chain[len(chain)-1]][0])
		}
		if len(chain) >= 3 {
			chains = append(chains, chain)
		}
	}
	return chains
}

// alignChains finds how the source's limbs must be rotated from its reference pose to point as the
// target's. The last joint of a limb keeps its reference.
func (n *named) alignChains(chains [][]int) {
	for _, chain := range chains {
		q := exact.IdentityQuat
		for i := 0; i+1 < len(chain); i++ {
			from := n.fromRest.Position(n.fromOf[chain[i+1]]).Sub(n.fromRest.Position(n.fromOf[chain[i]]))
			to := n.turn.Conjugate().Rotate(n.toRest.Position(chain[i+1]).Sub(n.toRest.Position(chain[i])))
			q = anatomy.Between(q.Rotate(from), to, n.upFrom).Mul(q)
			n.aligned[chain[i]] = q
		}
	}
}

// measure finds the scale, the ground and the limbs that stand on it.
func (n *named) measure(chains [][]int) {
	r := n.Retargeter
	heightFrom := func(j int) float64 { return r.upFrom.Dot(r.fromRest.Position(n.fromOf[j])) }
	heightTo := func(j int) float64 { return r.upTo.Dot(r.toRest.Position(j)) }
	lowFrom, lowTo := lowest(r.fromRest, r.upFrom), lowest(r.toRest, r.upTo)
	var legs [][]int
	lengthFrom, lengthTo := 0.0, 0.0
	for _, chain := range chains {
		last := chain[len(chain)-1]
		if heightFrom(last)-lowFrom > 0.2*r.fromRest.Size() || heightTo(last)-lowTo > 0.2*r.toRest.Size() ||
			heightTo(chain[0])-heightTo(last) < 0.1*r.toRest.Size() {
			continue
		}
		legs = append(legs, chain)
		for i := 1; i < len(chain); i++ {
			lengthFrom += r.fromRest.Position(n.fromOf[chain[i]]).
				Sub(r.fromRest.Position(n.fromOf[chain[i-1]])).Length()
			lengthTo += r.toRest.Position(chain[i]).Sub(r.toRest.Position(chain[i-1])).Length()
		}
	}
	if len(legs) == 0 || lengthFrom == 0 {
		for _, p := range n.pairs {
			if a := n.above[p[1]]; a >= 0 {
				lengthFrom += r.fromRest.Position(p[0]).Sub(r.fromRest.Position(n.fromOf[a])).Length()
				lengthTo += r.toRest.Position(p[1]).Sub(r.toRest.Position(a)).Length()
			}
		}
	}
	r.legTo = lengthTo / max(1, float64(len(legs)))
	r.scale = 1
	if lengthFrom > 0 && lengthTo > 0 && !r.same {
		r.scale = lengthTo / lengthFrom
	}
	if r.options.Scale > 0 {
		r.scale = r.options.Scale
	}
	// The hips are the mapped joint that most mapped joints hang from, below roots on the ground.
	hipsJoint := n.mainJoint(lowTo)
	r.hips = r.linkTo(hipsJoint)
	r.links[r.hips].placed = true
	r.groundFrom = onGround(r.fromRest.Position(n.fromOf[hipsJoint]), r.upFrom, lowFrom)
	r.groundTo = onGround(r.toRest.Position(hipsJoint), r.upTo, lowTo)
	if r.same {
		r.groundTo = r.groundFrom
	}
	r.hipsFrom = n.standingHips(hipsJoint, legs)
	if !r.same {
		r.hipsOffset = r.toRest.Position(hipsJoint).Sub(r.mappedPoint(r.hipsFrom))
	}
	for _, chain := range legs {
		n.addLeg(hipsJoint, chain)
	}
	for j, list := range n.below {
		if len(list) == 1 {
			if _, limb := n.aligned[j]; limb {
				r.links[r.linkOf[j]].next = r.linkOf[list[0]]
			}
		}
	}
}

// lowest returns the height of the lowest joint other than roots, which may be anywhere, or of the
// lowest root.
func lowest(f *anatomy.Frames, up exact.Vec3) float64 {
	low, lowRoot := math.Inf(1), math.Inf(1)
	for j := range f.Models {
		height := up.Dot(f.Position(j))
		if lowRoot = min(lowRoot, height); f.Skeleton.Parent(j) >= 0 {
			low = min(low, height)
		}
	}
	if math.IsInf(low, 1) {
		return lowRoot
	}
	return low
}

// mainJoint returns the mapped joint of the target that carries all others: the topmost one that is
// not on the ground, or the topmost one.
func (n *named) mainJoint(ground float64) int {
	for _, p := range n.pairs {
		j := p[1]
		if n.above[j] >= 0 && len(n.below[n.above[j]]) > 1 {
			break
		}
		if n.upTo.Dot(n.toRest.Position(j))-ground > 0.05*n.toRest.Size() {
			return j
		}
	}
	return n.pairs[0][1]
}

// legFrom returns where the ends of the source's leg are when it points as the target's, without
// the hips' motion.
func (n *named) legFrom(chain []int) exact.Vec3 {
	at := n.fromRest.Position(n.fromOf[chain[0]])
	for i := 0; i+1 < len(chain); i++ {
		bone := n.fromRest.Position(n.fromOf[chain[i+1]]).Sub(n.fromRest.Position(n.fromOf[chain[i]]))
		at = at.Add(n.aligned[chain[i]].Rotate(bone))
	}
	return at
}

// standingHips returns where the source's hips are when its legs point as the target's and stand as
// high on average.
func (n *named) standingHips(hipsJoint int, legs [][]int) exact.Vec3 {
	at := n.fromRest.Position(n.fromOf[hipsJoint])
	if n.same || len(legs) == 0 {
		return at
	}
	lift := 0.0
	for _, chain := range legs {
		was := n.fromRest.Position(n.fromOf[chain[len(chain)-1]])
		lift += n.upFrom.Dot(was.Sub(n.legFrom(chain))) / float64(len(legs))
	}
	return at.AddScaled(lift, n.upFrom)
}

// addLeg adds a leg of at least three joints: the last two bones above the end bend, and what lies
// between the middle and the end keeps its shape.
func (n *named) addLeg(hipsJoint int, chain []int) {
	r := n.Retargeter
	last := len(chain) - 1
	// A foot that lies on the ground ends in several joints near it: the first of them is the
	// ankle.
	ground := n.upTo.Dot(n.groundTo)
	top := n.upTo.Dot(n.toRest.Position(chain[0]))
	for last > 2 && n.upTo.Dot(n.toRest.Position(chain[last-1]))-ground < 0.12*(top-ground) {
		last--
	}
	first := max(0, last-3)
	upper, lower, end := chain[first], chain[first+1], chain[last]
	l := limb{
		upper: r.linkOf[upper], lower: r.linkOf[lower], end: r.linkOf[end], toe: -1, leg: true,
		name: r.to.JointName(end),
	}
	knee := n.toRest.Position(lower)
	line := n.toRest.Position(end).Sub(n.toRest.Position(upper)).Normalized()
	bend := knee.Sub(n.toRest.Position(upper))
	l.bend = bend.AddScaled(-bend.Dot(line), line).Normalized()
	moved := n.legFrom(chain[:last+1]).Sub(n.fromRest.Position(n.fromOf[end])).
		Add(r.hipsFrom.Sub(r.fromRest.Position(n.fromOf[hipsJoint])))
	if r.same {
		moved = exact.Vec3{}
	}
	l.setContact(r, moved, n.fromOf[end], end)
	r.limbs = append(r.limbs, l)
}
