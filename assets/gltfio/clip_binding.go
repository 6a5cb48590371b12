package gltfio

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// ErrOtherSkeleton means that the clips of a file are for another skeleton: less than half of the
// joints that they move have names of the skeleton.
var ErrOtherSkeleton = errors.New("the clips are for another skeleton")

// ClipReport is how the clips of a file fit a skeleton: see [OpenClips].
type ClipReport struct {
	// Skeleton and Source are the names of the skeleton and of the skeleton of the file.
	Skeleton, Source string
	// Bound is the number of channels of all clips that move the skeleton, and Unbound lists the
	// others.
	Bound   int
	Unbound []UnboundChannel
	// Undriven are the joints of the skeleton that no clip of the file moves, in their order.
	Undriven []string
	// Rest lists the joints whose rest pose differs in the file, the largest rotation first. It is
	// empty if the clips look as they do in their own file.
	Rest []RestDifference
	// Warnings describes faults of the file that were corrected or skipped over, one line each.
	Warnings []string
}

// UnboundChannel is a channel of a file that moves nothing of the skeleton.
type UnboundChannel struct {
	Clip, Joint string // the joint is a joint of the file; for [clip.Material], the name of the material
	Property    clip.Property
	Reason      string
}

// RestDifference is how the rest pose of a joint in a file, relative to its parent, differs from
// the skeleton's.
type RestDifference struct {
	Joint string
	// Degrees is the angle between the rotations.
	Degrees float64
	// Offset is the distance between the translations as a fraction of the size of the skeleton.
	Offset float64
	// Scale is the largest ratio between the scales along an axis, at least 1.
	Scale float64
	// Parent is the name of the joint's parent, and SourceParent of its parent in the file; "" is
	// none.
	Parent, SourceParent string
}

// The differences of a rest pose that are rounding.
const (
	minDegrees = 0.01
	minOffset  = 1e-4
	minScale   = 1.0001
)

// String returns the report as one line.
func (r ClipReport) String() string {
	text := fmt.Sprintf("clips of %q on skeleton %q: %d channels are bound, %d are not; %d joints are not moved",
		r.Source, r.Skeleton, r.Bound,
		len(r.Unbound), len(r.Undriven))
	return text + "; " + restText(r.Rest)
}

// restText describes how rest poses differ.
func restText(rest []RestDifference) string {
	if len(rest) == 0 {
		return "the rest poses agree"
	}
	offset, scale := 0.0, 1.0
	for _, d := range rest {
		offset, scale = max(offset, d.Offset), max(scale, d.Scale)
	}
	return fmt.Sprintf("the rest poses differ at %d joints, by up to %.4g degrees (%q), %.4g of the size, "+
		"and a scale of %.4g",
		len(rest), rest[0].Degrees, rest[0].Joint, offset, scale)
}

// OpenClips reads the animations of a .gltf or .glb file for a skeleton of the library, such as the
// same character's with all its clips in files of their own, and adds them. Meshes, materials and
// images of the file are not read. The joints of the file are matched with the joints of the
// skeleton by their names. Of several joints with a name, the first one counts.
//
// The clips keep the keys of the file, which are rotations, translations and scales relative to the
// parent. They look as in their own file if the rest poses of both skeletons agree in these frames.
// The report says by how much they differ, which channels found no joint, and which joints are not
// moved.
//
// A sidecar of the file is read as [Open] does. Its scale, its root motion and what it says of
// single clips count, with the joints of the skeleton; masks, hidden parts and bones are of the
// model, which is not made. The same goes for [Options], where these are a warning.
//
// The error is an [*Error]. It wraps [ErrOtherSkeleton], and names both skeletons and the nearest
// names, if the skeleton has less than half of the joints that the clips move. After an error the
// library is unchanged.
func OpenClips(lib *assets.Library, path string, skeleton assets.SkeletonID) ([]assets.ClipID, ClipReport, error) {
	return Options{}.OpenClips(lib, path, skeleton)
}

// OpenClips is the function [OpenClips] with options.
func (o Options) OpenClips(lib *assets.Library, path string,
	skeleton assets.SkeletonID,
) ([]assets.ClipID, ClipReport, error) {
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading),
		func() (fs.FileInfo, error) { return os.Stat(path) }, func() (fs.File, error) { return os.Open(path) })
	if err != nil {
		return nil, ClipReport{}, &Error{File: path, Err: err}
	}
	return o.loadClips(lib, path, data, diskFolder(filepath.Dir(path)), skeleton)
}

// OpenClipsFS is [Options.OpenClips] for a file in a file system, as in [OpenFS].
func (o Options) OpenClipsFS(lib *assets.Library, fsys fs.FS, name string,
	skeleton assets.SkeletonID,
) ([]assets.ClipID, ClipReport, error) {
	if fsys == nil {
		return nil, ClipReport{}, &Error{File: name, Err: errNoFileSystem}
	}
	data, err := readFile(o.maxBytes(), o.progressOf(StageReading),
		func() (fs.FileInfo, error) { return fs.Stat(fsys, name) }, func() (fs.File, error) { return fsys.Open(name) })
	if err != nil {
		return nil, ClipReport{}, &Error{File: name, Err: err}
	}
	return o.loadClips(lib, name, data, fsFolder{fsys, path.Dir(name)}, skeleton)
}

// ParseClips is [Options.OpenClips] for the bytes of a file, as in [Parse].
func (o Options) ParseClips(lib *assets.Library, name string, data []byte,
	skeleton assets.SkeletonID,
) ([]assets.ClipID, ClipReport, error) {
	return o.loadClips(lib, name, data, nil, skeleton)
}

// loadClips reads a file and adds its clips for a skeleton of the library.
func (o Options) loadClips(lib *assets.Library, name string, data []byte, folder folder,
	skeleton assets.SkeletonID,
) (ids []assets.ClipID, report ClipReport, err error) {
	defer func() {
		if r := recover(); r != nil {
			ids, report, err = nil, ClipReport{},
				&Error{File: name, Err: fmt.Errorf("internal error of the reader: %v", r)}
		}
	}()
	if lib == nil {
		return nil, ClipReport{}, &Error{File: name, Err: errNoLibrary}
	}
	target := lib.Skeleton(skeleton)
	if target == nil {
		return nil, ClipReport{}, &Error{File: name, Err: errors.New(lib.Describe(skeleton))}
	}
	o.SkeletonsOnly, o.KeepJointBounds = true, false
	l := o.newLoader(name, data, folder)
	l.binding = &binding{target: target}
	if o.Masks != nil || o.HiddenParts != nil || o.Bones != nil {
		l.warn("", "options: masks, hidden parts and bones are of a model, which is not made; they were ignored")
	}
	if err := l.run(data); err != nil {
		return nil, ClipReport{}, withFile(name, err)
	}
	a := additions{lib: lib}
	if ids = l.addClips(&a); a.err != nil {
		return nil, ClipReport{}, withFile(name, a.err)
	}
	report = l.binding.report
	report.Warnings = l.warnings
	return ids, report, nil
}

// binding matches the joints of a file with the joints of another skeleton. It is made by
// [loader.bindClips].
type binding struct {
	target *rig.Skeleton
	joints []int // for each joint of the file, the joint of the target, or -1
	driven []bool
	report ClipReport
}

// bindClips matches the joints by name. It returns an error if too few match.
func (l *loader) bindClips() error {
	b, source := l.binding, l.skeleton
	b.report.Skeleton, b.report.Source = b.target.Name(), source.Name()
	b.joints, b.driven = matchJoints(source, b.target), make([]bool, b.target.Len())
	if len(l.doc.Animations) == 0 {
		return errors.New("expected animations, found none")
	}
	moved := make([]bool, source.Len())
	for _, a := range l.doc.Animations {
		for _, c := range a.Channels {
			if c != nil && c.Target.Node != nil {
				joint, _ := source.FromSource(*c.Target.Node)
				moved[joint] = true
			}
		}
	}
	return b.check(source, moved)
}

// check returns an error if less than half of the joints of the file that are moved match.
func (b *binding) check(source *rig.Skeleton, moved []bool) error {
	matched, total := 0, 0
	var missing []string
	for j := range moved {
		switch {
		case !moved[j]:
			continue
		case b.joints[j] >= 0:
			matched++
		default:
			missing = append(missing, source.JointName(j))
		}
		total++
	}
	if 2*matched >= total {
		b.compareRest(source)
		return nil
	}
	own := jointNames(b.target)
	var near []string
	for _, name := range missing {
		if found := names.Near(name, own); len(found) > 0 && len(near) < 3 {
			near = append(near, fmt.Sprintf("%q is near %q", name, found[0]))
		}
	}
	hint := fmt.Sprintf("the first it lacks is %q", missing[0])
	if len(near) > 0 {
		hint = strings.Join(near, ", ")
	}
	return fmt.Errorf("%w: expected at least half of the %d joints of skeleton %q that they move in skeleton %q, "+
		"found %d; %s", ErrOtherSkeleton, total, source.Name(), b.target.Name(), matched, hint)
}

func jointNames(s *rig.Skeleton) []string {
	list := make([]string, s.Len())
	for j := range list {
		list[j] = s.JointName(j)
	}
	return list
}

// compareRest lists the joints whose rest poses differ.
func (b *binding) compareRest(source *rig.Skeleton) {
	parentName := func(s *rig.Skeleton, joint int) string {
		if parent := s.Parent(joint); parent >= 0 {
			return s.JointName(parent)
		}
		return ""
	}
	for j, joint := range b.joints {
		if joint < 0 {
			continue
		}
		from, to := source.Rest(j), b.target.Rest(joint)
		d := RestDifference{
			Joint: source.JointName(j), Scale: 1, Parent: parentName(b.target, joint),
			SourceParent: parentName(source, j),
			Offset: exact.ToVec3(from.Translation).Sub(exact.ToVec3(to.Translation)).Length() / max(b.target.Size(),
				math.SmallestNonzeroFloat32),
		}
		p, q := exact.ToQuat(exact.XYZW(from.Rotation)).Normalized(), exact.ToQuat(exact.XYZW(to.Rotation)).Normalized()
		between := p.Conjugate().Mul(q)
		d.Degrees = 2 * exact.Atan2(exact.Vec3(between[:3]).Length(), math.Abs(between[3])) * 180 / math.Pi
		for c := range from.Scale {
			a, b := math.Abs(float64(from.Scale[c])), math.Abs(float64(to.Scale[c]))
			if a != b {
				d.Scale = max(d.Scale, max(a, b)/max(min(a, b), math.SmallestNonzeroFloat32))
			}
		}
		if d.Degrees > minDegrees || d.Offset > minOffset || d.Scale > minScale || d.Parent != d.SourceParent {
			b.report.Rest = append(b.report.Rest, d)
		}
	}
	slices.SortStableFunc(b.report.Rest, func(p, q RestDifference) int {
		switch {
		case p.Degrees > q.Degrees:
			return -1
		case p.Degrees < q.Degrees:
			return 1
		}
		return 0
	})
}

// bind returns the joint of the target that a channel moves. It returns false, and reports the
// channel, if there is none.
func (b *binding) bind(clipName string, source *rig.Skeleton, joint int, property clip.Property) (int, bool) {
	to, reason := b.joints[joint], ""
	switch {
	case to < 0:
		if first, _ := source.Find(source.JointName(joint)); first != joint {
			reason = "an earlier joint of the file has the same name"
		} else {
			reason = fmt.Sprintf("skeleton %q has no joint of that name", b.target.Name())
		}
	case property == clip.MorphWeights:
		own, _ := source.MorphChannel(joint)
		if channel, _ := b.target.MorphChannel(to); channel.Count != own.Count {
			reason = fmt.Sprintf("it has %d morph weights, the joint of skeleton %q has %d", own.Count, b.target.Name(),
				channel.Count)
		}
	}
	if reason != "" {
		b.report.Unbound = append(b.report.Unbound, UnboundChannel{clipName, source.JointName(joint), property, reason})
		return 0, false
	}
	b.report.Bound++
	b.driven[to] = true
	return to, true
}

// bindMaterial returns the channel of the target for a property of a material of that name. It
// returns false, and reports the channel, if there is none.
func (b *binding) bindMaterial(clipName, material string, property rig.MaterialProperty) (int, bool) {
	channel, ok := b.target.FindMaterialChannel(material, property)
	if !ok {
		reason := fmt.Sprintf("skeleton %q has no channel for the %s of a material %q", b.target.Name(), property,
			material)
		b.report.Unbound = append(b.report.Unbound, UnboundChannel{clipName, material, clip.Material, reason})
		return 0, false
	}
	b.report.Bound++
	return channel, true
}

// finish lists the joints that no clip moves.
func (b *binding) finish() {
	for j, driven := range b.driven {
		if !driven {
			b.report.Undriven = append(b.report.Undriven, b.target.JointName(j))
		}
	}
}
