package curves

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// Options select what is plotted.
type Options struct {
	// Clip is the name or the index of the clip; empty for the first one that moves something.
	Clip string
	// Joints are names of joints, or patterns as of [path.Match]; empty for the few joints whose
	// tracks change most.
	Joints []string
	// Format is "svg" or "png".
	Format string
}

// mostJoints is how many joints are plotted if none is named.
const mostJoints = 4

// findClip returns the clip that the options select.
func findClip(library *assets.Library, model *assets.Model, name string) (*assets.Clip, error) {
	if len(model.Clips) == 0 {
		return nil, fmt.Errorf("%s has no clips", model.Name)
	}
	if name == "" {
		for _, id := range model.Clips {
			if c := library.Clip(id); c.Duration() > 0 {
				return c, nil
			}
		}
		return library.Clip(model.Clips[0]), nil
	}
	id := model.Clip(name)
	if i, err := strconv.Atoi(name); id == 0 && err == nil && i >= 0 && i < len(model.Clips) {
		id = model.Clips[i]
	}
	if id == 0 {
		_, err := model.FindClip(name)
		return nil, err
	}
	return library.Clip(id), nil
}

// findJoints returns the animated joints that the patterns select, in the order of the skeleton,
// and how many joints are animated.
func findJoints(c *assets.Clip, patterns []string) (joints []int, animated int, err error) {
	changes := map[int]float64{}
	for i := range c.Tracks() {
		if t := &c.Tracks()[i]; isPlotted(t) {
			changes[t.Joint] += change(t.Track)
		}
	}
	for joint := range changes {
		joints = append(joints, joint)
	}
	if animated = len(joints); animated == 0 {
		return nil, 0, fmt.Errorf("clip %q animates no joint, morph weights or visibility", c.Name())
	}
	slices.Sort(joints)
	if len(patterns) == 0 {
		slices.SortStableFunc(joints, func(a, b int) int { return cmp.Compare(changes[b], changes[a]) })
		joints = joints[:min(len(joints), mostJoints)]
		slices.Sort(joints)
		return joints, animated, nil
	}
	wanted := map[int]bool{}
	for _, pattern := range patterns {
		found, err := match(c, changes, pattern)
		if err != nil {
			return nil, 0, err
		}
		for _, joint := range found {
			wanted[joint] = true
		}
	}
	return slices.DeleteFunc(joints, func(joint int) bool { return !wanted[joint] }), animated, nil
}

// match returns the animated joints whose names match a pattern.
func match(c *assets.Clip, animated map[int]float64, pattern string) (joints []int, err error) {
	skeleton := c.Skeleton()
	named := false
	for joint := range skeleton.Len() {
		ok, err := path.Match(pattern, skeleton.JointName(joint))
		if err != nil {
			return nil, fmt.Errorf("joint %q: %w", pattern, err)
		}
		if !ok && pattern != skeleton.JointName(joint) {
			continue
		}
		named = true
		if _, moves := animated[joint]; moves {
			joints = append(joints, joint)
		}
	}
	switch {
	case !named:
		if _, err := skeleton.FindJoint(pattern); err != nil {
			return nil, err
		}
	case len(joints) == 0:
		return nil, fmt.Errorf("clip %q has no track for joint %q", c.Name(), pattern)
	}
	return joints, nil
}

// change returns how far the values of a track move from key to key, over all keys.
func change(t *clip.Track) (sum float64) {
	values, width := t.Values(), t.Width()
	for i := width; i+width <= len(values); i += width {
		var squares float64
		for k := range width {
			d := float64(values[i+k] - values[i+k-width])
			squares += d * d
		}
		sum += math.Sqrt(squares)
	}
	return sum
}
