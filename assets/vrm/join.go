package vrm

import (
	"fmt"
	"slices"
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

// addCarrier adds a node to the contents of a file that joins a skeleton, which carries the numbers of
// the face: those of joints that the skeleton has may be the wearer's. It is an extra joint below the
// head or, if the skeleton lacks that, below the first node that it has. It returns -1 and adds none
// if there is no such node, or if the expressions move only what the wearer's expressions move.
func (a *Avatar) addCarrier(data []byte, d *avatarDocument, from *document) (changed []byte, carrier int, err error) {
	if !a.movesOwn(d, from) {
		return data, -1, nil
	}
	named := map[string]int{}
	for i := range from.Nodes {
		named[from.Nodes[i].Name]++
	}
	joins := func(node int) bool {
		name := from.Nodes[node].Name
		return named[name] == 1 && a.isShared(name)
	}
	parent := -1
	if head, has := d.bones["head"]; has && joins(head) {
		parent = head
	}
	for node := 0; parent < 0 && node < len(from.Nodes); node++ {
		if joins(node) {
			parent = node
		}
	}
	if parent < 0 {
		return data, -1, nil
	}
	name := "expressions"
	for a.isTaken(name, named) {
		name += "_"
	}
	return addChild(data, parent, name)
}

// movesOwn reports whether an expression moves morph weights of a node that the skeleton lacks which
// the file joins, or changes materials.
func (a *Avatar) movesOwn(d *avatarDocument, from *document) (moves bool) {
	_ = d.forEach(func(_, _ string, _ bool, e *expressionDocument) error { // which returns no error of its own
		moves = moves || len(e.Colors) > 0 || len(e.Changes) > 0 || len(e.changes) > 0 ||
			slices.ContainsFunc(e.Binds, func(b bindDocument) bool {
				return b.Node != nil && *b.Node >= 0 && *b.Node < len(from.Nodes) && !a.isShared(from.Nodes[*b.Node].Name)
			})
		return nil
	})
	return moves
}

// isTaken reports whether a node of the file or a joint of the skeleton that it joins has a name, but
// for upper and lower case.
func (a *Avatar) isTaken(name string, named map[string]int) bool {
	for other := range named {
		if strings.EqualFold(other, name) {
			return true
		}
	}
	for j := range a.joined.Len() {
		if strings.EqualFold(a.joined.JointName(j), name) {
			return true
		}
	}
	return false
}
