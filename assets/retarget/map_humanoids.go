package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// axes are the directions of a character in model space, at right angles.
type axes struct{ left, up, forward exact.Vec3 }

// rotation returns the rotation from the axes of glTF (left +X, up +Y, forward +Z) to the
// character's.
func (a *axes) rotation() exact.Quat {
	q := anatomy.Between(exact.Vec3{1, 0, 0}, a.left, exact.Vec3{0, 1, 0})
	return anatomy.Between(q.Rotate(exact.Vec3{0, 1, 0}), a.up, a.left).Mul(q).Normalized()
}

// axesOf finds the directions of a humanoid from its reference pose.
func axesOf(h *bones, f *anatomy.Frames) axes {
	var lateral, up exact.Vec3
	for _, b := range [...]anatomy.Bone{
		anatomy.Shoulder, anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand, anatomy.UpperLeg, anatomy.Foot,
	} {
		if l, r := h.joint(b), h.joint(b.On(anatomy.Right)); l >= 0 && r >= 0 {
			lateral = lateral.Add(f.Position(l).Sub(f.Position(r)))
		}
	}
	// Every bone's middle between left and right, from the feet to the head.
	var line []exact.Vec3
	for _, b := range [...]anatomy.Bone{
		anatomy.Foot, anatomy.LowerLeg, anatomy.UpperLeg, anatomy.Hips, anatomy.Spine, anatomy.Chest,
		anatomy.UpperChest, anatomy.Neck, anatomy.Head,
	} {
		j, k := h.joint(b), h.joint(b.On(anatomy.Right))
		if b < anatomy.FirstOfSide {
			k = j
		}
		if j >= 0 && k >= 0 {
			line = append(line, f.Position(j).Lerp(f.Position(k), 0.5))
		}
	}
	for i, low := range line {
		for _, high := range line[i+1:] {
			up = up.Add(high.Sub(low))
		}
	}
	a := axes{exact.Vec3{1, 0, 0}, exact.Vec3{0, 1, 0}, exact.Vec3{0, 0, 1}}
	if up.Length() > 0 {
		a.up = anatomy.SnapToAxis(up.Normalized())
	}
	if lateral = lateral.AddScaled(-lateral.Dot(a.up), a.up); lateral.Length() > 0.01*f.Size() {
		a.left = anatomy.SnapToAxis(lateral.Normalized())
	} else if math.Abs(a.up[0]) > 0.9 {
		a.left = exact.Vec3{0, 1, 0}
	}
	a.left = a.left.AddScaled(-a.left.Dot(a.up), a.up).Normalized()
	a.forward = a.left.Cross(a.up)
	return a
}

// humanoidOf returns the given map, or finds one.
func humanoidOf(h *humanoid.Map, s *rig.Skeleton, pose *rig.Pose) (*bones, *rig.Pose, error) {
	if h != nil {
		if pose == nil {
			pose = h.Pose()
		}
		return bonesOf(h), pose, nil
	}
	found, err := humanoid.FindInPose(s, pose)
	return bonesOf(found), pose, err
}

// humanoids relates two humanoids.
type humanoids struct {
	*Retargeter
	a, b     *bones // source and target
	axesFrom axes
	axesTo   axes
	builder  *linkBuilder
	// aligned are the rotations of source bones from their reference pose to the target's, in source
	// space.
	aligned map[anatomy.Bone]exact.Quat
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
	if r.same {
		toPose = fromPose
	}
	r.setPoses(fromPose, toPose)
	h := &humanoids{Retargeter: r, a: a, b: b, builder: r.newLinks(), aligned: map[anatomy.Bone]exact.Quat{}}
	r.relation, r.confidence = "as humanoids", min(a.Confidence(), b.Confidence())
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
func (h *humanoids) both(b anatomy.Bone) (from, to int, ok bool) {
	from, to = h.a.joint(b), h.b.joint(b)
	return from, to, from >= 0 && to >= 0
}

// directions returns the directions of a bone in the reference poses: the source's and, turned to
// source space, the target's.
func (h *humanoids) directions(b, next anatomy.Bone) (from, to exact.Vec3, ok bool) {
	j, k, ok1 := h.both(b)
	jn, kn, ok2 := h.both(next)
	if !ok1 || !ok2 {
		return from, to, false
	}
	from = h.fromRest.Position(jn).Sub(h.fromRest.Position(j))
	to = h.turn.Conjugate().Rotate(h.toRest.Position(kn).Sub(h.toRest.Position(k)))
	return from, to, from.Length() > 0 && to.Length() > 0
}

// frame returns a rotation that takes an axis at a right angle to forward to a direction: first
// forward or backward, then about the forward axis. Two directions have a rotation between them
// that does not depend on those in between, so that a T pose, an A pose and any other in the
// frontal plane give the same result.
func frame(axis, forward, direction exact.Vec3) exact.Quat {
	direction = direction.Normalized()
	ahead := direction.Dot(forward)
	flat := direction.AddScaled(-ahead, forward)
	q := anatomy.Between(axis, axis.Scale(flat.Length()).AddScaled(ahead, forward), forward)
	if flat.Length() < 1e-6 {
		return q
	}
	return anatomy.Between(axis, flat, forward).Mul(q)
}

// alignLimbs finds how the bones of the source's limbs must be rotated from its reference pose to
// point as the target's.
func (h *humanoids) alignLimbs() {
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		out := h.axesFrom.left
		if s == anatomy.Right {
			out = out.Scale(-1)
		}
		for _, l := range [2]struct {
			bones [3]anatomy.Bone
			axis  exact.Vec3
		}{
			{[3]anatomy.Bone{anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand}, out},
			{[3]anatomy.Bone{anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot}, h.axesFrom.up.Scale(-1)},
		} {
			upper, lower, end := l.bones[0].On(s), l.bones[1].On(s), l.bones[2].On(s)
			q := exact.IdentityQuat
			if from, to, ok := h.directions(upper, lower); ok {
				q = frame(l.axis, h.axesFrom.forward, to).Mul(frame(l.axis, h.axesFrom.forward, from).Conjugate())
			}
			h.aligned[upper] = q
			if from, to, ok := h.directions(lower, end); ok {
				q = anatomy.Between(q.Rotate(from), to, h.axesFrom.forward).Mul(q)
			}
			h.aligned[lower] = q
			if l.bones[2] == anatomy.Hand {
				h.alignHand(s, q)
			}
		}
	}
}

// linkBones links the bones that both humanoids have, other than the spine and the neck.
func (h *humanoids) linkBones() {
	for b := range anatomy.Bone(anatomy.BoneCount) {
		from, to, ok := h.both(b)
		if !ok || b == anatomy.Spine || b == anatomy.Chest || b == anatomy.UpperChest || b == anatomy.Neck {
			continue
		}
		q, isLimb := h.aligned[b]
		if !isLimb {
			q = exact.IdentityQuat
		}
		l := h.builder.add(from, to, q.Mul(h.fromRest.Turned(from)), b.String())
		l.placed = b == anatomy.Hips
		// The end of a limb that does not hang from it, as feet that inverse kinematics moved.
		for _, limb := range anatomy.Limbs {
			if above := limb[1].On(b.Side()); b == limb[2].On(b.Side()) && h.b.joint(above) >= 0 &&
				!anatomy.IsBelow(h.to, to, h.b.joint(above)) {
				l.placed = true
			}
		}
	}
}

// linkEqualNames links joints that have the same name and whose parents are linked, such as props
// and faces.
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
		delta := h.fromRest.Turned(parent).Conjugate().Mul(h.fromRest.Turned(from))
		h.builder.add(from, j, h.sourceTurned(q).Mul(delta), "")
		used[from] = true
	}
}

// sourceTurned returns the rotation of a link's source joint when the target is in its reference
// pose.
func (h *humanoids) sourceTurned(l *link) exact.Quat {
	// after = turned^-1 · turn^-1 · rest
	return h.turn.Conjugate().Mul(h.toRest.Turned(l.to)).Mul(l.after.Conjugate())
}
