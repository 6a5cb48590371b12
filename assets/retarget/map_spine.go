package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
)

// spineOf returns the joints from the hips, exclusive, to the joint that carries the arms.
func spineOf(m *bones) []int {
	hipsJoint, top := m.joint(anatomy.Hips), -1
	if l, r := m.joint(anatomy.UpperArm), m.joint(anatomy.UpperArm.On(anatomy.Right)); l >= 0 && r >= 0 {
		top = anatomy.CommonAncestor(m.Skeleton(), l, r)
	}
	if n := m.joint(anatomy.Neck); n >= 0 && n == top {
		top = m.Skeleton().Parent(top)
	}
	for _, b := range [3]anatomy.Bone{anatomy.UpperChest, anatomy.Chest, anatomy.Spine} {
		if top < 0 {
			top = m.joint(b)
		}
	}
	if hipsJoint < 0 || top < 0 {
		return nil
	}
	return anatomy.PathBetween(m.Skeleton(), hipsJoint, top)
}

// linkNecks links the joints from the neck, inclusive, to the head, exclusive.
func (h *humanoids) linkNecks() {
	neckOf := func(m *bones) []int {
		n, top := m.joint(anatomy.Neck), m.joint(anatomy.Head)
		if n < 0 {
			return nil
		}
		path := []int{n}
		if top >= 0 {
			path = append(path, anatomy.PathBetween(m.Skeleton(), n, top)...)
			path = path[:len(path)-1] // without the head
		}
		return path
	}
	from, to := neckOf(h.a), neckOf(h.b)
	if len(from) == 0 && len(to) > 0 && h.a.joint(anatomy.Head) >= 0 {
		// A head without a neck: the neck shares its rotation with the last joint of the spine.
		if spines := spineOf(h.a); len(spines) > 0 {
			from = []int{spines[len(spines)-1], h.a.joint(anatomy.Head)}
			to = append(to, h.b.joint(anatomy.Head))
			if to[len(to)-1] < 0 {
				return
			}
			h.parts(from, to, 1)
			return
		}
	}
	h.parts(from, to, 0)
}

// parts links each joint of one chain, such as the spine, to the joints of another that are at the
// same part of it, the last to the last. The first skip joints of from are where the target's chain
// begins, exclusive.
func (h *humanoids) parts(from, to []int, skip int) {
	if len(from) == 0 {
		return
	}
	for i, j := range to {
		if h.builder.byTo[j] != nil {
			continue
		}
		at := float64(float64(i+1)/float64(len(to))*float64(len(from)-skip)) - 1 + float64(skip)
		low := int(math.Floor(at))
		share := at - float64(low)
		switch {
		case low < 0: // between the hips and the first joint
			low, share = 0, 0
			if hipsJoint := h.a.joint(anatomy.Hips); skip == 0 && hipsJoint >= 0 &&
				anatomy.IsBelow(h.from, from[0], hipsJoint) &&
				at < -1e-9 && len(from) < len(to) {
				l := h.builder.add(hipsJoint, j, h.fromRest.Turned(hipsJoint), h.nameOf(j))
				l.second, l.share = from[0], at+1
				l.after2 = h.after(h.fromRest.Turned(from[0]), j)
				continue
			}
		case low >= len(from)-1:
			low, share = len(from)-1, 0
		}
		l := h.builder.add(from[low], j, h.fromRest.Turned(from[low]), h.nameOf(j))
		if share > 1e-9 {
			l.second, l.share = from[low+1], share
			l.after2 = h.after(h.fromRest.Turned(from[low+1]), j)
		}
	}
}

// nameOf returns the target's bone of a joint, or "spine".
func (h *humanoids) nameOf(j int) string {
	for b, joint := range h.b.joints {
		if joint == j {
			return anatomy.Bone(b).String()
		}
	}
	return "spine"
}
