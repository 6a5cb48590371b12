package gltfio

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// said is what the options and the sidecar say about the contents of a file.
type said struct {
	rootMotion   *clip.RootMotionOptions // of all clips
	rootMotionAt origin
	clips        map[string]saidClip
	hidden       []string // names of parts
	hiddenAt     origin
	masks        []saidMask // by name
	bones        []saidBone // by name

	scaleAt *origin // where the sidecar says the scale that counts; nil: it does not

	still []string // names of the clips that have no root motion
}

type saidClip struct {
	ClipOptions
	at, motionAt, markersAt, modeAt origin
}

type saidMask struct {
	name  string
	steps []MaskStep
	at    origin
}

type saidBone struct {
	bone, joint string
	at          origin
}

// readSaid reads the sidecar, and joins the options with what it says. The options win.
func (l *loader) readSaid() error {
	beside, err := l.readSidecar()
	if err != nil {
		return err
	}
	if !l.options.hasScale() {
		l.options.Scale, l.options.Meters = beside.Scale, beside.Meters
		if beside.hasScale() {
			at := origin{source: beside.source}.at("scale")
			l.said.scaleAt = &at
		}
	}
	s, clips, masks, bones := &l.said, map[string]saidClip{}, map[string]saidMask{}, map[string]saidBone{}
	for _, o := range [...]*Options{&beside, &l.options} { // the later one replaces
		from := origin{source: o.source}
		if o.RootMotion != nil {
			s.rootMotion, s.rootMotionAt = o.RootMotion, from.at("rootMotion")
		}
		for name, c := range o.Clips {
			at := from.at("clips").at(name)
			to := clips[name]
			to.at = at
			if c.RootMotion != nil || c.KeepMotion {
				to.RootMotion, to.KeepMotion, to.motionAt = c.RootMotion, c.KeepMotion, at.at("rootMotion")
			}
			if c.Markers != nil {
				to.Markers, to.markersAt = c.Markers, at.at("markers")
			}
			if c.PlayMode != nil || c.LoopLimit != 0 {
				to.PlayMode, to.LoopLimit, to.modeAt = c.PlayMode, c.LoopLimit, at.at("playMode")
			}
			clips[name] = to
		}
		if o.HiddenParts != nil {
			s.hidden, s.hiddenAt = o.HiddenParts, from.at("hiddenParts")
		}
		for name, steps := range o.Masks {
			masks[name] = saidMask{name, steps, from.at("masks").at(name)}
		}
		for bone, joint := range o.Bones {
			bones[bone] = saidBone{bone, joint, from.at("bones").at(bone)}
		}
	}
	s.clips = clips
	for _, name := range slices.Sorted(maps.Keys(masks)) {
		s.masks = append(s.masks, masks[name])
	}
	for _, bone := range slices.Sorted(maps.Keys(bones)) {
		s.bones = append(s.bones, bones[bone])
	}
	return nil
}

// problems collects errors, at most [maxProblems].
type problems []error

func (p *problems) add(at origin, err error) {
	if err != nil && !p.full() {
		*p = append(*p, at.problem(err))
	}
}

func (p problems) full() bool { return len(p) >= maxProblems }

func (p problems) join() error { return errors.Join(p...) }

// checkSaidClips checks that the file has the clips and joints that options of clips name. The
// skeleton is that of the clips.
func (l *loader) checkSaidClips(skeleton *assets.Skeleton) error {
	var found problems
	checkJoint := func(o *clip.RootMotionOptions, at origin) {
		if o != nil && o.Number == 0 && o.Joint != "" {
			_, err := skeleton.FindJoint(o.Joint)
			found.add(at.at("joint"), err)
		}
	}
	checkJoint(l.said.rootMotion, l.said.rootMotionAt)
	has := make([]string, len(l.doc.Animations))
	known := map[string]bool{}
	for i := range has {
		has[i] = l.clipName(i)
		known[has[i]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(l.said.clips)) {
		if found.full() {
			break
		}
		c := l.said.clips[name]
		if !known[name] {
			found.add(c.at, names.NotFound(rig.ErrNotFound, fmt.Sprintf("model %q", l.modelName()), "clip", name, has))
			continue
		}
		checkJoint(c.RootMotion, c.motionAt)
	}
	return found.join()
}

// clipName returns the name of the clip of an animation.
func (l *loader) clipName(animation int) string {
	if name := l.doc.Animations[animation].Name; name != "" {
		return name
	}
	return fmt.Sprintf("animation_%d", animation)
}

// saidOf returns what is said about the clip of an animation, and takes it, as it is about the
// first clip of a name. It removes from the extras what it replaces.
func (l *loader) saidOf(name string, extras *clipExtras) saidClip {
	s := l.said.clips[name]
	delete(l.said.clips, name)
	if s.Markers != nil {
		extras.markers = nil
	}
	if s.RootMotion != nil || s.KeepMotion {
		extras.rootMotion = nil
	}
	if s.PlayMode != nil {
		extras.playMode = nil
	}
	return s
}

// applySaid returns the clip with the play mode, the markers and the root motion that are said.
func (l *loader) applySaid(s saidClip, c *assets.Clip) (*assets.Clip, error) {
	switch {
	case s.PlayMode != nil:
		var err error
		if c, err = clip.WithPlayMode(c, *s.PlayMode, s.LoopLimit); err != nil {
			return nil, s.modeAt.problem(err)
		}
	case s.LoopLimit != 0:
		return nil, s.modeAt.problem(fmt.Errorf("expected a play mode with a limit of loops, found the limit %d alone",
			s.LoopLimit))
	}
	if s.Markers != nil {
		if err := l.memory.spend(s.markersAt.path, len(s.Markers), 1024); err != nil {
			return nil, err
		}
		var found problems
		for i := range s.Markers {
			marker := s.Markers[i]
			found.add(s.markersAt.at(i), marker.Fit(c.Start(), c.End()))
		}
		if len(found) > 0 {
			return nil, found.join()
		}
		var err error
		if c, err = clip.WithMarkers(c, s.Markers...); err != nil {
			return nil, s.markersAt.problem(err)
		}
	}
	options, at, ofAll := s.RootMotion, s.motionAt, false
	if options == nil {
		if s.KeepMotion || l.said.rootMotion == nil || c.RootMotion() != nil || c.Additive() {
			return c, nil
		}
		options, at, ofAll = l.said.rootMotion, l.said.rootMotionAt, true
	}
	if err := l.memory.spend(at.path, c.Keys(), 1024); err != nil {
		return nil, err
	}
	moving, err := clip.ExtractRootMotion(c, *options)
	switch {
	case err == nil:
		return moving, nil
	case ofAll && errors.Is(err, clip.ErrNoRootMotion):
		l.said.still = append(l.said.still, c.Name())
		return c, nil
	}
	return nil, at.problem(err)
}

// maxStillShown is the number of clips that the warning of [loader.warnAboutStillClips] lists.
const maxStillShown = 8

// warnAboutStillClips lists the clips that have no root motion, though that of all was to be taken
// out.
func (l *loader) warnAboutStillClips() {
	still := l.said.still
	if len(still) == 0 {
		return
	}
	more := ""
	if n := len(still) - maxStillShown; n > 0 {
		still, more = still[:maxStillShown], fmt.Sprintf(" and %d more", n)
	}
	quoted := make([]string, len(still))
	for i, name := range still {
		quoted[i] = strconv.Quote(shorten(name))
	}
	l.warn("", "%s: clips that have no root motion were left as they are: %s%s", l.said.rootMotionAt,
		strings.Join(quoted, ", "), more)
}

// checkHiddenParts finds the parts that characters do not show at first.
func (l *loader) checkHiddenParts() error {
	const limit = 64 // the parts that have a bit in components.SkinnedMesh.Hidden
	first := map[string]int{}
	var has []string
	for i := range l.parts {
		name := l.doc.Nodes[l.parts[i].node].Name
		if _, known := first[name]; !known {
			first[name] = i
			has = append(has, name)
		}
	}
	hidden := map[string]bool{}
	var found problems
	for i, name := range l.said.hidden {
		if found.full() {
			break
		}
		at := l.said.hiddenAt.at(i)
		switch _, known := first[name]; {
		case !known:
			found.add(at, names.NotFound(rig.ErrNotFound, fmt.Sprintf("model %q", l.modelName()), "part", name, has))
		case hidden[name]:
			found.add(at, fmt.Errorf("expected each part once, found %q twice", shorten(name)))
		}
		hidden[name] = true
	}
	for i := range l.parts {
		p := &l.parts[i]
		name := l.doc.Nodes[p.node].Name
		if p.leftOut = hidden[name]; p.leftOut && i >= limit {
			found.add(l.said.hiddenAt, fmt.Errorf("%w: expected one of the first %d parts, found part %d, %q",
				rig.ErrNotFound, limit, i, shorten(name)))
		}
	}
	return found.join()
}

// buildMasks makes the masks, in the order of their names.
func (l *loader) buildMasks() error {
	var found problems
	for _, m := range l.said.masks {
		if found.full() {
			break
		}
		if err := l.memory.spend(m.at.path, l.skeleton.Len(), 8); err != nil {
			return err
		}
		b := rig.NewMask(m.name, l.skeleton)
		for i := range m.steps {
			l.addMaskStep(b, &m.steps[i], m.at.at(i), &found)
		}
		mask, err := b.Build()
		if err != nil {
			if len(found) == 0 {
				found.add(m.at, err)
			}
			continue
		}
		l.masks = append(l.masks, mask)
	}
	return found.join()
}

// addMaskStep adds a step to a mask.
func (l *loader) addMaskStep(b *rig.MaskBuilder, s *MaskStep, at origin, found *problems) {
	if err := s.check(at); err != nil {
		if !found.full() {
			*found = append(*found, err)
		}
		return
	}
	joint := func(name string, at origin) {
		if !found.full() {
			_, err := l.skeleton.FindJoint(name)
			found.add(at, err)
		}
	}
	weight := float32(1)
	if s.Weight != nil {
		weight = *s.Weight
	}
	switch {
	case s.Root != "":
		if joint(s.Root, at.at("root")); s.Feather != 0 {
			b.Feather(s.Root, s.Feather)
		} else {
			b.Subtree(weight, s.Root)
		}
	case s.Joints != nil:
		for i, name := range s.Joints {
			if joint(name, at.at("joints").at(i)); found.full() {
				return
			}
		}
		b.Joints(weight, s.Joints...)
	}
	if s.Invert {
		b.Invert()
	}
}

// findBones finds the joints that are said to be bones of a humanoid, by the names that package
// retarget gives to the bones.
func (l *loader) findBones() error {
	var found problems
	boneOf := map[string]string{} // by joint
	for _, s := range l.said.bones {
		if found.full() {
			break
		}
		one := humanoid.NewMap(l.skeleton)
		if err := one.SetJoint(s.bone, 0); err != nil {
			found.add(s.at, err)
			continue
		}
		bone := one.Matches()[0].Bone
		other, taken := boneOf[s.joint]
		switch _, given := l.bones[bone]; {
		case given:
			found.add(s.at, fmt.Errorf("expected each bone once, found the %s twice", bone))
			continue
		case taken && s.joint != "":
			found.add(s.at, fmt.Errorf("expected a joint of its own, found %q, which is the "+
				"%s", shorten(s.joint), other))
			continue
		case s.joint != "":
			if _, err := l.skeleton.FindJoint(s.joint); err != nil {
				found.add(s.at, err)
				continue
			}
		}
		if l.bones == nil {
			l.bones = map[string]string{}
		}
		l.bones[bone], boneOf[s.joint] = s.joint, bone
	}
	return found.join()
}
