package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
)

// clipExtras is what [Write] stores of a clip in the extras of its animation.
type clipExtras struct {
	markers    json.RawMessage
	span       *[2]float64 // start and end in seconds
	additive   bool
	playMode   *clip.PlayMode
	loopLimit  uint32
	rootMotion *clip.RootMotionOptions
}

// readClipExtras reads the extras of an animation. Anything that is not as [Write] stores it is
// ignored with a warning and not an error, because a valid file may contain anything in extras.
func (l *loader) readClipExtras(path string, extras any) clipExtras {
	raw, _ := extras.(jsontree.Value)
	path += ".extras"
	var found clipExtras
	for name, value := range raw.Members() {
		switch name {
		case "markers":
			found.markers = json.RawMessage(value)
		case "range":
			span := new([2]float64)
			if err := json.Unmarshal(value, span); err != nil || value.Len() != 2 || !(span[0] <= span[1]) ||
				!exact.IsFinite(span[1]-span[0]) {
				l.warn(path+".range", "expected the start and the end of the clip in seconds; it was ignored")
				continue
			}
			found.span = span
		case "playMode":
			text, _ := value.Text()
			mode := clip.PlayMode(max(0, slices.Index(playModeNames, text)))
			if text != mode.String() {
				l.warn(path+".playMode", "expected one of %s; it was ignored", strings.Join(playModeNames, ", "))
				continue
			}
			found.playMode = &mode
		case "loopLimit":
			limit, ok := loopLimitOf(value)
			if !ok {
				l.warn(path+".loopLimit", "expected an integer from 0 to %d; it was ignored", uint32(math.MaxUint32))
				continue
			}
			found.loopLimit = limit
		case "additive":
			var note export.Additive
			if err := json.Unmarshal(value, &note); err != nil || note.Reference != "rest" {
				l.warn(path+".additive", "expected an object with the reference \"rest\"; it was ignored")
				continue
			}
			found.additive = true
		case "rootMotion":
			options, err := l.readRootMotion(value)
			if err != nil {
				l.warn(path+".rootMotion", "%v; it was ignored", err)
				continue
			}
			found.rootMotion = options
		}
	}
	return found
}

// loopLimitOf returns a number of loops, and false for what is none.
func loopLimitOf(value jsontree.Value) (uint32, bool) {
	f, ok := value.Float()
	return uint32(f), ok && f >= 0 && f <= math.MaxUint32 && f == math.Trunc(f)
}

// readRootMotion decodes the options of root motion, which name the joint by its node in the file.
func (l *loader) readRootMotion(value jsontree.Value) (*clip.RootMotionOptions, error) {
	var note export.RootMotion
	if err := json.Unmarshal(value, &note); err != nil {
		return nil, errors.New("expected an object with the options of root motion, found something else")
	}
	if note.Node == nil {
		return nil, errors.New("expected a node, found none")
	}
	joint, ok := l.joint(*note.Node)
	if !ok {
		return nil, fmt.Errorf("expected a node that is a joint, found node %d", *note.Node)
	}
	if b := l.binding; b != nil {
		name := l.own.JointName(joint)
		if joint = b.joints[joint]; joint < 0 {
			return nil, fmt.Errorf("expected a joint that skeleton %q has too, found %q%s", b.target.Name(),
				shorten(name), names.Meant(name, jointNames(b.target)))
		}
	}
	options := &clip.RootMotionOptions{
		Number: joint + 1, Yaw: note.Yaw, Steady: note.Steady, Tolerance: note.Tolerance,
		AllowStill: true, // the clip had it when it was written
	}
	switch note.Up {
	case "y":
	case "z":
		options.Up = clip.UpZ
	default:
		return nil, fmt.Errorf("expected the up axis y or z, found %q", shorten(note.Up))
	}
	for i, axis := range [3]clip.Axes{clip.AxisX, clip.AxisY, clip.AxisZ} {
		if strings.Contains(note.Axes, "xyz"[i:i+1]) {
			options.Translation |= axis
		}
	}
	return options, nil
}

// applyClipExtras returns the clip with what its extras add.
func (l *loader) applyClipExtras(path string, extras clipExtras, c *assets.Clip) (*assets.Clip, error) {
	path += ".extras"
	var err error
	if extras.markers != nil {
		if c, err = l.addMarkers(path, extras.markers, c); err != nil {
			return nil, err
		}
	}
	if extras.playMode != nil {
		if said, err := clip.WithPlayMode(c, *extras.playMode, extras.loopLimit); err != nil {
			l.warn(path+".playMode", "%v; it was ignored", err)
		} else {
			c = said
		}
	}
	if extras.rootMotion != nil {
		if err := l.memory.spend(path+".rootMotion", c.Keys(), 1024); err != nil {
			return nil, err
		}
		if moving, err := clip.ExtractRootMotion(c, *extras.rootMotion); err != nil {
			l.warn(path+".rootMotion", "%v; the motion was left in the poses", err)
		} else {
			return moving, nil
		}
	}
	if extras.additive {
		if err := l.memory.spend(path+".additive", c.Keys(), 64); err != nil {
			return nil, err
		}
		if additive, err := clip.MakeAdditive(c, l.restOfFile(c.Skeleton())); err != nil {
			l.warn(path+".additive", "%v; the clip was left as it is", err)
		} else {
			return additive, nil
		}
	}
	return c, nil
}

// restOfFile returns the rest pose of a file, for the skeleton of its clips. That is another one
// than the file's in [OpenClips]: there, joints that the file lacks are at rest in the skeleton.
func (l *loader) restOfFile(skeleton *assets.Skeleton) *rig.Pose {
	pose := rig.NewPose(skeleton)
	if l.binding != nil {
		for j, joint := range l.binding.joints {
			if joint >= 0 {
				pose.SetJoint(joint, l.skeleton.Rest(j))
			}
		}
	}
	return pose
}

// addMarkers returns the clip with its markers, given as JSON. What is no marker is skipped with a
// warning.
func (l *loader) addMarkers(path string, markers json.RawMessage, c *assets.Clip) (*assets.Clip, error) {
	path += ".markers"
	elements, ok := splitJSONArray(markers)
	if !ok {
		l.warn(path, "expected an array of markers; it was ignored")
		return c, nil
	}
	if err := l.memory.spend(path, len(elements), 1024); err != nil {
		return nil, err
	}
	var list []clip.Marker
	for i, element := range elements {
		m, err := readMarker(fmt.Sprintf("%s[%d]", path, i), element, c)
		if wrong := (*Error)(nil); errors.As(err, &wrong) {
			l.warn(wrong.Path, "%v; the marker was skipped", wrong.Err)
			continue
		}
		list = append(list, m)
	}
	return clip.WithMarkers(c, list...)
}

// splitJSONArray returns the elements of a JSON array, or false for any other value.
func splitJSONArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	var elements []json.RawMessage
	err := json.Unmarshal(raw, &elements)
	return elements, err == nil
}

// readMarker decodes a marker and checks it against its clip. Its errors are of type [*Error].
func readMarker(path string, raw json.RawMessage, c *assets.Clip) (clip.Marker, error) {
	var m export.Marker
	if err := json.Unmarshal(raw, &m); err != nil {
		return clip.Marker{}, jsonErrorAt(path, err)
	}
	if m.Name == nil || m.Time == nil {
		return clip.Marker{}, errorAt(path, "expected a marker with a name and a time, found one without")
	}
	marker := clip.Marker{Name: *m.Name, Time: *m.Time, Text: m.Text, Number: m.Number, MinWeight: m.MinWeight}
	if err := marker.Fit(c.Start(), c.End()); err != nil {
		return clip.Marker{}, &Error{Path: path, Err: err}
	}
	return marker, nil
}
