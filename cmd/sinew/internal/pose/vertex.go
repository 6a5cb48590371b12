package pose

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// foundVertex is a vertex of a query with the assets that move it.
type foundVertex struct {
	node      int
	part      assets.Part
	mesh      *mesh.Mesh
	skin      *rig.Skin
	primitive *mesh.Primitive
	index     int
}

func (e *evaluator) findVertex(ref VertexRef) (foundVertex, error) {
	if ref.Node >= len(e.model.Nodes) {
		return foundVertex{}, fmt.Errorf("expected the index of one of %d nodes, found %d",
			len(e.model.Nodes), ref.Node)
	}
	for _, part := range e.model.Parts {
		if part.Node != ref.Node {
			continue
		}
		m := e.library.Mesh(part.Mesh)
		i := slices.IndexFunc(m.Primitives, func(p mesh.Primitive) bool { return p.Source == ref.Primitive })
		if i < 0 {
			return foundVertex{}, fmt.Errorf("the mesh has no triangle primitive %d", ref.Primitive)
		}
		primitive := &m.Primitives[i]
		if ref.Vertex >= len(primitive.Positions) {
			return foundVertex{}, fmt.Errorf("expected the index of one of %d vertices, found %d",
				len(primitive.Positions), ref.Vertex)
		}
		return foundVertex{ref.Node, part, m, e.library.Skin(part.Skin), primitive, ref.Vertex}, nil
	}
	return foundVertex{}, fmt.Errorf("node %d has no mesh in the file's scene", ref.Node)
}

// position returns the vertex in model space, given the model matrices of all joints and of the
// vertex's node.
func (v *foundVertex) position(pose *rig.Pose, joints []float32, node rig.Matrix) [3]float32 {
	p := v.primitive.Positions[v.index]
	for i, target := range v.primitive.Targets {
		weight := v.mesh.Weights[i]
		if i < v.part.Morphs.Count {
			weight = pose.Morphs[v.part.Morphs.Offset+i]
		}
		if target.Positions != nil {
			p = p.Add(target.Positions[v.index].Mul(weight))
		}
	}
	if v.part.Rigid {
		return node.Point(p)
	}
	var sum mgl32.Vec3
	n := v.primitive.Influences
	for slot := v.index * n; slot < v.index*n+n; slot++ {
		weight, influence := v.primitive.Weights[slot], int(v.primitive.Joints[slot])
		if weight == 0 {
			continue
		}
		joint := rig.MatrixAt(joints, int(v.skin.Joints()[influence]))
		bind := rig.MatrixAt(v.skin.InverseBinds(), influence)
		sum = sum.Add(joint.Mul(bind).Point(p).Mul(weight))
	}
	return sum
}
