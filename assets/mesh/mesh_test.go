package mesh_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

func TestMeshErrors(t *testing.T) {
	for _, row := range []struct {
		name   string
		damage func(*mesh.Mesh, *mesh.Primitive)
		want   string
	}{
		{"influences", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Influences = 3
		}, "expected 0, 4 or 8 influences of a vertex, found 3"},
		{"normals", func(_ *mesh.Mesh, p *mesh.Primitive) { p.Normals = nil }, "expected 5 normals for 5 vertices, found 0"},
		{"tangents", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Tangents = p.Tangents[:4]
		}, "expected 5 tangents for 5 vertices, found 4"},
		{"texture coordinates", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.TexCoords[1] = make([]mgl32.Vec2, 6)
		}, "expected 5 texture coordinates 1 for 5 vertices, found 6"},
		{"colors", func(_ *mesh.Mesh, p *mesh.Primitive) { p.Colors = make([]mgl32.Vec4, 1) }, "expected 5 colors for 5 vertices, found 1"},
		{"joints", func(_ *mesh.Mesh, p *mesh.Primitive) { p.Joints = p.Joints[:19] }, "expected 20 joints for 5 vertices, found 19"},
		{"weights", func(_ *mesh.Mesh, p *mesh.Primitive) { p.Weights = nil }, "0 weights"},
		{"half a triangle", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Indices = p.Indices[:4]
		}, "expected a multiple of 3 indices, found 4"},
		{"index", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Indices[2] = 5
		}, "index 2: expected a vertex below 5, found 5"},
		{"largest index", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Indices[2] = math.MaxUint32
		}, "index 2: expected a vertex below 5, found 4294967295"},
		{"target", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Targets[1].Positions = make([]mgl32.Vec3, 4)
		}, "morph target 1: expected a delta for each of 5 vertices, found 4"},
		{"target's tangents", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Tangents = nil
		}, "morph target 0: expected no tangents"},
		{"targets", func(m *mesh.Mesh, _ *mesh.Primitive) {
			m.Weights = []float32{1}
		}, "expected a morph target for each of the 1 morph weights of the mesh, found 2"},
		{"weight NaN", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Weights[4] = float32(math.NaN())
		}, "vertex 1: expected a finite weight of at least 0, found NaN"},
		{"weight infinite", func(_ *mesh.Mesh, p *mesh.Primitive) {
			p.Weights[0] = float32(math.Inf(1))
		}, "vertex 0: expected a finite weight of at least 0, found +Inf"},
		{"weight negative", func(_ *mesh.Mesh, p *mesh.Primitive) { p.Weights[0] = -1 }, "vertex 0: expected a finite weight of at least 0, found -1"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := randomassets.Primitive(rand.New(rand.NewPCG(1, 1)), 5, 3, 4, 2)
			m := &mesh.Mesh{Name: "bad", Primitives: []mesh.Primitive{*p}, Weights: []float32{0, 0}}
			l := assets.NewLibrary(assets.Exact())
			if _, err := l.AddMesh(m); err != nil {
				t.Fatal(err)
			}
			row.damage(m, &m.Primitives[0])
			id, err := l.AddMesh(m)
			if id != 0 || err == nil || !strings.Contains(err.Error(), `mesh "bad": primitive 0: `) ||
				!strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v does not contain %q", err, row.want)
			}
		})
	}
}

func TestModelErrors(t *testing.T) {
	for _, row := range []struct {
		name   string
		damage func(l *assets.Library, m *assets.Model, other *assets.Model)
		want   string
	}{
		{"no skeleton", func(_ *assets.Library, m, _ *assets.Model) {
			m.Skeleton = 0
		}, "its skeleton 0x0 is not in the library"},
		{"removed skeleton", func(l *assets.Library, m, _ *assets.Model) {
			l.RemoveSkeleton(m.Skeleton)
		}, "its skeleton 0x2bd00001 is not in the library: it was removed"},
		{
			"clip of another", func(_ *assets.Library, m, other *assets.Model) {
				m.Clips[1] = other.Clips[0]
			},
			`Clips[1]: clip 0x92200003 of the library, "random", is for skeleton "random", a different one of that name; expected one for skeleton "random"`,
		},
		{"no clip", func(_ *assets.Library, m, _ *assets.Model) {
			m.Clips[0] = 0
		}, "Clips[0]: motion 0x0 is not in the library"},
		{"skin of another", func(_ *assets.Library, m, other *assets.Model) {
			m.Skins[0] = other.Skins[0]
		}, `Skins[0]: skin 0x2800003 of the library, "random", is for skeleton "random"`},
		{"no mesh", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[1].Mesh = 0
		}, `part 1 ("part"): mesh 0x0 is not in the library`},
		{"part's skin", func(_ *assets.Library, m, other *assets.Model) {
			m.Parts[0].Skin = other.Skins[0]
		}, `part 0 ("part"): skin 0x2800003 of the library, "random", is for skeleton "random"`},
		{"entry", func(l *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Rigid, m.Parts[0].PaletteIndex = true, l.Skin(m.Parts[0].Skin).Len()
		}, "expected a palette index below "},
		{"negative entry", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Rigid, m.Parts[0].PaletteIndex = true, -1
		}, "the joints of the skin, found -1"},
		{"morph count", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Count++
		}, "morph weights, one for each target of the mesh, found "},
		{"morph offset", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Offset = 1
		}, "expected morph weights inside the "},
		{"morph offset far off", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Offset = math.MaxInt
		}, "expected morph weights inside the "},
		{"morph offset negative", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Offset = -1
		}, "expected morph weights inside the "},
		{"morph joint", func(l *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Joint = l.Skeleton(m.Skeleton).Len()
		}, "expected morph weights of one of 8 joints, found them at joint 8"},
		{"morph joint negative", func(_ *assets.Library, m, _ *assets.Model) {
			m.Parts[0].Morphs.Joint = -1
		}, "found them at joint -1"},
		{"influence", func(l *assets.Library, m, _ *assets.Model) {
			l.Mesh(m.Parts[0].Mesh).Primitives[0].Joints[4] = uint16(l.Skin(m.Parts[0].Skin).Len())
		}, `mesh "mesh": primitive 0: vertex 1: expected a palette index below `},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := assets.NewLibrary(assets.Exact())
			r := rand.New(rand.NewPCG(1, 1))
			shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 3, Bone: 0.3, Morphs: 1}
			m, other := randomassets.Model(r, l, shape, 2), randomassets.Model(r, l, shape, 1)
			if _, err := l.AddModel(m); err != nil {
				t.Fatal(err)
			}
			row.damage(l, m, other)
			id, err := l.AddModel(m)
			if id != 0 || err == nil || !strings.Contains(err.Error(), `model "random": `) ||
				!strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v does not contain %q", err, row.want)
			}
		})
	}
}

// An influence with weight 0 may have any palette index.
func TestUnusedInfluencesAreNotChecked(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	m := randomassets.Model(rand.New(rand.NewPCG(1, 1)), l, randomassets.Shapes()[4], 1)
	p := &l.Mesh(m.Parts[0].Mesh).Primitives[0]
	copy(p.Weights, []float32{1, 0, 0, 0})
	copy(p.Joints[1:], []uint16{mesh.NoInfluence, 60000, 60000})
	if _, err := l.AddModel(m); err != nil {
		t.Error(err)
	}
}
