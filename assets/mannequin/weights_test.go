package mannequin

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/mesh"
)

func TestWeightsSumToOneInDescendingOrder(t *testing.T) {
	lib, model := newModel(t)
	for _, p := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		for v := range p.Positions {
			sum := float32(0)
			for k := range maxInfluences {
				joint, weight := p.Joints[maxInfluences*v+k], p.Weights[maxInfluences*v+k]
				sum += weight
				if (weight == 0) != (joint == mesh.NoInfluence) || weight < 0 {
					t.Fatalf("vertex %d: joint %d has weight %v, want NoInfluence exactly for weight 0", v,
						joint, weight)
				}
				if k > 0 && weight > p.Weights[maxInfluences*v+k-1] {
					t.Fatalf("vertex %d: weights %v are not in descending order", v,
						p.Weights[maxInfluences*v:][:maxInfluences])
				}
			}
			if math.Abs(float64(sum)-1) > 2e-7 {
				t.Fatalf("vertex %d: the weights sum to %v, want 1", v, sum)
			}
		}
	}
}

func TestNoVertexIsBoundToJointsOfTheOtherSide(t *testing.T) {
	m := sculpted(t)
	for v, p := range m.Points {
		for _, s := range m.influences[v].list {
			name := m.rest.Bones[s.joint].Name
			other := p[0] > 0 && strings.HasPrefix(name, "right") || p[0] < 0 && strings.HasPrefix(name, "left")
			// Near the middle, thighs and collar bones of both sides have influence: thighs as far
			// as the skin between and behind the legs is pulled.
			reach := 0.0
			switch {
			case strings.HasSuffix(name, "thigh"):
				reach = 0.11
			case strings.HasSuffix(name, "clavicle"):
				reach = 0.05
			}
			if other && math.Abs(p[0]) > reach && s.weight > 0.02 {
				t.Errorf("vertex %d at %v has weight %.3f for %s", v, p, s.weight, name)
			}
		}
	}
}

func TestEachFingerMovesWithItsOwnJoints(t *testing.T) {
	m := sculpted(t)
	for v, p := range m.Points {
		heaviest := m.influences[v].list[0].joint
		for _, d := range posing.Digits {
			// No joint of another finger may move the outer phalanges.
			if heaviest != d.Joint+2 && heaviest != d.Joint+3 {
				continue
			}
			for _, s := range m.influences[v].list {
				if s.joint < d.Joint || s.joint > d.Joint+3 {
					t.Errorf("vertex %d at %v of the %s finger has weight %.3f for %s",
						v, p, d.Name, s.weight, m.rest.Bones[s.joint].Name)
				}
			}
		}
	}
}

func TestEveryJointButTheRootMovesSkin(t *testing.T) {
	m := sculpted(t)
	moved := map[posing.Joint]float64{}
	for v := range m.Points {
		for _, s := range m.influences[v].list {
			moved[s.joint] += s.weight
		}
	}
	for j := posing.Hips; int(j) < posing.JointCount; j++ {
		if moved[j] < 5 {
			t.Errorf("the weights of %s sum to %.2f over all vertices, want 5 or more", m.rest.Bones[j].Name, moved[j])
		}
	}
}

func TestDiffusionPreservesTheSumOfWeights(t *testing.T) {
	m := sculpted(t)
	for v := range m.influences {
		list := m.influences[v].list
		sum := 0.0
		for _, s := range list {
			sum += s.weight
		}
		if math.Abs(sum-1) > 1e-12 || len(list) > maxInfluences {
			t.Fatalf("vertex %d: influences %v, want at most %d with the sum 1", v, list, maxInfluences)
		}
	}
}
