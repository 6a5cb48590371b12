package gltfio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// followed is with which joint of another skeleton a joint of the file moves: with that of its
// name, or for an extra joint, which the skeleton lacks, with the nearest one above it. An extra
// joint keeps its place relative to that as in the rest pose of the file. Skins and nodes refer to
// the other skeleton's joints, so nothing that poses, stores or draws characters knows of extra
// joints, and they cost what other entries of a palette do.
//
// With ExtendSkeleton, the node of a skinned mesh with no such joint above it is an extra joint too if
// it has morph weights or is animated. It becomes a root: the joints of the skin alone place the mesh,
// so the node only carries numbers. A VRM file has its face in such a node.
type followed struct {
	joint   int // -1 if there is none
	isExtra bool
	// offset is of one that the skeleton lacks: from its space to that of the joint, or of the model.
	offset exact.Affine
}

// joint returns the joint of a node in the skeleton of the model, and false if the node is none.
func (l *loader) joint(node int) (joint int, ok bool) {
	joint, ok = l.own.FromSource(node)
	if !ok || l.joined == nil {
		return joint, ok
	}
	f := &l.joined[joint]
	return f.joint, f.joint >= 0 && !f.isExtra
}

// follow returns the joint of the model's skeleton with which a node moves that is a joint of the
// file, or -1, and what takes the place of a transform to the space of the node: one to the space
// of that joint, or of the model.
func (l *loader) follow(node int, m rig.Matrix) (int, rig.Matrix) {
	joint, ok := l.own.FromSource(node)
	if !ok || l.joined == nil {
		return joint, m
	}
	f := &l.joined[joint]
	if f.joint >= 0 && !f.isExtra {
		return f.joint, m
	}
	at := exact.ToAffine((*[12]float32)(&m))
	for i, v := range f.offset.Mul(&at) {
		m[i] = float32(v)
	}
	return f.joint, m
}

// followJoints returns how the joints of the file follow those of a skeleton, given for each the
// joint of its name or -1.
func (l *loader) followJoints(joints []int) []followed {
	list, moves := make([]followed, len(joints)), l.movingJoints()
	for j, joint := range joints {
		f := &list[j]
		if f.joint = joint; joint >= 0 {
			continue
		}
		rest := l.own.Rest(j).Matrix()
		f.offset = exact.ToAffine((*[12]float32)(&rest))
		if parent := l.own.Parent(j); parent >= 0 {
			above := &list[parent]
			f.joint, f.isExtra = above.joint, above.joint >= 0
			if above.isExtra || above.joint < 0 {
				f.offset = above.offset.Mul(&f.offset)
			}
		}
		if !f.isExtra && moves[j] && l.options.ExtendSkeleton {
			node := l.doc.Nodes[l.own.Source(j)]
			f.isExtra = node.Mesh != nil && node.Skin != nil
		}
	}
	return list
}

// joinSkeleton replaces the skeleton of the file by that of the options, which has its joints. Values
// are those of animated materials, by node, and nearest gives the node of the joint that carries
// them.
func (l *loader) joinSkeleton(values [][]rig.MaterialRest, nearest func(node int) int) error {
	l.own = l.skeleton
	if l.shared != nil && l.options.Skeleton == nil {
		l.joined, l.skeleton = make([]followed, l.own.Len()), l.shared
		for j := range l.joined {
			l.joined[j].joint = j
		}
		return nil
	}
	target := l.options.Skeleton
	if target == nil {
		return nil
	}
	if l.binding != nil {
		l.warn("", "options: the skeleton is that for which the clips are read; the one of the options was ignored")
		return nil
	}
	b := binding{target: target, joints: matchJoints(l.own, target)}
	joined := l.followJoints(b.joints)
	if err := l.checkJoined(b.joints, joined, target); err != nil {
		return &Error{Path: "nodes", Err: err}
	}
	b.compareRest(l.own)
	matched := 0
	for _, joint := range b.joints {
		if joint >= 0 {
			matched++
		}
	}
	text := fmt.Sprintf("joins skeleton %q, of whose %d joints it has %d", target.Name(), target.Len(), matched)
	l.warn("nodes", "%s; %s", text, restText(b.report.Rest))
	l.joined, l.skeleton = joined, target
	extra, animated := l.describeExtra(joined, target), len(l.own.MaterialChannels())
	switch {
	case extra == "":
	case l.options.ExtendSkeleton:
		l.warn("nodes", "extra joints, which extend a copy of the skeleton: %s", extra)
	default:
		l.warn("nodes", "extra joints, which keep their places relative to their parents: %s", extra)
	}
	if l.options.ExtendSkeleton && (extra != "" || animated > 0) {
		if animated > 0 {
			l.warn("materials", "the copy of the skeleton has %d animated properties of materials of the file", animated)
		}
		if err := l.extendSkeleton(joined, target, values, nearest); err != nil {
			return &Error{Path: "nodes", Err: err}
		}
	}
	return nil
}

// extendSkeleton gives the model a copy of a skeleton with the extra joints added, which are then no
// extra ones any more, and with the values of the animated materials of the file. Those of the
// skeleton stay with it: they belong to other meshes. A joint that is not in the copy leaves its
// values to the first one.
func (l *loader) extendSkeleton(joined []followed, target *rig.Skeleton, values [][]rig.MaterialRest,
	nearest func(node int) int,
) error {
	joints := make([]rig.Joint, 0, target.Len()+len(joined))
	add := func(s *rig.Skeleton, j, parent int) {
		joint := rig.Joint{Name: s.JointName(j), Parent: parent, Rest: s.Rest(j), KeepRotation: true}
		if c, ok := s.MorphChannel(j); ok {
			joint.Morphs = s.RestMorphs()[c.Offset:][:c.Count]
		}
		if c, ok := s.VisibilityChannel(j); ok {
			joint.HasVisibility, joint.Hidden = true, s.RestMorphs()[c.Offset] == 0
		}
		joints = append(joints, joint)
	}
	for j := range target.Len() {
		add(target, j, target.Parent(j))
	}
	for j := range joined {
		if f := &joined[j]; f.isExtra {
			above := -1
			if f.joint >= 0 {
				above = joined[l.own.Parent(j)].joint // which is real by now
			}
			*f = followed{joint: len(joints)}
			add(l.own, j, above)
		}
	}
	for node, list := range values {
		if len(list) > 0 {
			joint, _ := l.own.FromSource(nearest(node))
			carrier := &joints[max(joined[joint].joint, 0)]
			carrier.Materials = append(carrier.Materials, list...)
		}
	}
	extended, err := rig.NewSkeleton(l.modelName(), joints, nil)
	if err != nil {
		return err
	}
	for j := range joined {
		if f := &joined[j]; f.joint >= 0 {
			f.joint, _ = extended.FromSource(f.joint)
		}
	}
	l.skeleton, l.isExtended = extended, true
	if l.shared != nil {
		l.skeleton = l.shared
	}
	return nil
}

// describeExtra lists the extra joints with their parents, or returns "".
func (l *loader) describeExtra(joined []followed, target *rig.Skeleton) string {
	list, more := []string(nil), 0
	has := unmatched(target, joined)
	for j := range joined {
		if !joined[j].isExtra {
			continue
		}
		if len(list) == mostExtra {
			more++
			continue
		}
		name := l.own.JointName(j)
		text := fmt.Sprintf("%q of a skinned mesh", shorten(name))
		if joined[j].joint >= 0 {
			text = fmt.Sprintf("%q of %q", shorten(name), shorten(l.own.JointName(l.own.Parent(j))))
		}
		if near := names.Near(name, has); len(near) > 0 {
			text += fmt.Sprintf(" (near %q)", near[0])
		}
		list = append(list, text)
	}
	if more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// unmatched returns the names of the joints of a skeleton that the file lacks.
func unmatched(target *rig.Skeleton, joined []followed) (list []string) {
	has := make([]bool, target.Len())
	for _, f := range joined {
		if f.joint >= 0 && !f.isExtra {
			has[f.joint] = true
		}
	}
	for j := range has {
		if !has[j] {
			list = append(list, target.JointName(j))
		}
	}
	return list
}

// equalSkeleton returns a skeleton of the library that equals that of the model, unless the options
// ask for another or an own one.
func (l *loader) equalSkeleton(lib *assets.Library) (found *assets.Skeleton) {
	if l.options.Skeleton != nil && !l.isExtended || l.options.OwnSkeleton {
		return nil
	}
	lib.Each(func(_, asset any) bool {
		skeleton, isSkeleton := asset.(*assets.Skeleton)
		if isSkeleton && skeleton.Equal(l.skeleton) {
			found = skeleton
		}
		return found == nil && isSkeleton
	})
	return found
}

// matchJoints returns for each joint the joint of the same name in another skeleton, or -1. Of
// several joints with a name the first one counts.
func matchJoints(own, target *rig.Skeleton) []int {
	joints := make([]int, own.Len())
	for j := range joints {
		joints[j] = -1
		name := own.JointName(j)
		if first, _ := own.Find(name); first != j {
			continue
		}
		if joint, ok := target.Find(name); ok {
			joints[j] = joint
		}
	}
	return joints
}

// checkJoined returns an error unless another skeleton has all joints that move something, below
// the same parents and with the same numbers of a pose, or a joint above those with which they can
// move, or below which they can extend it.
func (l *loader) checkJoined(joints []int, joined []followed, target *rig.Skeleton) error {
	var extra []string
	has := unmatched(target, joined)
	holds, moves := l.holdingJoints(), l.movingJoints()
	for j := range joints {
		to, name := joints[j], l.own.JointName(j)
		if to < 0 {
			follows := joined[j].isExtra && !isMisspelled(name, has) &&
				(l.options.ExtendSkeleton || holds[j] && !l.hasNumbers(j))
			if (holds[j] || moves[j]) && !follows {
				extra = append(extra, name)
			}
			continue
		}
		if parent := l.own.Parent(j); parent >= 0 && joints[parent] >= 0 && joints[parent] != target.Parent(to) {
			above := "none"
			if p := target.Parent(to); p >= 0 {
				above = fmt.Sprintf("%q", target.JointName(p))
			}
			return fmt.Errorf("%w: joint %q: expected the parent that it has in skeleton %q, %s, found %q",
				ErrOtherSkeleton, name, target.Name(), above, l.own.JointName(parent))
		}
		own, _ := l.own.MorphChannel(j)
		if channel, _ := target.MorphChannel(to); own.Count != 0 && own.Count != channel.Count {
			return fmt.Errorf("%w: joint %q: expected the %d morph weights that it has in skeleton %q, found %d",
				ErrOtherSkeleton, name, channel.Count, target.Name(), own.Count)
		}
		_, own1 := l.own.VisibilityChannel(j)
		if _, shown := target.VisibilityChannel(to); own1 && !shown {
			return fmt.Errorf("%w: joint %q: expected a channel for its animated visibility in skeleton %q, found none",
				ErrOtherSkeleton, name, target.Name())
		}
	}
	if len(extra) > 0 {
		return extraJoints(extra, target)
	}
	if len(l.own.MaterialChannels()) > 0 && !l.options.ExtendSkeleton {
		return fmt.Errorf("%w: expected no animated materials in a file that joins a skeleton without ExtendSkeleton, found "+
			"%d properties", ErrOtherSkeleton, len(l.own.MaterialChannels()))
	}
	return nil
}

// mostExtra is how many joints an error names.
const mostExtra = 8

// extraJoints returns the error for joints that a skeleton does not have and that cannot follow
// another one.
func extraJoints(extra []string, target *rig.Skeleton) error {
	has := jointNames(target)
	var list []string
	for _, name := range extra[:min(len(extra), mostExtra)] {
		text := fmt.Sprintf("%q", shorten(name))
		if near := names.Near(name, has); len(near) > 0 {
			text += fmt.Sprintf(" (near %q)", near[0])
		}
		list = append(list, text)
	}
	if more := len(extra) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("%w: expected joints that skeleton %q has too, or joints of skins and meshes below such "+
		"without morph weights and visibility, found %s", ErrOtherSkeleton, target.Name(), strings.Join(list, ", "))
}

// isMisspelled reports whether a name is that of a joint but for upper and lower case. Such a joint
// is hardly an extra one.
func isMisspelled(name string, joints []string) bool {
	return slices.ContainsFunc(joints, func(joint string) bool { return strings.EqualFold(name, joint) })
}

// hasNumbers reports whether a joint of the file has numbers of the pose besides its transform.
func (l *loader) hasNumbers(joint int) bool {
	_, morphs := l.own.MorphChannel(joint)
	_, visibility := l.own.VisibilityChannel(joint)
	return morphs || visibility
}

// jointsOf reports for each joint of the file whether it is one of the nodes that mark is given, or
// the nearest joint above one.
func (l *loader) jointsOf(nodes func(mark func(node int))) []bool {
	list := make([]bool, l.own.Len())
	nodes(func(node int) {
		for ; node >= 0; node = l.nodes[node].parent {
			if joint, ok := l.own.FromSource(node); ok {
				list[joint] = true
				return
			}
		}
	})
	return list
}

// holdingJoints reports for each joint of the file whether a skin or a mesh that hangs from it
// depends on it.
func (l *loader) holdingJoints() []bool {
	return l.jointsOf(func(mark func(node int)) {
		for _, s := range l.doc.Skins {
			for _, node := range s.Joints {
				mark(node)
			}
		}
		for i, n := range l.doc.Nodes {
			if n.Mesh != nil && n.Skin == nil {
				mark(i)
			}
		}
	})
}

// movingJoints reports for each joint of the file whether an animation moves it or it has numbers
// of a pose.
func (l *loader) movingJoints() []bool {
	list := l.jointsOf(func(mark func(node int)) {
		for _, a := range l.doc.Animations {
			for _, c := range a.Channels {
				if c != nil && c.Target.Node != nil {
					mark(*c.Target.Node)
				}
			}
		}
	})
	for j := range list {
		list[j] = list[j] || l.hasNumbers(j)
	}
	return list
}

// addSkeleton adds the skeleton of the model to the library, unless it is one that the library has.
func (l *loader) addSkeleton(a *additions) assets.SkeletonID {
	found := assets.SkeletonID(0)
	if l.joined != nil {
		a.lib.Each(func(of, asset any) bool {
			if asset == l.skeleton {
				found = of.(assets.SkeletonID)
			}
			return found == 0
		})
	}
	if found != 0 {
		return found
	}
	return addAsset(a, l.skeleton, a.lib.AddSkeleton, a.lib.RemoveSkeleton)
}
