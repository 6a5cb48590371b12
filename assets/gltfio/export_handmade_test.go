package gltfio

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/rig"
)

// handmade is a model without nodes, with two roots that share a skin, a rigid part with an offset
// from its joint, and a texture.
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
	h := &handmade{lib: assets.NewLibrary(assets.Exact())}
	at := func(x float32) rig.TRS {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{x, 0, 0}
		return rest
	}
	list := []rig.Joint{
		{Name: "a", Parent: -1, Rest: at(1)},
		{Name: "b", Parent: 0, Rest: at(2)},
		{Name: "c", Parent: -1, Rest: at(-3)},
	}
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
	picture := h.lib.AddImage(picture.New("dot", pixels))
	material := mesh.DefaultMaterial()
	material.Name, material.Unlit, material.AlphaMode, material.AlphaCutoff = "paint", true, mesh.AlphaMask, 0.25
	transform := mgl32.Translate2D(0.25, 0.5).Mul3(mgl32.HomogRotate2D(-0.5)).Mul3(mgl32.Scale2D(2, 3))
	material.BaseColorTexture = &mesh.Texture{
		Image: picture, WrapU: mesh.WrapMirror, WrapV: mesh.WrapClamp,
		Nearest: true, Transform: transform,
	}
	id := h.lib.AddMaterial(&material)
	triangle := mesh.Primitive{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Indices:   []uint32{0, 1, 2}, Material: id,
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
		mesh, err := h.lib.AddMesh(&mesh.Mesh{Name: "mesh", Primitives: []mesh.Primitive{p}})
		part := assets.Part{Name: "part", Mesh: must(t, mesh, err), Rigid: i == 1}
		part.Skin = h.lib.AddSkin([]*rig.Skin{both, rigid}[i])
		h.model.Parts = append(h.model.Parts, part)
	}
	h.model.SetClips(h.lib, nil)
	return h
}

// addClip builds a clip and adds it to the model.
func (h *handmade) addClip(t *testing.T, b *clip.Builder) *assets.Clip {
	t.Helper()
	clip, err := b.Build()
	must(t, clip, err)
	h.model.SetClips(h.lib, append(h.model.Clips, h.lib.AddClip(clip)))
	return clip
}

func TestWriteModelWithoutNodes(t *testing.T) {
	h := newHandmade(t)
	lib, read := writeAndRead(t, h.lib, h.model)
	skeleton := lib.Skeleton(read.Skeleton)
	p, q := rig.NewPose(h.skeleton).ModelMatrices(nil), rig.NewPose(skeleton).ModelMatrices(nil)
	for j := range h.skeleton.Len() {
		k, ok := skeleton.Find(h.skeleton.JointName(j))
		if !ok {
			t.Fatalf("joint %q is missing", h.skeleton.JointName(j))
		}
		if rig.MatrixAt(p, j) != rig.MatrixAt(q, k) {
			t.Errorf("joint %q is at %v, want %v", h.skeleton.JointName(j), rig.MatrixAt(q, k), rig.MatrixAt(p, j))
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
		wantNear(t, "palette", got[part.PaletteIndex*assets.MatrixSize:][:assets.MatrixSize], want[:assets.MatrixSize])
		compareMeshes(t, h.lib, h.lib.Mesh(made.Mesh), lib, lib.Mesh(part.Mesh))
	}
}

func TestWriteBezierTrack(t *testing.T) {
	h := newHandmade(t)
	times := []float32{0, 0.5, 2}
	positions := []mgl32.Vec3{
		{9, 9, 9},
		{0, 1, 2},
		{1, 5, 3},
		{4, -2, 1},
		{3, 3, 3},
		{8, 0, -1},
		{2, 2, 7},
		{1, 1, 1},
		{9, 9, 9},
	}
	var rotations []mgl32.Quat
	for i := range 9 {
		rotations = append(rotations, mgl32.QuatRotate(float32(i)*0.3, mgl32.Vec3{0, 0.6, 0.8}))
	}
	clip := h.addClip(t, clip.NewBuilder("bezier", h.skeleton).
		Translation(1, clip.CubicBezier, times, positions).Rotation(1, clip.CubicBezier, times, rotations))
	lib, read := writeAndRead(t, h.lib, h.model)
	again := lib.Clip(read.Clip("bezier"))
	joint, _ := again.Skeleton().Find("b")
	p, q := rig.NewPose(h.skeleton), rig.NewPose(again.Skeleton())
	for k := range 101 {
		clip.Sample(float64(k)/50, p)
		again.Sample(float64(k)/50, q)
		a, b := p.Joint(1), q.Joint(joint)
		wantNear(t, "translation", scaled(b.Translation[:], 0.1), scaled(a.Translation[:], 0.1))
		wantNear(t, "rotation", append(b.Rotation.V[:], b.Rotation.W), append(a.Rotation.V[:], a.Rotation.W))
	}
}

func scaled(v []float32, by float32) []float32 {
	var out []float32
	for _, x := range v {
		out = append(out, x*by)
	}
	return out
}

func TestWriteClipThatEndsAfterItsKeys(t *testing.T) {
	h := newHandmade(t)
	h.addClip(t, clip.NewBuilder("long", h.skeleton).Translation(0, clip.Linear, []float32{0, 1},
		make([]mgl32.Vec3, 2)).Range(0, 3))
	h.addClip(t, clip.NewBuilder("empty", h.skeleton).Range(0, 2))
	h.addClip(t, clip.NewBuilder("nothing", h.skeleton))
	h.addClip(t, clip.NewBuilder("later", h.skeleton).Translation(0, clip.Linear, []float32{1, 2},
		make([]mgl32.Vec3, 2)).Range(0.1, 1.7))
	full := clip.NewBuilder("full", h.skeleton).Range(0, 5)
	for j := range h.skeleton.Len() {
		full.Scale(j, clip.Linear, []float32{0}, make([]mgl32.Vec3, 1))
	}
	h.addClip(t, full)
	lib, read := writeAndRead(t, h.lib, h.model)
	for name, want := range map[string][2]float64{
		"long": {0, 3}, "empty": {0, 2}, "nothing": {}, "later": {0.1, 1.7},
		"full": {0, 5},
	} {
		if c := lib.Clip(read.Clip(name)); c == nil || [2]float64{c.Start(), c.End()} != want {
			t.Errorf("clip %q: %+v, want it from %v", name, c, want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	before := func(h *handmade) *clip.Builder {
		return clip.NewBuilder("early", h.skeleton).Translation(0, clip.Linear, []float32{-1, 1}, make([]mgl32.Vec3, 2))
	}
	for _, test := range []struct {
		name   string
		change func(t *testing.T, h *handmade)
		want   string
	}{
		{"no skeleton", func(_ *testing.T, h *handmade) {
			h.model.Skeleton = 0
		}, `model "handmade": expected a skeleton of the library, found the ID 0x0`},
		{"no mesh", func(_ *testing.T, h *handmade) {
			h.model.Parts[1].Mesh = 0
		}, `part 1 ("part"): expected a mesh of the library, found the ID 0x0`},
		{"no skin", func(_ *testing.T, h *handmade) { h.model.Parts[0].Skin = 0 }, "expected a skin of the library for the skeleton of the model, found the ID 0x0"},
		{"no rigid skin", func(_ *testing.T, h *handmade) { h.model.Parts[1].PaletteIndex = 7 }, "expected a skin of the library with a palette index 7"},
		{"no clip", func(_ *testing.T, h *handmade) {
			h.model.Clips = []assets.ClipID{0}
		}, "clip 0: expected a clip of the library"},
		{"early key", func(t *testing.T, h *handmade) {
			h.addClip(t, before(h))
		}, `clip "early": joint 0 ("a"): translation: expected a first key at 0 s or later, as glTF does, found -1 s`},
		{"nothing to multiply", func(t *testing.T, h *handmade) {
			h.addClip(t, clip.NewBuilder("grow", h.skeleton).Additive().Scale(2, clip.Linear, []float32{0},
				[]mgl32.Vec3{{2, 2, 2}}))
		}, "expected a scale in the rest pose that is not 0, with which the scale of an additive clip is multiplied, found 0"},
		{"no triangles", func(_ *testing.T, h *handmade) {
			h.mesh().Primitives[0].Indices = nil
		}, "primitive 0: expected at least one triangle"},
		{"no topology", func(_ *testing.T, h *handmade) {
			h.mesh().Primitives[0].Topology = 3
		}, "primitive 0: expected a topology from 0 to 2, found 3"},
		{"no kind of light", func(_ *testing.T, h *handmade) {
			h.model.Lights = []assets.Light{{Kind: 3}}
		}, `light 0 (""): expected a kind from 0 to 2, found 3`},
		{"bright", func(_ *testing.T, h *handmade) {
			h.material().BaseColor[1] = 4
		}, `material "paint": expected colors and factors from 0 to 1, as glTF does, found 4`},
		{"endless light", func(_ *testing.T, h *handmade) {
			h.material().Emissive[1] = float32(math.Inf(1))
		}, `material "paint": expected a finite emissive color of at least 0, found the component +Inf`},
		{"no image", func(_ *testing.T, h *handmade) {
			h.material().BaseColorTexture.Image = 0
		}, "expected an image of the library with pixels, found the ID 0x0"},
		{"empty image", func(_ *testing.T, h *handmade) {
			h.material().BaseColorTexture.Image = h.lib.AddImage(&mesh.Image{Name: "fog"})
		}, `image "fog": expected pixels, found none`},
		{"torn image", func(_ *testing.T, h *handmade) {
			h.material().BaseColorTexture.Image = h.lib.AddImage(&mesh.Image{Name: "torn", Width: 2, Height: 1, Pixels: []byte{1}})
		}, `image "torn": expected the bytes of 2 times 1 pixels, 4 each, found 1`},
		{"sheared texture", func(_ *testing.T, h *handmade) {
			h.material().BaseColorTexture.Transform[3] = 9
		}, "expected a texture transform of translation, rotation and scale"},
		{"joint beyond", func(_ *testing.T, h *handmade) {
			h.model.Nodes = []assets.Node{{Parent: -1, IsJoint: true, Joint: 3}}
		}, "expected a joint below 3"},
		{"parent beyond", func(_ *testing.T, h *handmade) {
			h.model.Nodes = []assets.Node{{Parent: 5}}
		}, "expected a parent below 1, the number of nodes, found 5"},
		{"wrong parent", func(_ *testing.T, h *handmade) {
			h.setNodes(-1, -1, -1)
		}, `joint 1 ("b"): expected node 0, of its parent joint, as the parent of its node, found node -1`},
		{"cycle", func(_ *testing.T, h *handmade) { h.setNodes(-1, 0, -1, 4, 3) }, "expected ancestors that end in a root, found a cycle"},
		{"no such scene", func(_ *testing.T, h *handmade) {
			h.setNodes(-1, 0, -1)
			h.model.Parts[1].Node = 1
			h.model.Scenes, h.model.Scene = make([]assets.Scene, 1), 1
		}, "expected a scene below 1"},
		{"no such root", func(_ *testing.T, h *handmade) {
			h.setNodes(-1, 0, -1)
			h.model.Parts[1].Node = 1
			h.model.Scenes = []assets.Scene{{Roots: []int{9}}}
		}, "expected a root below 3"},
		{"two meshes", func(_ *testing.T, h *handmade) {
			h.setNodes(-1, 0, -1)
		}, "expected a node without the mesh of another part"},
		{"node of a part", func(_ *testing.T, h *handmade) {
			h.setNodes(-1, 0, -1)
			h.model.Parts[0].Node = 8
		}, "expected a node below 3, the number of nodes, found 8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHandmade(t)
			test.change(t, h)
			if _, err := export.Encode(h.lib, h.model, h.model.Clips); err == nil ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := export.Encode(nil, nil, nil); err == nil {
		t.Error("no error without a model")
	}
}

func (h *handmade) mesh() *mesh.Mesh { return h.lib.Mesh(h.model.Parts[0].Mesh) }

func (h *handmade) material() *mesh.Material {
	return h.lib.Material(h.mesh().Primitives[0].Material)
}

// setNodes adds nodes with these parents to the model. The first three are its joints.
func (h *handmade) setNodes(parents ...int) {
	for i, parent := range parents {
		h.model.Nodes = append(h.model.Nodes,
			assets.Node{Parent: parent, Rest: rig.IdentityTRS(), IsJoint: i < 3, Joint: i})
	}
}
