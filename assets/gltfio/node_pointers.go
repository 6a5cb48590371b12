package gltfio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/clip"
)

// trsVisibility is the path of a channel that animates the visibility of a node, besides the paths
// of package gltf.
const trsVisibility gltf.TRSProperty = 100

// parsePointer returns the node and the path that a pointer of KHR_animation_pointer names, or
// false for a property that is not played. The node may be out of range.
func parsePointer(pointer string) (node int, path gltf.TRSProperty, ok bool) {
	rest, ok := strings.CutPrefix(pointer, "/nodes/")
	if !ok {
		return 0, 0, false
	}
	number, property, _ := strings.Cut(rest, "/")
	index, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return 0, 0, false
	}
	if property == "extensions/"+extVisibility+"/visible" {
		return int(index), trsVisibility, true
	}
	path, ok = targetPaths[property]
	return int(index), path, ok
}

// weightTarget is what a channel of KHR_animation_pointer animates: the morph weights of a mesh or
// of a node.
type weightTarget struct {
	ofMesh bool // the index is that of a mesh: the nodes that use it and have no weights of their own change
	index  int  // may be out of range until checkReferences
	weight int  // one of the weights, or -1 for all
}

func (t weightTarget) String() string {
	what := "node"
	if t.ofMesh {
		what = "mesh"
	}
	if t.weight >= 0 {
		return fmt.Sprintf("weight %d of %s %d", t.weight, what, t.index)
	}
	return fmt.Sprintf("weights of %s %d", what, t.index)
}

// weightsOf returns the morph weights that a channel animates by a pointer, and false if it
// animates something else.
func weightsOf(c *gltf.AnimationChannel) (t weightTarget, ok bool) {
	t, ok = c.Target.Extensions[extPointer].(weightTarget)
	return t, ok
}

// parseWeightPointer returns the morph weights that a pointer names, or false: /meshes/N/weights,
// and that or /nodes/N/weights with the index of one weight. All weights of a node are a path of
// glTF itself.
func parseWeightPointer(pointer string) (t weightTarget, ok bool) {
	parts := strings.Split(pointer, "/")
	if len(parts) < 4 || len(parts) > 5 || parts[0] != "" || parts[3] != "weights" {
		return t, false
	}
	t = weightTarget{ofMesh: parts[1] == "meshes", weight: -1}
	if !t.ofMesh && (parts[1] != "nodes" || len(parts) == 4) {
		return t, false
	}
	index, err := strconv.ParseUint(parts[2], 10, 31)
	if err != nil {
		return t, false
	}
	t.index = int(index)
	if len(parts) == 5 {
		weight, err := strconv.ParseUint(parts[4], 10, 31)
		if err != nil {
			return t, false
		}
		t.weight = int(weight)
	}
	return t, true
}

// checkWeights returns an error if the morph weights of a target do not exist.
func (l *loader) checkWeights(path string, t weightTarget) error {
	mesh, length, what := t.index, len(l.doc.Meshes), "meshes"
	if !t.ofMesh {
		length, what = len(l.doc.Nodes), "nodes"
	}
	if err := checkIndex(path, t.index, length, what); err != nil {
		return err
	}
	if !t.ofMesh {
		n := l.doc.Nodes[t.index]
		if n.Mesh == nil {
			return errorAt(path, "expected a mesh for the channel of the %v, found none", t)
		}
		mesh = *n.Mesh
	}
	if err := checkIndex(path, mesh, len(l.doc.Meshes), "meshes"); err != nil {
		return err
	}
	if p := l.doc.Meshes[mesh].Primitives; len(p) == 0 || len(p[0].Targets) == 0 {
		return errorAt(path, "expected morph targets for the channel of the %v, found none", t)
	} else if t.weight >= len(p[0].Targets) {
		return errorAt(path, "expected a target for the channel of the %v, found %s", t,
			plural(len(p[0].Targets), "morph target"))
	}
	return nil
}

// weightCurve is a channel that animates one or all morph weights of a node.
type weightCurve struct {
	weightTarget
	interpolation clip.Interpolation
	times, values []float32
}

// addWeightChannels adds the tracks of the channels that animate morph weights by a pointer, and
// returns the time of the last key in seconds. It takes the indices of the channels, and the nodes
// whose weights another channel animates.
func (l *loader) addWeightChannels(b *clip.Builder, name, path string, a *gltf.Animation, channels []int,
	animated func(node int) bool,
) (last float64, err error) {
	curves := map[int][]weightCurve{} // by node
	used, partly := map[weightTarget]int{}, map[weightTarget]int{}
	for _, k := range channels {
		at := fmt.Sprintf("%s.channels[%d].target", path, k)
		t, _ := weightsOf(a.Channels[k])
		all := t
		all.weight = -1
		i, twice := used[t]
		if !twice {
			i, twice = used[all]
		}
		if !twice && t.weight < 0 {
			i, twice = partly[t]
		}
		if twice {
			other, _ := weightsOf(a.Channels[i])
			l.warn(at, "channels[%d] already animates the %v; the channel was skipped", i, other)
			continue
		}
		if !t.ofMesh && animated(t.index) {
			l.warn(at, "another channel already animates the weights of node %d; the channel was skipped", t.index)
			continue
		}
		used[t], partly[all] = k, k
		c, err := l.readWeightCurve(path, a, a.Channels[k], t)
		if err != nil {
			return 0, err
		}
		last = max(last, float64(c.times[len(c.times)-1]))
		nodes := l.nodesWithWeights(t)
		if len(nodes) == 0 {
			l.warn(at, "the channel animates the %v, but no node of the scene has them; the channel was skipped", t)
		}
		if err := l.memory.spend(at, len(nodes), 96); err != nil {
			return 0, err
		}
		for _, node := range nodes {
			curves[node] = append(curves[node], c)
		}
	}
	for node := range l.doc.Nodes {
		list := curves[node]
		if slices.ContainsFunc(list, func(c weightCurve) bool { return !c.ofMesh }) { // they replace the mesh's
			list = slices.DeleteFunc(list, func(c weightCurve) bool { return c.ofMesh })
		}
		if len(list) > 0 && !animated(node) {
			if err := l.addWeightTrack(b, name, path, node, list); err != nil {
				return 0, err
			}
		}
	}
	return last, nil
}

// nodesWithWeights returns the nodes whose morph weights a target names.
func (l *loader) nodesWithWeights(t weightTarget) (nodes []int) {
	if !t.ofMesh {
		return []int{t.index}
	}
	if l.meshNodes == nil {
		l.meshNodes = map[int][]int{}
		visible := l.visibleNodes()
		for i, n := range l.doc.Nodes {
			if n.Mesh != nil && n.Weights == nil && visible[i] {
				l.meshNodes[*n.Mesh] = append(l.meshNodes[*n.Mesh], i)
			}
		}
	}
	return l.meshNodes[t.index]
}

// readWeightCurve reads the keys of a channel.
func (l *loader) readWeightCurve(path string, a *gltf.Animation, channel *gltf.AnimationChannel,
	t weightTarget,
) (c weightCurve, err error) {
	sampler := a.Samplers[channel.Sampler]
	path = fmt.Sprintf("%s.samplers[%d]", path, channel.Sampler)
	c.weightTarget, c.interpolation = t, trackInterpolations[sampler.Interpolation]
	if c.times, err = l.readTimes(path+".input", sampler.Input); err != nil {
		return c, err
	}
	width := 1
	if t.weight < 0 {
		width = l.targetCount(t.index)
	}
	c.values, err = l.readKeys(path+".output", sampler.Output, weightTrackRule, c.times, width, c.interpolation)
	return c, err
}

// addWeightTrack adds the track of a node's morph weights: the curve of all, or the curves of
// single weights together. The others keep the weights of the rest pose.
func (l *loader) addWeightTrack(b *clip.Builder, name, path string, node int, curves []weightCurve) error {
	joint, _ := l.joint(node)
	channel, _ := l.skeleton.MorphChannel(joint)
	c := curves[0]
	if c.weight >= 0 {
		times := unionOfTimes(curves)
		curves = slices.DeleteFunc(curves, func(o weightCurve) bool {
			apart := o.interpolation != c.interpolation || c.interpolation == clip.CubicHermite &&
				!slices.Equal(o.times, times)
			if apart {
				l.warn(path, "the %v of the animation has keys that cannot be joined with those of the %v; its "+
					"channel was skipped", o.weightTarget, c.weightTarget)
			}
			return apart
		})
		if len(curves) == 0 {
			return nil
		}
		// memory, and time to join them
		if err := l.memory.spend(path, len(times), 12*channel.Count+len(curves)); err != nil {
			return err
		}
		c.values = joinedWeights(curves, times, l.skeleton.RestMorphs()[channel.Offset:][:channel.Count])
		c.times = times
	}
	if l.binding != nil {
		var bound bool
		if joint, bound = l.binding.bind(name, l.skeleton, joint, clip.MorphWeights); !bound {
			return nil
		}
	}
	b.MorphWeights(joint, c.interpolation, c.times, append([]float32(nil), c.values...))
	return nil
}

// unionOfTimes returns the times of the keys of all curves, in order.
func unionOfTimes(curves []weightCurve) (times []float32) {
	for _, c := range curves {
		times = append(times, c.times...)
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// joinedWeights returns the keys, at the given times, of a track of all morph weights: of those
// that have a curve, and of the others as in the rest pose. Linear and stepped curves get further
// keys, which lie on them.
func joinedWeights(curves []weightCurve, times, rest []float32) []float32 {
	cubic := curves[0].interpolation == clip.CubicHermite
	perKey := len(rest)
	if cubic {
		perKey *= 3
	}
	out := make([]float32, len(times)*perKey)
	for k, time := range times {
		key := out[k*perKey:][:perKey]
		if cubic { // in-tangents, values, out-tangents
			copy(key[len(rest):], rest)
			for _, c := range curves {
				for part := range 3 {
					key[part*len(rest)+c.weight] = c.values[3*k+part]
				}
			}
			continue
		}
		copy(key, rest)
		for _, c := range curves {
			key[c.weight] = c.at(time)
		}
	}
	return out
}

// at returns the value of a linear or stepped curve of one weight at a time in seconds.
func (c *weightCurve) at(time float32) float32 {
	k, found := slices.BinarySearch(c.times, time)
	switch {
	case found:
		return c.values[k]
	case k == 0:
		return c.values[0]
	case k == len(c.times) || c.interpolation == clip.Step:
		return c.values[k-1]
	}
	a, b := float64(c.times[k-1]), float64(c.times[k])
	u := (float64(time) - a) / (b - a)
	from, to := float64(c.values[k-1]), float64(c.values[k])
	return float32(from + float64(u*(to-from)))
}
