package gltfio

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// handmade is a model without nodes: two roots that share a skin, a rigid part away from its joint, a texture.
type handmade struct {
	lib      *assets.Library
	skeleton *assets.Skeleton
	model    *assets.Model
}

func must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func newHandmade(t *testing.T) *handmade {
	t.Helper()
	h := &handmade{lib: assets.NewLibrary()}
	at := func(x float32) rig.TRS {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{x, 0, 0}
		return rest
	}
	list := []rig.Joint{{Name: "a", Parent: -1, Rest: at(1)}, {Name: "b", Parent: 0, Rest: at(2)}, {Name: "c", Parent: -1, Rest: at(-3)}}
	list[2].Rest.Scale = mgl32.Vec3{}
	skeleton, err := rig.NewSkeleton("handmade", list, nil)
	h.skeleton = must(t, skeleton, err)
	binds := []mgl32.Mat4{mgl32.Ident4(), mgl32.Translate3D(0, 1, 0), mgl32.Scale3D(2, 1, 1)}
	both, err := rig.NewSkin("both", h.skeleton, []int{1, 2, 0}, binds)
	must(t, both, err)
	rigid, err := rig.NewSkin("rigid", h.skeleton, []int{1}, []mgl32.Mat4{mgl32.Translate3D(0, 0, 5)})
	must(t, rigid, err)
	pixels := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	pixels.SetNRGBA(1, 0, color.NRGBA{10, 20, 30, 40})
	picture := h.lib.AddImage(&assets.Image{Name: "dot", Pixels: pixels})
	material := mesh.DefaultMaterial()
	material.Name, material.Unlit, material.AlphaMode, material.AlphaCutoff = "paint", true, mesh.AlphaMask, 0.25
	transform := mgl32.Translate2D(0.25, 0.5).Mul3(mgl32.HomogRotate2D(-0.5)).Mul3(mgl32.Scale2D(2, 3))
	material.BaseColorTexture = &mesh.Texture{Image: picture, WrapU: mesh.WrapMirror, WrapV: mesh.WrapClamp, Nearest: true, Transform: transform}
	id := h.lib.AddMaterial(&material)
	triangle := mesh.Primitive{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Normals: []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Indices: []uint32{0, 1, 2}, Material: id,
	}
	triangle.TexCoords[0] = []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}}
	skinned := triangle
	skinned.Influences = 4
	for range 3 {
		skinned.Joints = append(skinned.Joints, 1, 0, mesh.NoInfluence, mesh.NoInfluence)
		skinned.Weights = append(skinned.Weights, 0.75, 0.25, 0, 0)
	}
	h.model = &assets.Model{Name: "handmade", Skeleton: h.lib.AddSkeleton(h.skeleton)}
	for i, p := range []mesh.Primitive{skinned, triangle} {
		mesh, err := h.lib.AddMesh(&assets.Mesh{Name: "mesh", Primitives: []mesh.Primitive{p}})
		part := assets.Part{Name: "part", Mesh: must(t, mesh, err), Rigid: i == 1}
		part.Skin = h.lib.AddSkin([]*assets.Skin{both, rigid}[i])
		h.model.Parts = append(h.model.Parts, part)
	}
	h.model.SetClips(h.lib, nil)
	return h
}

// addClip builds the clip and gives it to the model.
func (h *handmade) addClip(t *testing.T, b *clip.Builder) *assets.Clip {
	t.Helper()
	clip, err := b.Build()
	must(t, clip, err)
	h.model.SetClips(h.lib, append(h.model.Clips, h.lib.AddClip(clip)))
	return clip
}

func TestAModelWithoutNodesIsWritten(t *testing.T) {
	h := newHandmade(t)
	lib, read := written(t, h.lib, h.model)
	skeleton := lib.Skeleton(read.Skeleton)
	p, q := rig.NewPose(h.skeleton).ModelMatrices(nil), rig.NewPose(skeleton).ModelMatrices(nil)
	for j := range h.skeleton.Len() {
		k, ok := skeleton.Find(h.skeleton.Joint(j))
		if !ok {
			t.Fatalf("joint %q is gone", h.skeleton.Joint(j))
		}
		if rig.MatrixAt(p, j) != rig.MatrixAt(q, k) {
			t.Errorf("joint %q is at %v, want %v", h.skeleton.Joint(j), rig.MatrixAt(q, k), rig.MatrixAt(p, j))
		}
	}
	if len(read.Parts) != 2 {
		t.Fatalf("%d parts, want 2", len(read.Parts))
	}
	for _, part := range read.Parts {
		made := h.model.Parts[0]
		if part.Rigid {
			made = h.model.Parts[1]
		}
		want := h.lib.Skin(made.Skin).Palette(nil, p)
		got := lib.Skin(part.Skin).Palette(nil, q)
		near(t, "palette", got[part.PaletteIndex*assets.MatrixSize:][:assets.MatrixSize], want[:assets.MatrixSize])
		compareMeshes(t, h.lib, h.lib.Mesh(made.Mesh), lib, lib.Mesh(part.Mesh))
	}
}

func TestABezierTrackIsWrittenAsTheSameCurve(t *testing.T) {
	h := newHandmade(t)
	times := []float32{0, 0.5, 2}
	places := []mgl32.Vec3{{9, 9, 9}, {0, 1, 2}, {1, 5, 3}, {4, -2, 1}, {3, 3, 3}, {8, 0, -1}, {2, 2, 7}, {1, 1, 1}, {9, 9, 9}}
	var turns []mgl32.Quat
	for i := range 9 {
		turns = append(turns, mgl32.QuatRotate(float32(i)*0.3, mgl32.Vec3{0, 0.6, 0.8}))
	}
	clip := h.addClip(t, clip.NewBuilder("bezier", h.skeleton).
		Translation(1, clip.CubicBezier, times, places).Rotation(1, clip.CubicBezier, times, turns))
	lib, read := written(t, h.lib, h.model)
	again := lib.Clip(read.Clip("bezier"))
	joint, _ := again.Skeleton().Find("b")
	p, q := rig.NewPose(h.skeleton), rig.NewPose(again.Skeleton())
	for k := range 101 {
		clip.Sample(float64(k)/50, p)
		again.Sample(float64(k)/50, q)
		a, b := p.Joint(1), q.Joint(joint)
		near(t, "translation", scaled(b.Translation[:], 0.1), scaled(a.Translation[:], 0.1))
		near(t, "rotation", append(b.Rotation.V[:], b.Rotation.W), append(a.Rotation.V[:], a.Rotation.W))
	}
}

func scaled(v []float32, by float32) []float32 {
	var out []float32
	for _, x := range v {
		out = append(out, x*by)
	}
	return out
}

func TestAClipThatOutlastsItsKeysKeepsItsLength(t *testing.T) {
	h := newHandmade(t)
	h.addClip(t, clip.NewBuilder("long", h.skeleton).Translation(0, clip.Linear, []float32{0, 1}, make([]mgl32.Vec3, 2)).Range(0, 3))
	h.addClip(t, clip.NewBuilder("empty", h.skeleton).Range(0, 2))
	h.addClip(t, clip.NewBuilder("nothing", h.skeleton))
	lib, read := written(t, h.lib, h.model)
	for name, want := range map[string]float64{"long": 3, "empty": 2, "nothing": 0} {
		if clip := lib.Clip(read.Clip(name)); clip == nil || clip.Duration() != want {
			t.Errorf("clip %q: %+v, want one of %v s", name, clip, want)
		}
	}
}

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	before := func(h *handmade) *clip.Builder {
		return clip.NewBuilder("early", h.skeleton).Translation(0, clip.Linear, []float32{-1, 1}, make([]mgl32.Vec3, 2))
	}
	full := func(h *handmade) *clip.Builder {
		b := clip.NewBuilder("full", h.skeleton).Range(0, 3)
		for j := range h.skeleton.Len() {
			b.Scale(j, clip.Linear, []float32{0}, make([]mgl32.Vec3, 1))
		}
		return b
	}
	for _, test := range []struct {
		name   string
		change func(t *testing.T, h *handmade)
		want   string
	}{
		{"no skeleton", func(_ *testing.T, h *handmade) { h.model.Skeleton = 0 }, `model "handmade": its skeleton is not in the library`},
		{"no mesh", func(_ *testing.T, h *handmade) { h.model.Parts[1].Mesh = 0 }, `part 1 ("part"): its mesh is not in the library`},
		{"no skin", func(_ *testing.T, h *handmade) { h.model.Parts[0].Skin = 0 }, "skin 0 is not in the library"},
		{"no rigid skin", func(_ *testing.T, h *handmade) { h.model.Parts[1].PaletteIndex = 7 }, "no entry 7"},
		{"no clip", func(_ *testing.T, h *handmade) { h.model.Clips = []assets.ClipID{0} }, "clip 0 is not in the library"},
		{"early key", func(t *testing.T, h *handmade) { h.addClip(t, before(h)) }, `clip "early": joint 0 ("a"): translation: the first key is at -1 s`},
		{"no room to hold", func(t *testing.T, h *handmade) { h.addClip(t, full(h)) }, `clip "full": it ends at 3 s`},
		{"empty mesh", func(_ *testing.T, h *handmade) { h.mesh().Primitives = nil }, "no primitives"},
		{"no triangles", func(_ *testing.T, h *handmade) { h.mesh().Primitives[0].Indices = nil }, "primitive 0: it has no triangles"},
		{"bright", func(_ *testing.T, h *handmade) { h.material().Emissive[1] = 4 }, `material "paint": a factor of 4`},
		{"no image", func(_ *testing.T, h *handmade) { h.material().BaseColorTexture.Image = 0 }, "image 0 is not in the library"},
		{"sheared texture", func(_ *testing.T, h *handmade) { h.material().BaseColorTexture.Transform[3] = 9 }, "no translation, rotation and scale"},
		{"nodes without joints", func(_ *testing.T, h *handmade) { h.model.Nodes = []assets.Node{{Parent: -1}} }, "there is no node for it"},
		{"joint beyond", func(_ *testing.T, h *handmade) { h.model.Nodes = []assets.Node{{Parent: -1, IsJoint: true, Joint: 3}} }, "joint 3 is not one of"},
		{"parent beyond", func(_ *testing.T, h *handmade) { h.model.Nodes = []assets.Node{{Parent: 5}} }, "parent 5 is not among"},
		{"wrong parent", func(_ *testing.T, h *handmade) { h.nodes(-1, -1, -1) }, `joint 1 ("b"): its node's parent is node -1`},
		{"cycle", func(_ *testing.T, h *handmade) { h.nodes(-1, 0, -1, 4, 3) }, "its ancestors form a cycle"},
		{"no such scene", func(_ *testing.T, h *handmade) {
			h.nodes(-1, 0, -1)
			h.model.Parts[1].Node = 1
			h.model.Scenes, h.model.Scene = make([]assets.Scene, 1), 1
		}, "its scene is not among"},
		{"no such root", func(_ *testing.T, h *handmade) {
			h.nodes(-1, 0, -1)
			h.model.Parts[1].Node = 1
			h.model.Scenes = []assets.Scene{{Roots: []int{9}}}
		}, "root 9 is not among"},
		{"two meshes", func(_ *testing.T, h *handmade) { h.nodes(-1, 0, -1) }, "carries another part's mesh"},
		{"node of a part", func(_ *testing.T, h *handmade) { h.nodes(-1, 0, -1); h.model.Parts[0].Node = 8 }, "node 8 is not among"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHandmade(t)
			test.change(t, h)
			if _, err := encode(h.lib, h.model); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := encode(nil, nil); err == nil {
		t.Error("no error for no model")
	}
}

func (h *handmade) mesh() *assets.Mesh { return h.lib.Mesh(h.model.Parts[0].Mesh) }

func (h *handmade) material() *assets.Material {
	return h.lib.Material(h.mesh().Primitives[0].Material)
}

// nodes gives the model nodes with these parents, the first three of which are its joints.
func (h *handmade) nodes(parents ...int) {
	for i, parent := range parents {
		h.model.Nodes = append(h.model.Nodes, assets.Node{Parent: parent, Rest: rig.IdentityTRS(), IsJoint: i < 3, Joint: i})
	}
}
