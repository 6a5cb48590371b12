package mannequin

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// companions returns the mannequin and its companion in a library.
func companions(t *testing.T) (lib *assets.Library, model, companion *assets.Model) {
	t.Helper()
	lib = assets.NewLibrary(assets.Exact())
	model, err := New(lib)
	if err != nil {
		t.Fatal(err)
	}
	if companion, err = NewCompanion(lib); err != nil {
		t.Fatal(err)
	}
	return lib, model, companion
}

func TestCompanionHasTheJointsAndClipsOfTheMannequin(t *testing.T) {
	lib, model, companion := companions(t)
	one, other := lib.Skeleton(model.Skeleton), lib.Skeleton(companion.Skeleton)
	if one.Len() != other.Len() {
		t.Fatalf("%d joints, want %d", other.Len(), one.Len())
	}
	for j := range one.Len() {
		if one.JointName(j) != other.JointName(j) || one.Parent(j) != other.Parent(j) ||
			one.Rest(j).Rotation != other.Rest(j).Rotation || other.Rest(j).Scale != one.Rest(j).Scale {
			t.Errorf("joint %d: %q at %+v, want %q at %+v", j, other.JointName(j), other.Rest(j), one.JointName(j),
				one.Rest(j))
		}
	}
	for i, id := range companion.Clips {
		if mine, its := lib.Clip(id), lib.Clip(model.Clips[i]); mine.Name() != its.Name() ||
			mine.Duration() != its.Duration() || len(mine.Markers()) != len(its.Markers()) {
			t.Errorf("clip %d: %q of %v s, want %q of %v s", i, mine.Name(), mine.Duration(), its.Name(), its.Duration())
		}
	}
	if high := companion.Bounds.Max[1]; high < 1.5 || high > 1.72 || companion.Bounds.Min[1] < -1e-6 {
		t.Errorf("bounds %v", companion.Bounds)
	}
}

// Every surface of the companion is whole: normals have length 1, weights sum to 1, and no edge is
// long.
func TestCompanionIsWhole(t *testing.T) {
	lib, _, companion := companions(t)
	m := lib.Mesh(companion.Parts[0].Mesh)
	if len(m.Primitives) != companionPaints {
		t.Fatalf("%d primitives, want %d", len(m.Primitives), companionPaints)
	}
	for _, p := range m.Primitives {
		name := lib.Material(p.Material).Name
		for v, n := range p.Normals {
			sum := float32(0)
			for k := v * maxInfluences; k < (v+1)*maxInfluences; k++ {
				if p.Joints[k] != mesh.NoInfluence {
					sum += p.Weights[k]
				}
			}
			if math.Abs(float64(n.Len()-1)) > 1e-5 || math.Abs(float64(sum-1)) > 1e-5 {
				t.Fatalf("%s: vertex %d has a normal of length %v and weights of %v", name, v, n.Len(), sum)
			}
		}
		for k := 0; k < len(p.Indices); k += 3 {
			for c := range 3 {
				a, b := p.Positions[p.Indices[k+c]], p.Positions[p.Indices[k+(c+1)%3]]
				if a.Sub(b).Len() > 0.09 {
					t.Fatalf("%s: an edge from %v to %v", name, a, b)
				}
			}
		}
	}
}

func TestCompanionNeedsALibrary(t *testing.T) {
	if _, err := NewCompanion(nil); err == nil {
		t.Error("nil was taken")
	}
}
