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

// influences are the joints that move each vertex, as [mesh.Primitive] has them.
type influenceStreams struct {
	width   int
	joints  []uint16
	weights []float32
	// lastJoint is the highest joint index in use, at lastVertex; -1 where there is none.
	highestJoint, highestJointVertex int
}

// weightTolerance is how far from 1 the weights of a vertex may add up before making that 1 is worth a warning.
const weightTolerance = 0.01

// readInfluences reads all JOINTS_n and WEIGHTS_n of a primitive.
func (l *loader) readInfluences(path string, attributes gltf.PrimitiveAttributes, p *mesh.Primitive, m *loadedMesh) error {
	sets, key := 0, strings.Builder{}
	for ; ; sets++ {
		joints, weights := fmt.Sprintf("JOINTS_%d", sets), fmt.Sprintf("WEIGHTS_%d", sets)
		j, hasJoints := attributes[joints]
		w, hasWeights := attributes[weights]
		if !hasJoints && !hasWeights {
			break
		}
		if !hasJoints || !hasWeights {
			return errorAt(path, "%s and %s belong together, but only one is there", joints, weights)
		}
		fmt.Fprintf(&key, "%d %d ", j, w)
	}
	if sets == 0 {
		return errorAt(path, "JOINTS_0 and WEIGHTS_0 are missing, though a node that has a skin has this mesh")
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		set, isJoints := strings.CutPrefix(name, "JOINTS_")
		set, isWeights := strings.CutPrefix(set, "WEIGHTS_")
		if n, err := strconv.Atoi(set); (isJoints || isWeights) && (err != nil || n < 0 || n >= sets) {
			return errorAt(path+"."+name, "it is none of the %d sets that count up from 0", sets)
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
	// Primitives may share all this, but each is checked vertex by vertex when it is filed.
	if err := l.memory.spend(path, len(p.Positions), 1); err != nil {
		return err
	}
	p.Influences, p.Joints, p.Weights = in.width, in.joints, in.weights
	if in.highestJoint > m.highestJoint {
		m.highestJoint, m.highestJointPath = in.highestJoint, fmt.Sprintf("%s.JOINTS_0: vertex %d", path, in.highestJointVertex)
	}
	return nil
}

// gatherInfluences brings every vertex's influences of all sets into one list, heaviest first.
func (l *loader) mergeInfluenceSets(path string, attributes gltf.PrimitiveAttributes, sets, vertices int) (*influenceStreams, error) {
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
				return nil, errorAt(name, "vertex %d has the negative weight %v", i/4, w)
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
	var dropped, unbound, rescaled int
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
			unbound++
		case math.Abs(sum-1) > weightTolerance:
			rescaled++
		}
		if list = heaviestFirst(list); len(list) > mesh.MaxInfluences {
			list = list[:mesh.MaxInfluences]
			dropped++
		}
		in.add(v, list)
	}
	if unbound > 0 {
		l.warn(path, "%d vertices without any weight were bound to the skin's first joint", unbound)
	}
	if dropped > 0 {
		l.warn(path, "%d vertices have more than %d influences; only their heaviest %d count", dropped, mesh.MaxInfluences, mesh.MaxInfluences)
	}
	if rescaled > 0 {
		l.warn(path, "the weights of %d vertices did not add up to 1; they were scaled so that they do", rescaled)
	}
	return in, nil
}

type influence struct {
	joint  uint32
	weight float64
}

// heaviestFirst sorts a vertex's influences by weight, equal ones by joint, after adding up those of the same joint.
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

// add appends a vertex, its weights scaled to add up to 1.
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
		if weight != 0 { // which a tiny one has become
			joint = uint16(list[i].joint)
			if int(joint) > in.highestJoint {
				in.highestJoint, in.highestJointVertex = int(joint), vertex
			}
		}
		in.joints, in.weights = append(in.joints, joint), append(in.weights, weight)
	}
}

// widen makes room for 8 influences a vertex.
func (in *influenceStreams) widenToEight() {
	joints, weights := make([]uint16, 0, 2*cap(in.joints)), make([]float32, 0, 2*cap(in.weights))
	for at := 0; at < len(in.joints); at += 4 {
		none := mesh.NoInfluence
		joints = append(append(joints, in.joints[at:at+4]...), none, none, none, none)
		weights = append(append(weights, in.weights[at:at+4]...), 0, 0, 0, 0)
	}
	in.width, in.joints, in.weights = mesh.MaxInfluences, joints, weights
}
