package gltfio

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/mesh"
)

// influenceStreams holds the joints and weights of all vertices in the form of [mesh.Primitive]:
// width influences per vertex.
type influenceStreams struct {
	width   int
	joints  []uint16
	weights []float32
	// highestJoint is the highest joint index with a weight, and highestJointVertex a vertex that
	// has it; -1 if there is none.
	highestJoint, highestJointVertex int
}

// weightTolerance is how far the sum of a vertex's weights may be from 1 without a warning. The sum
// is scaled to 1 in any case.
const weightTolerance = 0.01

// readInfluences reads all attributes JOINTS_n and WEIGHTS_n of a primitive.
func (l *loader) readInfluences(path string, attributes gltf.PrimitiveAttributes, p *mesh.Primitive,
	m *loadedMesh,
) error {
	sets, key := 0, strings.Builder{}
	for ; ; sets++ {
		joints, weights := fmt.Sprintf("JOINTS_%d", sets), fmt.Sprintf("WEIGHTS_%d", sets)
		j, hasJoints := attributes[joints]
		w, hasWeights := attributes[weights]
		if !hasJoints && !hasWeights {
			break
		}
		if !hasJoints || !hasWeights {
			return errorAt(path, "expected both %s and %s, found one of them", joints, weights)
		}
		fmt.Fprintf(&key, "%d %d ", j, w)
	}
	if sets == 0 {
		return errorAt(path, "expected JOINTS_0 and WEIGHTS_0, since a node with a skin uses the mesh, found neither")
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		set, isJoints := strings.CutPrefix(name, "JOINTS_")
		set, isWeights := strings.CutPrefix(set, "WEIGHTS_")
		if n, err := strconv.Atoi(set); (isJoints || isWeights) && (err != nil || n < 0 || n >= sets) {
			return errorAt(path+"."+name,
				"expected one of %d sets that are numbered from 0 without a gap, found the number %q", sets, shorten(set))
		}
	}
	in, ok := l.influences[key.String()]
	if !ok {
		var err error
		if in, err = l.mergeInfluenceSets(path, attributes, sets, len(p.Positions)); err != nil {
			return err
		}
		l.influences[key.String()] = in
	}
	// Primitives may share these slices, but the library checks every vertex of every primitive,
	// which takes time.
	if err := l.memory.spend(path, len(p.Positions), 1); err != nil {
		return err
	}
	p.Influences, p.Joints, p.Weights = in.width, in.joints, in.weights
	if in.highestJoint > m.highestJoint {
		m.highestJoint, m.highestJointPath = in.highestJoint,
			fmt.Sprintf("%s.JOINTS_0: vertex %d", path, in.highestJointVertex)
	}
	return nil
}

// mergeInfluenceSets reads the given number of sets of four influences and merges them: each vertex
// gets one list of influences, sorted by descending weight, with a sum of 1.
func (l *loader) mergeInfluenceSets(path string, attributes gltf.PrimitiveAttributes, sets,
	vertices int,
) (*influenceStreams, error) {
	joints, weights := make([][]uint32, sets), make([][]float32, sets)
	for s := range sets {
		name := fmt.Sprintf("%s.JOINTS_%d", path, s)
		index := attributes[fmt.Sprintf("JOINTS_%d", s)]
		err := l.checkFormat(name, index, jointsRule)
		if err == nil {
			joints[s], err = l.readUints(index)
		}
		if err == nil {
			name, index = fmt.Sprintf("%s.WEIGHTS_%d", path, s), attributes[fmt.Sprintf("WEIGHTS_%d", s)]
			weights[s], err = l.readFloatsAs(name, index, weightsRule)
		}
		if err != nil {
			return nil, err
		}
		for i, w := range weights[s] {
			if w < 0 {
				return nil, errorAt(name, "vertex %d: expected weights of at least 0, found %v", i/4, w)
			}
		}
	}
	if err := l.memory.spend(path, vertices, 2*mesh.MaxInfluences*6); err != nil {
		return nil, err
	}
	in := &influenceStreams{
		width: 4, highestJoint: -1,
		joints: make([]uint16, 0, 4*vertices), weights: make([]float32, 0, 4*vertices),
	}
	var truncated, unweighted, rescaled int // vertices
	list := make([]influence, 0, 4*sets)
	for v := range vertices {
		list = list[:0]
		sum := 0.0
		for s := range sets {
			for c := 4 * v; c < 4*v+4; c++ {
				if w := float64(weights[s][c]); w != 0 {
					list, sum = append(list, influence{joints[s][c], w}), sum+w
				}
			}
		}
		switch {
		case sum == 0:
			list = append(list, influence{0, 1})
			unweighted++
		case math.Abs(sum-1) > weightTolerance:
			rescaled++
		}
		if list = heaviestFirst(list); len(list) > mesh.MaxInfluences {
			list = list[:mesh.MaxInfluences]
			truncated++
		}
		in.add(v, list)
	}
	if unweighted > 0 {
		l.warn(path, "%d vertices have no weight; they were bound to the first joint of the skin", unweighted)
	}
	if truncated > 0 {
		l.warn(path, "%d vertices have more than %d influences; the smallest were dropped, and the others were scaled to a "+
			"sum of 1", truncated, mesh.MaxInfluences)
	}
	if rescaled > 0 {
		l.warn(path, "%d vertices have weights whose sum is not 1; they were scaled to a sum of 1", rescaled)
	}
	return in, nil
}

// influence is a joint that moves a vertex, as an index into the joints of the skin, and its
// weight.
type influence struct {
	joint  uint32
	weight float64
}

// heaviestFirst adds up the influences of a vertex that have the same joint, and sorts by
// descending weight, then by joint. It reuses the list.
func heaviestFirst(list []influence) []influence {
	slices.SortStableFunc(list, func(a, b influence) int { return cmp.Compare(a.joint, b.joint) })
	merged := list[:0]
	for _, in := range list {
		if n := len(merged); n > 0 && merged[n-1].joint == in.joint {
			merged[n-1].weight += in.weight
			continue
		}
		merged = append(merged, in)
	}
	slices.SortStableFunc(merged, func(a, b influence) int { return cmp.Compare(b.weight, a.weight) })
	return merged
}

func totalWeight(list []influence) float64 {
	sum := 0.0
	for _, in := range list {
		sum += in.weight
	}
	return sum
}

// add appends the influences of a vertex, with weights scaled to a sum of 1.
func (in *influenceStreams) add(vertex int, list []influence) {
	if len(list) > in.width {
		in.widenToEight()
	}
	sum := totalWeight(list)
	for i := range in.width {
		joint, weight := mesh.NoInfluence, float32(0)
		if i < len(list) {
			weight = float32(list[i].weight / sum)
		}
		if weight != 0 { // a tiny weight may become 0 in float32
			joint = uint16(list[i].joint)
			if int(joint) > in.highestJoint {
				in.highestJoint, in.highestJointVertex = int(joint), vertex
			}
		}
		in.joints, in.weights = append(in.joints, joint), append(in.weights, weight)
	}
}

// widenToEight changes the width from 4 to 8 influences per vertex.
func (in *influenceStreams) widenToEight() {
	joints, weights := make([]uint16, 0, 2*cap(in.joints)), make([]float32, 0, 2*cap(in.weights))
	for at := 0; at < len(in.joints); at += 4 {
		none := mesh.NoInfluence
		joints = append(append(joints, in.joints[at:at+4]...), none, none, none, none)
		weights = append(append(weights, in.weights[at:at+4]...), 0, 0, 0, 0)
	}
	in.width, in.joints, in.weights = mesh.MaxInfluences, joints, weights
}
