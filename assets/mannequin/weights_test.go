package mannequin

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/mesh"
)

func TestWeightsSumToOneHeaviestFirst(t *testing.T) {
	lib, model := newModel(t)
	for _, p := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		for v := range p.Positions {
			sum := float32(0)
			for k := range maxInfluences {
				joint, weight := p.Joints[maxInfluences*v+k], p.Weights[maxInfluences*v+k]
				sum += weight
				if (weight == 0) != (joint == mesh.NoInfluence) || weight < 0 {
					t.Fatalf("vertex %d: joint %d with weight %v", v, joint, weight)
				}
				if k > 0 && weight > p.Weights[maxInfluences*v+k-1] {
					t.Fatalf("vertex %d: weights %v are not in order", v, p.Weights[maxInfluences*v:][:maxInfluences])
				}
			}
			if math.Abs(float64(sum)-1) > 2e-7 {
				t.Fatalf("vertex %d: weights sum to %v", v, sum)
			}
		}
	}
}

func TestNoVertexIsBoundToTheOtherSide(t *testing.T) {
	m := sculpted(t)
	for v, p := range m.Points {
		for _, s := range m.influences[v] {
			name := m.rest.bones[s.joint].name
			other := p[0] > 0 && strings.HasPrefix(name, "right") || p[0] < 0 && strings.HasPrefix(name, "left")
			// Thighs and collar bones share the middle.
			reach := 0.0
			if strings.HasSuffix(name, "thigh") || strings.HasSuffix(name, "clavicle") {
				reach = 0.05
			}
			if other && math.Abs(p[0]) > reach && s.weight > 0.02 {
				t.Errorf("vertex %d at %v moves %.3f with %s", v, p, s.weight, name)
			}
		}
	}
}

func TestEachFingerMovesWithItsOwnJoints(t *testing.T) {
	m := sculpted(t)
	for v, p := range m.Points {
		heaviest := m.influences[v][0].joint
		for _, d := range digits {
			// On the outer phalanges nothing of another finger may pull.
			if heaviest != d.joint+2 && heaviest != d.joint+3 {
				continue
			}
			for _, s := range m.influences[v] {
				if s.joint < d.joint || s.joint > d.joint+3 {
					t.Errorf("vertex %d at %v of the %s finger moves %.3f with %s", v, p, d.name, s.weight, m.rest.bones[s.joint].name)
				}
			}
		}
	}
}

func TestEveryJointButTheRootMovesSkin(t *testing.T) {
	m := sculpted(t)
	moved := map[joint]float64{}
	for v := range m.Points {
		for _, s := range m.influences[v] {
			moved[s.joint] += s.weight
		}
	}
	for j := hips; int(j) < jointCount; j++ {
		if moved[j] < 5 {
			t.Errorf("%s moves %.2f vertices", m.rest.bones[j].name, moved[j])
		}
	}
}

func TestSpreadingKeepsUnitSums(t *testing.T) {
	m := sculpted(t)
	for v, list := range m.influences {
		sum := 0.0
		for _, s := range list {
			sum += s.weight
		}
		if math.Abs(sum-1) > 1e-12 || len(list) > maxInfluences {
			t.Fatalf("vertex %d: %v", v, list)
		}
	}
}
