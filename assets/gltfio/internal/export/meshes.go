package export

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
)

// exportedMesh identifies a mesh in one of its two written forms: with influences, or without them
// for rigid parts.
type exportedMesh struct {
	id    id.Mesh
	rigid bool
}

// addMesh writes the mesh of a part, unless it was written before, and returns its index.
func (e *exporter) addMesh(p *assets.Part) (int, error) {
	key := exportedMesh{p.Mesh, p.Rigid}
	if i, known := e.meshes[key]; known {
		return i, nil
	}
	mesh := e.lib.Mesh(p.Mesh)
	if mesh == nil {
		return 0, fmt.Errorf("expected a mesh of the library, found the ID %#x", uint32(p.Mesh))
	}
	out := &gltf.Mesh{Name: mesh.Name}
	if len(mesh.Primitives) == 0 {
		out.Primitives = append(out.Primitives, e.emptyPrimitive(len(mesh.Weights), !p.Rigid))
	}
	for i := range mesh.Primitives {
		primitive, err := e.primitive(&mesh.Primitives[i], p.Rigid)
		if err != nil {
			return 0, fmt.Errorf("mesh %q: primitive %d: %w", mesh.Name, i, err)
		}
		out.Primitives = append(out.Primitives, primitive)
	}
	for _, w := range mesh.Weights {
		out.Weights = append(out.Weights, float64(w))
	}
	if len(mesh.TargetNames) > 0 {
		out.Extras = MeshExtras{TargetNames: mesh.TargetNames}
	}
	e.meshes[key] = len(e.doc.Meshes)
	e.doc.Meshes = append(e.doc.Meshes, out)
	return e.meshes[key], nil
}

// primitive writes a primitive. A rigid one has no influences.
func (e *exporter) primitive(p *mesh.Primitive, rigid bool) (*gltf.Primitive, error) {
	if len(p.Positions) == 0 || len(p.Indices) == 0 {
		return nil, errors.New("expected at least one triangle, line or point, as glTF does, found none")
	}
	if p.Topology > mesh.Points {
		return nil, fmt.Errorf("expected a topology from 0 to %d, found %d", mesh.Points, p.Topology)
	}
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: e.vectors3(p.Positions, true)}
	if p.Topology == mesh.Triangles || !slices.Contains(p.Normals, mgl32.Vec3{}) {
		attributes[gltf.NORMAL] = e.vectors3(p.Normals, false)
	}
	if p.Tangents != nil {
		attributes[gltf.TANGENT] = e.vectors4(p.Tangents)
	}
	if p.Colors != nil {
		attributes[gltf.COLOR_0] = e.vectors4(p.Colors)
	}
	for i, name := range [...]string{gltf.TEXCOORD_0, gltf.TEXCOORD_1} {
		if p.TexCoords[i] != nil {
			attributes[name] = e.vectors2(p.TexCoords[i])
		}
	}
	if !rigid {
		e.influences(attributes, p)
	}
	material, err := e.material(p.Material)
	if err != nil {
		return nil, err
	}
	out := &gltf.Primitive{
		Mode: modes[p.Topology], Attributes: attributes, Indices: gltf.Index(e.indices(p)), Material: material,
	}
	for i := range p.Targets {
		out.Targets = append(out.Targets, e.morphTarget(&p.Targets[i], len(p.Positions)))
	}
	return out, nil
}

// modes are the modes of the topologies.
var modes = [...]gltf.PrimitiveMode{gltf.PrimitiveTriangles, gltf.PrimitiveLines, gltf.PrimitivePoints}

// MeshExtras is written as the extras of a mesh.
type MeshExtras struct {
	TargetNames []string `json:"targetNames,omitempty"`
	// MorphWeightsOnly marks a mesh that only holds the morph weights of its node, which no part of
	// the model has.
	MorphWeightsOnly bool `json:"morphWeightsOnly,omitempty"`
}

// emptyPrimitive writes what stands for no triangles, because glTF requires a primitive: a strip of
// one that has its corners at the origin and is not drawn, with the given number of morph targets,
// and with an influence if it is skinned.
func (e *exporter) emptyPrimitive(targets int, skinned bool) *gltf.Primitive {
	origin := []mgl32.Vec3{{}}
	out := &gltf.Primitive{
		Mode:       gltf.PrimitiveTriangleStrip,
		Indices:    gltf.Index(e.indices(&mesh.Primitive{Positions: origin, Indices: []uint32{0, 0, 0}})),
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: e.vectors3(origin, true)},
	}
	if skinned {
		e.influences(out.Attributes, &mesh.Primitive{
			Positions: origin, Influences: 4, Joints: make([]uint16, 4),
			Weights: []float32{1, 0, 0, 0},
		})
	}
	for range targets {
		out.Targets = append(out.Targets, gltf.PrimitiveAttributes{gltf.POSITION: e.vectors3(origin, true)})
	}
	return out
}

// morphTarget writes a morph target. glTF allows no empty one, so a target that changes nothing
// gets displacements of 0.
func (e *exporter) morphTarget(t *mesh.MorphTarget, vertices int) gltf.PrimitiveAttributes {
	attributes := gltf.PrimitiveAttributes{}
	if t.Positions != nil {
		attributes[gltf.POSITION] = e.vectors3(t.Positions, true)
	}
	if t.Normals != nil {
		attributes[gltf.NORMAL] = e.vectors3(t.Normals, false)
	}
	if t.Tangents != nil {
		attributes[gltf.TANGENT] = e.vectors3(t.Tangents, false)
	}
	if len(attributes) == 0 {
		attributes[gltf.POSITION] = e.vectors3(make([]mgl32.Vec3, vertices), true)
	}
	return attributes
}

// indices writes the vertex indices of the triangles as UNSIGNED_SHORT if possible, otherwise as
// UNSIGNED_INT. The largest value of a type is reserved for primitive restart.
func (e *exporter) indices(p *mesh.Primitive) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentUint, Type: gltf.AccessorScalar, Count: len(p.Indices)}
	var data []byte
	if len(p.Positions) <= 0xFFFF {
		a.ComponentType = gltf.ComponentUshort
		for _, v := range p.Indices {
			data = binary.LittleEndian.AppendUint16(data, uint16(v))
		}
	} else {
		for _, v := range p.Indices {
			data = binary.LittleEndian.AppendUint32(data, v)
		}
	}
	return e.accessor(data, gltf.TargetElementArrayBuffer, a)
}

// influences writes joints and weights in sets of four. Unused influences are joint 0 with weight
// 0.
func (e *exporter) influences(attributes gltf.PrimitiveAttributes, p *mesh.Primitive) {
	names := [...][2]string{{gltf.JOINTS_0, gltf.WEIGHTS_0}, {"JOINTS_1", "WEIGHTS_1"}}
	for set := range p.Influences / 4 {
		a := gltf.Accessor{ComponentType: gltf.ComponentUshort, Type: gltf.AccessorVec4, Count: len(p.Positions)}
		var data []byte
		var weights []float32
		for v := range p.Positions {
			for k := range 4 {
				at := v*p.Influences + 4*set + k
				joint := p.Joints[at]
				if p.Weights[at] == 0 {
					joint = 0
				}
				data = binary.LittleEndian.AppendUint16(data, joint)
				weights = append(weights, p.Weights[at])
			}
		}
		attributes[names[set][0]] = e.accessor(data, gltf.TargetArrayBuffer, a)
		attributes[names[set][1]] = e.floats(gltf.AccessorVec4, gltf.TargetArrayBuffer, false, weights)
	}
}

func (e *exporter) vectors2(vectors []mgl32.Vec2) int {
	var flat []float32
	for _, v := range vectors {
		flat = append(flat, v[:]...)
	}
	return e.floats(gltf.AccessorVec2, gltf.TargetArrayBuffer, false, flat)
}

func (e *exporter) vectors3(vectors []mgl32.Vec3, bounded bool) int {
	var flat []float32
	for _, v := range vectors {
		flat = append(flat, v[:]...)
	}
	return e.floats(gltf.AccessorVec3, gltf.TargetArrayBuffer, bounded, flat)
}

func (e *exporter) vectors4(vectors []mgl32.Vec4) int {
	var flat []float32
	for _, v := range vectors {
		flat = append(flat, v[:]...)
	}
	return e.floats(gltf.AccessorVec4, gltf.TargetArrayBuffer, false, flat)
}
