package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// axes are the directions of a character in model space, at right angles.
type axes struct{ left, up, forward exact.Vec3 }

// rotation returns the rotation from the axes of glTF (left +X, up +Y, forward +Z) to the character's.
func (a *axes) rotation() exact.Quat {
	q := between(exact.Vec3{1, 0, 0}, a.left, exact.Vec3{0, 1, 0})
	return between(q.Rotate(exact.Vec3{0, 1, 0}), a.up, a.left).Mul(q).Normalized()
}

// axesOf finds the directions of a humanoid from its reference pose.
func axesOf(h *HumanoidMap, f *frames) axes {
	var lateral, up exact.Vec3
	for _, b := range [...]bone{shoulder, upperArm, lowerArm, hand, upperLeg, foot} {
		if l, r := h.joint(b), h.joint(b.on(right)); l >= 0 && r >= 0 {
			lateral = lateral.Add(f.position(l).Sub(f.position(r)))
		}
	}
	// Every bone's middle between left and right, from the feet to the head.
	var line []exact.Vec3
	for _, b := range [...]bone{foot, lowerLeg, upperLeg, hips, spine, chest, upperChest, neck, head} {
		j, k := h.joint(b), h.joint(b.on(right))
		if b < firstOfSide {
			k = j
		}
		if j >= 0 && k >= 0 {
			line = append(line, f.position(j).Lerp(f.position(k), 0.5))
		}
	}
	for i, low := range line {
		for _, high := range line[i+1:] {
			up = up.Add(high.Sub(low))
		}
	}
	a := axes{exact.Vec3{1, 0, 0}, exact.Vec3{0, 1, 0}, exact.Vec3{0, 0, 1}}
	if up.Length() > 0 {
		a.up = snapToAxis(up.Normalized())
	}
	if lateral = lateral.AddScaled(-lateral.Dot(a.up), a.up); lateral.Length() > 0.01*f.size() {
		a.left = snapToAxis(lateral.Normalized())
	} else if math.Abs(a.up[0]) > 0.9 {
		a.left = exact.Vec3{0, 1, 0}
	}
	a.left = a.left.AddScaled(-a.left.Dot(a.up), a.up).Normalized()
	a.forward = a.left.Cross(a.up)
	return a
}

// humanoidOf returns the given map, or finds one.
func humanoidOf(h *HumanoidMap, s *rig.Skeleton, pose *rig.Pose) (*HumanoidMap, *rig.Pose, error) {
	if h != nil {
		if pose == nil {
			pose = h.pose
		}
		return h, pose, nil
	}
	found, err := HumanoidInPose(s, pose)
	return found, pose, err
}

// humanoids relates two humanoids.
type humanoids struct {
	*Retargeter
	a, b     *HumanoidMap // source and target
	axesFrom axes
	axesTo   axes
	builder  *linkBuilder
	aligned  map[bone]exact.Quat // rotation of a source bone from its reference pose to the target's, in source space
}

// mapHumanoids links the bones of two humanoids.
func (r *Retargeter) mapHumanoids() error {
	a, fromPose, err := humanoidOf(r.options.From, r.from, r.options.FromPose)
	if err != nil {
		return err
	}
	b, toPose, err := humanoidOf(r.options.To, r.to, r.options.ToPose)
	if err != nil {
		return err
	}
	r.setPoses(fromPose, toPose)
	h := &humanoids{Retargeter: r, a: a, b: b, builder: r.newLinks(), aligned: map[bone]exact.Quat{}}
	h.axesFrom, h.axesTo = axesOf(a, r.fromRest), axesOf(b, r.toRest)
	r.upFrom, r.upTo = h.axesFrom.up, h.axesTo.up
	toGltf := h.axesFrom.rotation()
	r.turn = h.axesTo.rotation().Mul(toGltf.Conjugate()).Normalized()
	if r.same {
		r.turn = exact.IdentityQuat
	}
	h.alignLimbs()
	h.linkBones()
	h.linkMissingFingers()
	h.parts(spineOf(h.a), spineOf(h.b), 0)
	h.linkNecks()
	if err := h.linkByHand(); err != nil {
		return err
	}
	h.linkEqualNames()
	h.builder.finish()
	h.measure()
	h.findTwists()
	return nil
}

// both returns the joints of a bone, and whether both humanoids have it.
func (h *humanoids) both(b bone) (from, to int, ok bool) {
	from, to = h.a.joint(b), h.b.joint(b)
	return from, to, from >= 0 && to >= 0
}

// directions returns the directions of a bone in the reference poses: the source's and, turned to source space, the
// target's.
func (h *humanoids) directions(b, next bone) (from, to exact.Vec3, ok bool) {
	j, k, ok1 := h.both(b)
	jn, kn, ok2 := h.both(next)
	if !ok1 || !ok2 {
		return from, to, false
	}
	from = h.fromRest.position(jn).Sub(h.fromRest.position(j))
	to = h.turn.Conjugate().Rotate(h.toRest.position(kn).Sub(h.toRest.position(k)))
	return from, to, from.Length() > 0 && to.Length() > 0
}

// frame returns a rotation that takes an axis at a right angle to forward to a direction: first forward or backward, then
// about the forward axis. Two directions have a rotation between them that does not depend on those in between, so that
// a T pose, an A pose and any other in the frontal plane give the same result.
func frame(axis, forward, direction exact.Vec3) exact.Quat {
	direction = direction.Normalized()
	ahead := direction.Dot(forward)
	flat := direction.AddScaled(-ahead, forward)
	q := between(axis, axis.Scale(flat.Length()).AddScaled(ahead, forward), forward)
	if flat.Length() < 1e-6 {
		return q
	}
	return between(axis, flat, forward).Mul(q)
}

// alignLimbs finds how the bones of the source's limbs must be rotated from its reference pose to point as the target's.
func (h *humanoids) alignLimbs() {
	for _, s := range [2]side{left, right} {
		out := h.axesFrom.left
		if s == right {
			out = out.Scale(-1)
		}
		for _, l := range [2]struct {
			bones [3]bone
			axis  exact.Vec3
		}{{[3]bone{upperArm, lowerArm, hand}, out}, {[3]bone{upperLeg, lowerLeg, foot}, h.axesFrom.up.Scale(-1)}} {
			upper, lower, end := l.bones[0].on(s), l.bones[1].on(s), l.bones[2].on(s)
			q := exact.IdentityQuat
			if from, to, ok := h.directions(upper, lower); ok {
				q = frame(l.axis, h.axesFrom.forward, to).Mul(frame(l.axis, h.axesFrom.forward, from).Conjugate())
			}
			h.aligned[upper] = q
			if from, to, ok := h.directions(lower, end); ok {
				q = between(q.Rotate(from), to, h.axesFrom.forward).Mul(q)
			}
			h.aligned[lower] = q
			if l.bones[2] == hand {
				h.alignHand(s, q)
			}
		}
	}
}

// alignHand finds the rotation of a hand and its fingers: the hand by the first joints of its fingers.
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

// linkBones links the bones that both humanoids have, other than the spine and the neck.
func (h *humanoids) linkBones() {
	for b := range bone(boneCount) {
		from, to, ok := h.both(b)
		if !ok || b == spine || b == chest || b == upperChest || b == neck {
			continue
		}
		q, isLimb := h.aligned[b]
		if !isLimb {
			q = exact.IdentityQuat
		}
		l := h.builder.add(from, to, q.Mul(h.fromRest.turned(from)), b.String())
		l.placed = b == hips
		// The end of a limb that does not hang from it, as feet that inverse kinematics moved.
		for _, limb := range limbs {
			if above := limb[1].on(b.side()); b == limb[2].on(b.side()) && h.b.joint(above) >= 0 && !isBelow(h.to, to, h.b.joint(above)) {
				l.placed = true
			}
		}
	}
}

// linkMissingFingers makes the target's fingers follow the source's nearest finger where the source has fewer of them, as
// mittens have. The thumb follows no other finger.
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

// linkFinger links the joints of the target's finger that begins with a bone to those of another finger of the source.
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

// spineOf returns the joints from the hips, exclusive, to the joint that carries the arms.
func spineOf(m *HumanoidMap) []int {
	hipsJoint, top := m.joint(hips), -1
	if l, r := m.joint(upperArm), m.joint(upperArm.on(right)); l >= 0 && r >= 0 {
		top = commonAncestor(m.skeleton, l, r)
	}
	if n := m.joint(neck); n >= 0 && n == top {
		top = m.skeleton.Parent(top)
	}
	for _, b := range [3]bone{upperChest, chest, spine} {
		if top < 0 {
			top = m.joint(b)
		}
	}
	if hipsJoint < 0 || top < 0 {
		return nil
	}
	return pathBetween(m.skeleton, hipsJoint, top)
}

// linkNecks links the joints from the neck, inclusive, to the head, exclusive.
func (h *humanoids) linkNecks() {
	neckOf := func(m *HumanoidMap) []int {
		n, top := m.joint(neck), m.joint(head)
		if n < 0 {
			return nil
		}
		path := []int{n}
		if top >= 0 {
			path = append(path, pathBetween(m.skeleton, n, top)...)
			path = path[:len(path)-1] // without the head
		}
		return path
	}
	from, to := neckOf(h.a), neckOf(h.b)
	if len(from) == 0 && len(to) > 0 && h.a.joint(head) >= 0 {
		// A head without a neck: the neck shares its rotation with the last joint of the spine.
		if spines := spineOf(h.a); len(spines) > 0 {
			from = []int{spines[len(spines)-1], h.a.joint(head)}
			to = append(to, h.b.joint(head))
			if to[len(to)-1] < 0 {
				return
			}
			h.parts(from, to, 1)
			return
		}
	}
	h.parts(from, to, 0)
}

// parts links each joint of one chain, such as the spine, to the joints of another that are at the same part of it, the
// last to the last. The first skip joints of from are where the target's chain begins, exclusive.
func (h *humanoids) parts(from, to []int, skip int) {
	if len(from) == 0 {
		return
	}
	for i, j := range to {
		if h.builder.byTo[j] != nil {
			continue
		}
		at := float64(i+1)/float64(len(to))*float64(len(from)-skip) - 1 + float64(skip)
		low := int(math.Floor(at))
		share := at - float64(low)
		switch {
		case low < 0: // between the hips and the first joint
			low, share = 0, 0
			if hipsJoint := h.a.joint(hips); skip == 0 && hipsJoint >= 0 && isBelow(h.from, from[0], hipsJoint) && at < -1e-9 && len(from) < len(to) {
				l := h.builder.add(hipsJoint, j, h.fromRest.turned(hipsJoint), h.nameOf(j))
				l.second, l.share = from[0], at+1
				l.after2 = h.after(h.fromRest.turned(from[0]), j)
				continue
			}
		case low >= len(from)-1:
			low, share = len(from)-1, 0
		}
		l := h.builder.add(from[low], j, h.fromRest.turned(from[low]), h.nameOf(j))
		if share > 1e-9 {
			l.second, l.share = from[low+1], share
			l.after2 = h.after(h.fromRest.turned(from[low+1]), j)
		}
	}
}

// nameOf returns the target's bone of a joint, or "spine".
func (h *humanoids) nameOf(j int) string {
	for b, has := range h.b.has {
		if has && h.b.matches[b].Joint == j {
			return bone(b).String()
		}
	}
	return "spine"
}

// linkEqualNames links joints that have the same name and whose parents are linked, such as props and faces.
func (h *humanoids) linkEqualNames() {
	used := map[int]bool{}
	for _, l := range h.builder.byTo {
		used[l.from] = true
	}
	for j := range h.to.Len() {
		from, ok := h.from.Find(h.to.JointName(j))
		if !ok || used[from] || h.builder.byTo[j] != nil {
			continue
		}
		above, parent := h.to.Parent(j), h.from.Parent(from)
		if above < 0 || parent < 0 || h.builder.byTo[above] == nil || h.builder.byTo[above].from != parent {
			continue
		}
		// It hangs from its parent as that one is aligned.
		q := h.builder.byTo[above]
		delta := h.fromRest.turned(parent).Conjugate().Mul(h.fromRest.turned(from))
		h.builder.add(from, j, h.sourceTurned(q).Mul(delta), "")
		used[from] = true
	}
}

// sourceTurned returns the rotation of a link's source joint when the target is in its reference pose.
func (h *humanoids) sourceTurned(l *link) exact.Quat {
	// after = turned^-1 · turn^-1 · rest
	return h.turn.Conjugate().Mul(h.toRest.turned(l.to)).Mul(l.after.Conjugate())
}
