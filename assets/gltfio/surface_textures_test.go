package gltfio

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// bumpyTriangle is a file of a triangle with a normal texture, an occlusion texture and a clip
// "wear" of their factors.
func bumpyTriangle() *builder {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{extPointer, extTextureTransform}
	b.add("images", object{"bufferView": b.view(pngOf(testImage())), "mimeType": "image/png"})
	b.add("samplers", object{"wrapS": 33071})
	b.add("textures", object{"source": 0})
	b.add("textures", object{"source": 0, "sampler": 0})
	b.add("materials", object{
		"normalTexture": object{"index": 1, "scale": -0.5, "texCoord": 1, "extensions": object{
			extTextureTransform: object{"offset": []float64{0.5, 0}, "rotation": math.Pi / 2},
		}},
		"occlusionTexture": object{"index": 0, "strength": 0.25},
	})
	b.node(object{"mesh": b.mesh(object{
		"POSITION": b.triangle(), "NORMAL": b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1),
		"TEXCOORD_0": b.floats("VEC2", 0, 0, 0, 0, 0, 0), "TEXCOORD_1": b.floats("VEC2", 0, 1, 1, 1, 0, 0),
	}, object{"material": 0})})
	times := b.floats("SCALAR", 0, 1)
	b.add("animations", object{
		"name": "wear",
		"samplers": []any{
			object{"input": times, "output": b.floats("SCALAR", 0, 2)},
			object{"input": times, "output": b.floats("SCALAR", 1, 0)},
		},
		"channels": []any{
			object{"sampler": 0, "target": pointerTo("/materials/0/normalTexture/scale")},
			object{"sampler": 1, "target": pointerTo("/materials/0/occlusionTexture/strength")},
		},
	})
	return b
}

// Normal and occlusion textures are read with their factors, texture coordinates, samplers and
// transforms, clips change the factors, and all of it is the same after writing and reading.
func TestSurfaceTextures(t *testing.T) {
	lib, model := bumpyTriangle().load(t)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	m := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material)
	if m.NormalScale != -0.5 || m.OcclusionStrength != 0.25 || m.NormalTexture == nil || m.OcclusionTexture == nil {
		t.Fatalf("%+v", m)
	}
	if n := m.NormalTexture; n.TexCoord != 1 || n.WrapU != mesh.WrapClamp || n.Image != m.OcclusionTexture.Image {
		t.Errorf("normal texture %+v", n)
	}
	wantNear(t, "transform", m.NormalTexture.Transform[:], []float32{0, -1, 0, 1, 0, 0, 0.5, 0, 1})
	if o := m.OcclusionTexture; o.TexCoord != 0 || o.WrapU != mesh.WrapRepeat || o.Transform != mgl32.Ident3() {
		t.Errorf("occlusion texture %+v", o)
	}
	worn := materialAt(lib, model, 0, 0.75)
	wantNear(t, "factors at 0.75 s", []float32{worn.NormalScale, worn.OcclusionStrength}, []float32{1.5, 0.25})
	lib2, model2 := writeAndRead(t, lib, model)
	compareModels(t, lib, model, lib2, model2)
	worn = materialAt(lib2, model2, 0, 0.75)
	wantNear(t, "factors at 0.75 s, written and read", []float32{worn.NormalScale, worn.OcclusionStrength},
		[]float32{1.5, 0.25})
	if n := len(lib2.Skeleton(model2.Skeleton).MaterialChannels()); n != 2 {
		t.Errorf("%d material channels, want 2", n)
	}
	if got := rig.MaterialOcclusionStrength.String(); got != "occlusion strength" {
		t.Errorf("%q", got)
	}
}

// A primitive without tangents gets them from its normal texture, with the transform.
func TestMissingTangentsAreComputed(t *testing.T) {
	lib, model := bumpyTriangle().load(t)
	p := &lib.Mesh(model.Parts[0].Mesh).Primitives[0]
	if len(p.Tangents) != 3 {
		t.Fatalf("%d tangents", len(p.Tangents))
	}
	for _, tangent := range p.Tangents { // u of the texture is 0.5 + v, and v is 1 - y
		wantNear(t, "tangent", tangent[:], []float32{0, -1, 0, 1})
	}
	for name, change := range map[string]func(b *builder){
		"no normal texture": func(b *builder) {
			delete(b.get("materials", 0), "normalTexture")
			b.doc["animations"] = []any{}
		},
		"no texture coordinates": func(b *builder) { delete(attributesOf(b), "TEXCOORD_1") },
		"other coordinates": func(b *builder) {
			b.get("materials", 0)["normalTexture"] = object{"index": 0, "texCoord": 5}
		},
	} {
		b := bumpyTriangle()
		change(b)
		if p, _ := b.primitive(t); p.Tangents != nil {
			t.Errorf("%s: tangents %v", name, p.Tangents)
		}
	}
	b := bumpyTriangle()
	attributesOf(b)["TANGENT"] = b.floats("VEC4", 1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1)
	p2, _ := b.primitive(t)
	wantNear(t, "the tangent of the file", p2.Tangents[0][:], []float32{1, 0, 0, -1})
}

func attributesOf(b *builder) object {
	return b.get("meshes", 0)["primitives"].([]any)[0].(object)["attributes"].(object)
}

func TestErrorsOfSurfaceTextures(t *testing.T) {
	for want, change := range map[string]func(m object){
		"materials[0].occlusionTexture.strength: expected a strength from 0 to 1, found 1.5": func(m object) {
			m["occlusionTexture"].(object)["strength"] = 1.5
		},
		"materials[0].occlusionTexture.strength: expected a number that fits in a float64, found a JSON string": func(m object) {
			m["occlusionTexture"].(object)["strength"] = "x"
		},
		"materials[0]: normal scale: expected a number that float32 can hold, found 1e+300": func(m object) {
			m["normalTexture"].(object)["scale"] = 1e300
		},
		"materials[0].normalTexture.index: expected a required member, found none": func(m object) {
			delete(m["normalTexture"].(object), "index")
		},
		"materials[0].normalTexture.texCoord: expected a number of at least 0, found -1": func(m object) {
			m["normalTexture"] = object{"index": 0, "texCoord": -1}
		},
	} {
		b := bumpyTriangle()
		change(b.get("materials", 0))
		if got := b.loadError(t); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b := bumpyTriangle()
	delete(b.get("materials", 0), "occlusionTexture")
	_, model := b.load(t)
	wantWarning(t, model, "the channel animates the occlusion strength of material \"material_0\", but it has no "+
		"occlusion texture; the channel was skipped")
}
