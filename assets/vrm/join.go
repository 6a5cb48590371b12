package vrm

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// jointOf returns the joint of a node, and false if it is none. A model that joined a skeleton has
// other joints than its file.
func (a *Avatar) jointOf(node int) (joint int, ok bool) {
	if node < 0 || node >= len(a.Model.Nodes) || !a.Model.Nodes[node].IsJoint {
		return 0, false
	}
	return a.Model.Nodes[node].Joint, true
}

// isShared reports whether the skeleton that the file joined has a joint, which its characters move.
func (a *Avatar) isShared(joint string) bool {
	if a.joined == nil {
		return false
	}
	_, ok := a.joined.Find(joint)
	return ok
}

// leaveShared leaves the first joints of a spring out that the skeleton has which the file joined, and
// reports whether these are all.
func (a *Avatar) leaveShared(s *springDocument) (isOut bool) {
	n, all := 0, s.settings.Joints
	for n < len(all) && a.isShared(all[n]) {
		n++
	}
	if n == 0 {
		return false
	}
	s.settings.Joints, s.settings.Bones = all[n:], s.settings.Bones[min(n, len(s.settings.Bones)):]
	what := fmt.Sprintf("the first %d of %d joints are left out: skeleton %q has them", n, len(all), a.joined.Name())
	if n == len(all) {
		what = fmt.Sprintf("it is left out: skeleton %q has its joints", a.joined.Name())
	}
	a.warn("%s: %s too, so its characters move them", s.path, what)
	return n == len(all)
}

// checkFacing returns an error if a file of VRM 0.x, which is turned by half a turn, joins a skeleton
// that is not.
func (a *Avatar) checkFacing() error {
	if a.joined == nil {
		return nil
	}
	for j := range a.joined.Len() {
		if a.joined.Parent(j) < 0 && strings.HasPrefix(a.joined.JointName(j), facing) {
			return nil
		}
	}
	return fmt.Errorf("%w: expected the skeleton of an avatar of VRM 0.x, as the file is one, found skeleton %q, which "+
		"is not turned to face +Z as these are", gltfio.ErrOtherSkeleton, a.joined.Name())
}

// extraCarrier returns the first of some nodes that can carry the numbers of the face in a file that
// joins a skeleton: a joint that the skeleton lacks, below one that it has, without a mesh; -1 if
// there is none.
func (a *Avatar) extraCarrier(from *document, nodes []int) int {
	parents, named := make([]int, len(from.Nodes)), map[string]int{}
	for i := range parents {
		parents[i] = -1
	}
	for i, n := range from.Nodes {
		named[n.Name]++
		for _, child := range n.Children {
			if child >= 0 && child < len(parents) {
				parents[child] = i
			}
		}
	}
	hangs := func(node int) bool {
		for range parents { // a file may have a circle, which is an error later
			if node = parents[node]; node < 0 {
				return false
			}
			if a.isShared(from.Nodes[node].Name) {
				return true
			}
		}
		return false
	}
	carrier := -1
	for _, node := range nodes {
		n := &from.Nodes[node]
		if n.Mesh == nil && (carrier < 0 || node < carrier) && n.Name != "" && named[n.Name] == 1 && !a.isShared(n.Name) &&
			hangs(node) {
			carrier = node
		}
	}
	return carrier
}
