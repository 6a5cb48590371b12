package gltfio

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// joint returns the joint of a node in the skeleton of the model, and false if the node is none.
func (l *loader) joint(node int) (joint int, ok bool) {
	joint, ok = l.own.FromSource(node)
	if !ok || l.joined == nil {
		return joint, ok
	}
	joint = l.joined[joint]
	return joint, joint >= 0
}

// joinSkeleton replaces the skeleton of the file by that of the options, which has its joints.
func (l *loader) joinSkeleton() error {
	l.own = l.skeleton
	if l.shared != nil {
		l.joined, l.skeleton = make([]int, l.own.Len()), l.shared
		for j := range l.joined {
			l.joined[j] = j
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
	if err := l.checkJoined(b.joints, target); err != nil {
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
	l.joined, l.skeleton = b.joints, target
	return nil
}

// equalSkeleton returns a skeleton of the library that equals that of the file, unless the options
// ask for another or an own one.
func (l *loader) equalSkeleton(lib *assets.Library) (found *assets.Skeleton) {
	if l.options.Skeleton != nil || l.options.OwnSkeleton {
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
// the same parents and with the same numbers of a pose.
func (l *loader) checkJoined(joints []int, target *rig.Skeleton) error {
	var extra []string
	for j, moves := range l.movingJoints() {
		to, name := joints[j], l.own.JointName(j)
		switch {
		case !moves && to < 0:
			continue
		case to < 0:
			extra = append(extra, name)
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
	if len(l.own.MaterialChannels()) > 0 {
		return fmt.Errorf("%w: expected no animated materials in a file that joins a skeleton, found %d properties",
			ErrOtherSkeleton, len(l.own.MaterialChannels()))
	}
	return nil
}

// mostExtra is how many joints an error names.
const mostExtra = 8

// extraJoints returns the error for joints that a skeleton does not have.
func extraJoints(extra []string, target *rig.Skeleton) error {
	has := make([]string, target.Len())
	for j := range has {
		has[j] = target.JointName(j)
	}
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
	return fmt.Errorf("%w: expected joints that skeleton %q has too, found %s", ErrOtherSkeleton, target.Name(),
		strings.Join(list, ", "))
}

// movingJoints reports for each joint of the file whether something depends on it: a skin, an
// animation, a mesh that hangs from it, or numbers of a pose.
func (l *loader) movingJoints() []bool {
	moves := make([]bool, l.own.Len())
	mark := func(node int) {
		for ; node >= 0; node = l.nodes[node].parent {
			if joint, ok := l.own.FromSource(node); ok {
				moves[joint] = true
				return
			}
		}
	}
	for _, s := range l.doc.Skins {
		for _, node := range s.Joints {
			mark(node)
		}
	}
	for _, a := range l.doc.Animations {
		for _, c := range a.Channels {
			if c != nil && c.Target.Node != nil {
				mark(*c.Target.Node)
			}
		}
	}
	for i, n := range l.doc.Nodes {
		if n.Mesh != nil && n.Skin == nil {
			mark(i)
		}
	}
	for _, c := range l.own.MorphChannels() {
		moves[c.Joint] = true
	}
	for _, c := range l.own.VisibilityChannels() {
		moves[c.Joint] = true
	}
	return moves
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
