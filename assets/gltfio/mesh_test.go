package gltfio

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestStripsAndFansBecomeTriangles(t *testing.T) {
	const strip, fan, triangles = 5, 6, 4
	for _, row := range []struct {
		name    string
		mode    int
		indices []int
		want    []uint32
	}{
		{"triangles", triangles, []int{0, 1, 2, 2, 1, 3}, []uint32{0, 1, 2, 2, 1, 3}},
		{"strip", strip, []int{0, 1, 2, 3, 4}, []uint32{0, 1, 2, 1, 3, 2, 2, 3, 4}},
		{"joined strips", strip, []int{0, 1, 2, 2, 3, 3, 4, 1}, []uint32{0, 1, 2, 3, 1, 4}},
		{"fan", fan, []int{0, 1, 2, 3, 4}, []uint32{1, 2, 0, 2, 3, 0, 3, 4, 0}},
		{"strip without indices", strip, nil, []uint32{0, 1, 2, 1, 3, 2, 2, 3, 4}},
		{"fan without indices", fan, nil, []uint32{1, 2, 0, 2, 3, 0, 3, 4, 0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBuilder()
			normals := b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)
			positions := b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0)
			more := object{"mode": row.mode}
			if row.indices != nil {
				more["indices"] = b.ints("u8", "SCALAR", row.indices...)
			}
			b.node(object{"mesh": b.mesh(object{"POSITION": positions, "NORMAL": normals}, more)})
			p, _ := b.primitive(t)
			if !slices.Equal(p.Indices, row.want) {
				t.Errorf("%v, want %v", p.Indices, row.want)
			}
		})
	}
}

func TestPointsAndLines(t *testing.T) {
	for _, row := range []struct {
		mode     int
		indices  []int
		want     []uint32
		topology mesh.Topology
		warning  string
	}{
		{0, nil, []uint32{0, 1, 2, 3, 4}, mesh.Points, ""},
		{0, []int{4, 2}, []uint32{4, 2}, mesh.Points, ""},
		{1, nil, []uint32{0, 1, 2, 3}, mesh.Lines, "5 indices are not a multiple of 2; the last 1 were ignored"},
		{1, []int{3, 4}, []uint32{3, 4}, mesh.Lines, ""},
		{2, nil, []uint32{0, 1, 1, 2, 2, 3, 3, 4, 4, 0}, mesh.Lines, ""},
		{2, []int{2, 1, 0}, []uint32{2, 1, 1, 0, 0, 2}, mesh.Lines, ""},
		{3, nil, []uint32{0, 1, 1, 2, 2, 3, 3, 4}, mesh.Lines, ""},
		{3, []int{4}, nil, mesh.Lines, "the primitive has no lines; it was skipped"},
		{4, nil, []uint32{0, 1, 2}, mesh.Triangles, "5 indices are not a multiple of 3; the last 2 were ignored"},
	} {
		for _, normals := range []bool{false, true} {
			b := newBuilder()
			attributes := object{"POSITION": b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0)}
			if normals {
				attributes["NORMAL"] = b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)
			}
			more := object{"mode": row.mode}
			if row.indices != nil {
				more["indices"] = b.ints("u8", "SCALAR", row.indices...)
			}
			b.node(object{"mesh": b.mesh(attributes, more)})
			lib, model := b.load(t)
			if row.warning != "" {
				wantWarning(t, model, row.warning)
			} else if len(model.Warnings) > 0 {
				t.Errorf("mode %d: warnings %q", row.mode, model.Warnings)
			}
			primitives := lib.Mesh(model.Parts[0].Mesh).Primitives
			if row.want == nil {
				if len(primitives) != 0 {
					t.Errorf("mode %d: the primitive was not skipped", row.mode)
				}
				continue
			}
			p := primitives[0]
			if !slices.Equal(p.Indices, row.want) || p.Topology != row.topology {
				t.Errorf("mode %d: indices %v of topology %d, want %v of %d", row.mode, p.Indices, p.Topology, row.want,
					row.topology)
			}
			if want := normals || row.mode == 4; (p.Normals[0] != mgl32.Vec3{}) != want {
				t.Errorf("mode %d: the normals are %v", row.mode, p.Normals)
			}
			for c, v := range model.Bounds.Min {
				if v > model.Bounds.Max[c] {
					t.Errorf("mode %d: the bounds %v are empty", row.mode, model.Bounds)
				}
			}
			again, read := writeAndRead(t, lib, model)
			compareModels(t, lib, model, again, read)
			if q := again.Mesh(read.Parts[0].Mesh).Primitives[0]; q.Topology != p.Topology ||
				!slices.Equal(q.Indices, p.Indices) || !slices.Equal(q.Normals, p.Normals) {
				t.Errorf("mode %d: written and read it is %+v, want %+v", row.mode, q, p)
			}
		}
	}
}

func TestFlatNormals(t *testing.T) {
	b := newBuilder()
	// Two perpendicular triangles share the edge 0-1. No triangle uses vertex 4.
	positions := b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9)
	tangents := b.floats("VEC4", 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1)
	colors := b.ints("u8n", "VEC4", 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0)
	indices := b.ints("u16", "SCALAR", 0, 1, 2, 0, 3, 1, 0, 1, 2)
	b.node(object{"mesh": b.mesh(object{"POSITION": positions, "TANGENT": tangents, "COLOR_0": colors},
		object{"indices": indices})})
	p, _ := b.primitive(t)
	z, y := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}
	if want := []mgl32.Vec3{z, z, z, y, y, y, y}; !slices.Equal(p.Normals, want) {
		t.Errorf("normals %v, want %v", p.Normals, want)
	}
	if want := []uint32{0, 1, 2, 5, 3, 6, 0, 1, 2}; !slices.Equal(p.Indices, want) {
		t.Errorf("indices %v, want %v: vertices keep their indices, copies are appended", p.Indices, want)
	}
	for copied, of := range map[int]int{5: 0, 6: 1} {
		if p.Positions[copied] != p.Positions[of] || p.Colors[copied] != p.Colors[of] {
			t.Errorf("vertex %d is not a copy of %d", copied, of)
		}
	}
	if p.Tangents != nil {
		t.Errorf("tangents %v, want none without normals", p.Tangents)
	}
}

func TestFlatNormalsOfMorphTargets(t *testing.T) {
	b := newBuilder()
	lift := b.floats("VEC3", 0, 0, 0, 0, 0, 0, 0, -1, 1) // from the xy plane into the xz plane
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, object{"targets": []any{object{"POSITION": lift}}})})
	p, _ := b.primitive(t)
	for v, n := range p.Normals {
		sum := n.Add(p.Targets[0].Normals[v])
		wantNear(t, "normal with the target in full", sum[:], []float32{0, -1, 0})
	}
}

func TestNormalsAndTangentsAreNormalized(t *testing.T) {
	b := newBuilder()
	normals := b.floats("VEC3", 0, 0, 2, 0, 0, 0, 0, 0.6, 0.8)
	tangents := b.floats("VEC4", 3, 0, 0, 1, 0, 0, 0, -0.5, 0, 1, 0, -1)
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle(), "NORMAL": normals, "TANGENT": tangents}, nil)})
	p, model := b.primitive(t)
	if want := []mgl32.Vec3{{0, 0, 1}, {0, 1, 0}, {0, 0.6, 0.8}}; !slices.Equal(p.Normals, want) {
		t.Errorf("normals %v, want %v", p.Normals, want)
	}
	if want := []mgl32.Vec4{{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, -1}}; !slices.Equal(p.Tangents, want) {
		t.Errorf("tangents %v, want %v", p.Tangents, want)
	}
	wantWarning(t, model, "1 normals have length 0")
	wantWarning(t, model, "1 tangents have length 0")
}

func TestColorsWithoutAlphaAreOpaque(t *testing.T) {
	b := newBuilder()
	colors := b.ints("u16n", "VEC3", 65535, 0, 0, 0, 65535, 0, 0, 0, 65535)
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle(), "COLOR_0": colors}, nil)})
	p, _ := b.primitive(t)
	if want := []mgl32.Vec4{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}}; !slices.Equal(p.Colors, want) {
		t.Errorf("%v, want %v", p.Colors, want)
	}
}

func TestQuantizedAttributesNeedTheirExtension(t *testing.T) {
	b := newBuilder()
	positions := b.ints("i16n", "VEC3", 0, 0, 0, 32767, 0, 0, 0, -32767, 0)
	normals := b.ints("i8n", "VEC3", 0, 0, 127, 0, 0, 127, 0, 0, 127)
	texCoords := b.ints("u16", "VEC2", 0, 0, 512, 0, 0, 1024)
	b.node(object{"mesh": b.mesh(object{"POSITION": positions, "NORMAL": normals, "TEXCOORD_1": texCoords}, nil)})
	want := "meshes[0].primitives[0].attributes.POSITION: expected KHR_mesh_quantization for accessors[0], found a " +
		"VEC3 of normalized SHORT without it"
	if got := b.loadError(t); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.doc["extensionsRequired"] = []string{"KHR_mesh_quantization"}
	p, _ := b.primitive(t)
	if want := []mgl32.Vec3{{}, {1, 0, 0}, {0, -1, 0}}; !slices.Equal(p.Positions, want) {
		t.Errorf("positions %v, want %v", p.Positions, want)
	}
	if want := []mgl32.Vec2{{0, 0}, {512, 0}, {0, 1024}}; !slices.Equal(p.TexCoords[1], want) {
		t.Errorf("texture coordinates %v, want %v", p.TexCoords[1], want)
	}
}

func TestMorphTargetsAndTheirWeights(t *testing.T) {
	b := newBuilder()
	up := b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1)
	zeros := b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 3})
	targets := []any{object{"POSITION": up}, object{"POSITION": zeros}}
	mesh := b.mesh(object{"POSITION": b.triangle(), "NORMAL": up}, object{"targets": targets})
	b.get("meshes", mesh)["weights"] = []float32{0.25, 0.5}
	b.get("meshes", mesh)["extras"] = object{"targetNames": []string{"up", "none"}}
	b.node(object{"mesh": mesh})
	b.node(object{"mesh": mesh, "weights": []float32{1, 0}})
	lib, model := b.load(t)
	m := lib.Mesh(model.Parts[0].Mesh)
	if !slices.Equal(m.TargetNames, []string{"up", "none"}) || !slices.Equal(m.Weights, []float32{0.25, 0.5}) {
		t.Errorf("names %q, weights %v", m.TargetNames, m.Weights)
	}
	if p := m.Primitives[0]; p.Targets[0].Positions[2] != (mgl32.Vec3{0, 0, 1}) || p.Targets[1].Positions != nil {
		t.Errorf("targets %v", p.Targets)
	}
	rest := rig.NewPose(lib.Skeleton(model.Skeleton)).Morphs
	for i, want := range [][]float32{{0.25, 0.5}, {1, 0}} {
		c := model.Parts[i].Morphs
		wantNear(t, "rest weights", rest[c.Offset:][:c.Count], want)
	}
	if model.Bounds.Max[2] != 1 || model.Bounds.Min[2] != 0.25 {
		t.Errorf("bounds %v do not follow the rest weights", model.Bounds)
	}
}
