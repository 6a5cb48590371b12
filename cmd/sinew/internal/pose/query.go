package pose

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/bake"
)

// RestPose is the value of [Query.Animation] that selects the rest pose.
const RestPose = -1

// Query selects the animation, the times and the vertices of [Evaluate].
type Query struct {
	Animation int       // index in the file, or RestPose
	Times     []float64 // seconds
	Loop      bool      // times beyond the animation wrap; otherwise they are clamped to its range
	Vertices  []VertexRef
	// Baked is the animation's baked clip, which is sampled instead of the authored keys; nil for
	// the authored keys.
	Baked *bake.BakedClip
}

// VertexRef names a vertex by the file's own indices.
type VertexRef struct {
	Node      int
	Primitive int // of the node's mesh
	Vertex    int // in accessor order, before any index buffer
}

func (v VertexRef) String() string { return fmt.Sprintf("%d:%d:%d", v.Node, v.Primitive, v.Vertex) }

// ParseTimes parses a list of seconds, separated by commas.
func ParseTimes(list string) ([]float64, error) {
	var times []float64
	for i, text := range strings.Split(list, ",") {
		t, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || math.IsNaN(t) || math.IsInf(t, 0) {
			return nil, fmt.Errorf("time %d: expected a finite number of seconds, found %q", i, text)
		}
		times = append(times, t)
	}
	return times, nil
}

// ParseVertices parses a list of node:primitive:vertex triples, separated by commas.
func ParseVertices(list string) ([]VertexRef, error) {
	var refs []VertexRef
	for i, text := range strings.Split(list, ",") {
		parts := strings.Split(strings.TrimSpace(text), ":")
		var numbers [3]int
		ok := len(parts) == len(numbers)
		for k := 0; ok && k < len(numbers); k++ {
			n, err := strconv.Atoi(parts[k])
			numbers[k], ok = n, err == nil && n >= 0
		}
		if !ok {
			return nil, fmt.Errorf("vertex %d: expected node:primitive:vertex, found %q", i, text)
		}
		refs = append(refs, VertexRef{numbers[0], numbers[1], numbers[2]})
	}
	return refs, nil
}
