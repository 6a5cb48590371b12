package gltfio

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// glowingTriangle is a file of a root with two triangles, of which the first has a textured
// material whose properties the clip "glow" animates. Material 1 is used by no mesh, material 2 by
// the second triangle.
func glowingTriangle() *builder {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{extPointer, "KHR_texture_transform", "KHR_materials_emissive_strength"}
	b.add("images", object{"bufferView": b.view(pngOf(testImage())), "mimeType": "image/png"})
	b.add("textures", object{"source": 0})
	b.add("materials", object{
		"name": "glass",
		"pbrMetallicRoughness": object{
			"baseColorFactor": []float64{0.1, 0.2, 0.3, 1}, "metallicFactor": 0.7,
			"baseColorTexture": object{
				"index": 0,
				"extensions": object{"KHR_texture_transform": object{
					"offset": []float64{0.1, 0.2}, "rotation": 0.3,
					"scale": []float64{2, 3},
				}},
			},
		},
		"emissiveFactor": []float64{0.9, 0.3, 0.1}, "alphaMode": "MASK", "alphaCutoff": 0.25,
		"extensions": object{"KHR_materials_emissive_strength": object{"emissiveStrength": 2.3}},
	})
	b.add("materials", object{"name": "unused"})
	b.add("materials", object{})
	triangle := b.triangle()
	b.node(object{"name": "root", "children": []int{1, 2}})
	uv := b.floats("VEC2", 0, 0, 1, 0, 0, 1)
	b.node(object{
		"name": "pane",
		"mesh": b.mesh(object{"POSITION": triangle, "TEXCOORD_0": uv}, object{"material": 0}),
	})
	b.node(object{"name": "frame", "mesh": b.mesh(object{"POSITION": triangle}, object{"material": 2})})
	times := b.floats("SCALAR", 0, 2)
	sampler := func(kind, interpolation string, values ...float32) object {
		return object{"input": times, "output": b.floats(kind, values...), "interpolation": interpolation}
	}
	samplers := []any{
		sampler("VEC4", "LINEAR", 0, 0, 0, 1, 1, 0.5, 0, 0.5),
		sampler("VEC3", "STEP", 1, 0, 0, 0, 1, 0),
		sampler("SCALAR", "CUBICSPLINE", 0, 1, 2, 4, 3, 0),
		sampler("VEC2", "LINEAR", 0, 0, 1, -1),
		sampler("SCALAR", "LINEAR", 0, 1),
	}
	var channels []any
	channel := func(sampler int, pointer string) {
		channels = append(channels, object{"sampler": sampler, "target": pointerTo(pointer)})
	}
	channel(0, "/materials/0/pbrMetallicRoughness/baseColorFactor")
	channel(1, "/materials/0/emissiveFactor")
	channel(2, "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength")
	channel(3, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset")
	channel(4, "/materials/0/alphaCutoff")
	channel(4, "/materials/2/pbrMetallicRoughness/roughnessFactor")
	b.add("animations", object{"name": "glow", "samplers": samplers, "channels": channels})
	return b
}

// pngOf returns an image as PNG.
func pngOf(p image.Image) []byte {
	var picture bytes.Buffer
	if err := png.Encode(&picture, p); err != nil {
		panic(err)
	}
	return picture.Bytes()
}

// materialAt returns the material of a part in the pose of a clip at a time in seconds.
func materialAt(lib *assets.Library, model *assets.Model, part int, time float64) mesh.Material {
	p := &model.Parts[part]
	values, _ := p.MaterialValues(0)
	return values.Apply(lib.Material(lib.Mesh(p.Mesh).Primitives[0].Material),
		lib.Clip(model.Clips[0]).PoseAt(time).Morphs)
}

func TestMaterialPointers(t *testing.T) {
	lib, model := glowingTriangle().load(t)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	for k := range 9 {
		time := float64(k) / 4
		u := float32(time / 2)
		m := materialAt(lib, model, 0, time)
		wantNear(t, "base color", m.BaseColor[:], []float32{u, 0.5 * u, 0, 1 - 0.5*u})
		// The cubic Hermite curve from 1 to 3 in 2 s with the slopes 2 and 4.
		strength := (2*u*u*u-3*u*u+1)*1 + (u*u*u-2*u*u+u)*2*2 + (-2*u*u*u+3*u*u)*3 + (u*u*u-u*u)*2*4
		want := mgl32.Vec3{strength, 0, 0}
		if time >= 2 {
			want = mgl32.Vec3{0, strength, 0}
		}
		wantNear(t, "emissive color", m.Emissive[:], want[:])
		wantNear(t, "alpha cutoff", []float32{m.AlphaCutoff, m.Metallic}, []float32{u, 0.7})
		sin, cos := float32(math.Sin(0.3)), float32(math.Cos(0.3))
		wantNear(t, "texture transform", m.BaseColorTexture.Transform[:],
			[]float32{2 * cos, -2 * sin, 0, 3 * sin, 3 * cos, 0, u, -u, 1})
		if frame := materialAt(lib, model, 1, time); frame.Roughness != u || frame.Metallic != 1 {
			t.Errorf("at %v s: the frame has roughness %v and metallic %v, want %v and 1", time, frame.Roughness,
				frame.Metallic, u)
		}
	}
	// At rest nothing changes, to the last bit.
	for i := range model.Parts {
		own := lib.Material(lib.Mesh(model.Parts[i].Mesh).Primitives[0].Material)
		values, _ := model.Parts[i].MaterialValues(0)
		got := values.Apply(own, lib.Skeleton(model.Skeleton).RestMorphs())
		if own.BaseColorTexture != nil && *got.BaseColorTexture == *own.BaseColorTexture {
			got.BaseColorTexture = own.BaseColorTexture
		}
		if got != *own {
			t.Errorf("part %d: at rest %+v, want %+v", i, got, *own)
		}
	}
}

// A file that is written and read again has the same channels, rest values and keys, to the last
// bit.
func TestMaterialPointersRoundTrip(t *testing.T) {
	lib, model := glowingTriangle().load(t)
	lib2, model2 := writeAndRead(t, lib, model)
	compareModels(t, lib, model, lib2, model2)
	a, b := lib.Skeleton(model.Skeleton), lib2.Skeleton(model2.Skeleton)
	if !slices.Equal(a.MaterialChannels(), b.MaterialChannels()) || len(a.MaterialChannels()) != 8 {
		t.Errorf("channels %+v, want 8: %+v", b.MaterialChannels(), a.MaterialChannels())
	}
	for i := range model.Parts {
		if !slices.Equal(model.Parts[i].Materials, model2.Parts[i].Materials) {
			t.Errorf("part %d reads %+v, want %+v", i, model2.Parts[i].Materials, model.Parts[i].Materials)
		}
	}
	p, q := lib.Clip(model.Clips[0]), lib2.Clip(model2.Clips[0])
	for i := range 33 {
		if time := float64(i) / 16; !sameBits(p.PoseAt(time).Morphs, q.PoseAt(time).Morphs) {
			t.Errorf("at %v s the values are %v, want %v", time, q.PoseAt(time).Morphs, p.PoseAt(time).Morphs)
		}
	}
	// An additive clip is the difference from the rest pose; it is written over it.
	additive, err := clip.MakeAdditive(p, rig.NewPose(a))
	must(t, additive, err)
	rest := a.RestMorphs()
	for i, d := range additive.PoseAt(0.75).Morphs {
		if want := p.PoseAt(0.75).Morphs[i] - rest[i]; math.Abs(float64(d-want)) > 1e-6 {
			t.Errorf("number %d of the additive clip is %v, want %v", i, d, want)
		}
	}
	model.SetClips(lib, []assets.ClipID{lib.AddClip(additive)})
	lib3, model3 := writeAndRead(t, lib, model)
	for i, d := range lib3.Clip(model3.Clips[0]).PoseAt(0.75).Morphs {
		if want := additive.PoseAt(0.75).Morphs[i]; math.Abs(float64(d-want)) > 1e-6 {
			t.Errorf("number %d of the additive clip that was written is %v, want %v", i, d, want)
		}
	}
	// A cutoff that moves needs a material that has one.
	cut := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material)
	mode := cut.AlphaMode
	cut.AlphaMode = mesh.AlphaOpaque
	const want = `material "glass": expected the alpha mode mask, since its alpha cutoff is animated, found opaque`
	if err := Save(t.TempDir()+"/opaque.glb", lib, model); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	cut.AlphaMode = mode
	// A part that does not read the channels leaves the tracks without a material.
	for i := range model.Parts {
		model.Parts[i].Materials = nil
	}
	if err := Save(t.TempDir()+"/lost.glb", lib, model); err == nil ||
		!strings.Contains(err.Error(), `expected a part with the material "glass", whose `) {
		t.Errorf("error %v", err)
	}
}

// Clips move the transform of each texture alone, and it is written and read again.
func TestPointersToAllTextures(t *testing.T) {
	paths := [rig.MaterialTextures]string{
		"pbrMetallicRoughness/baseColorTexture", "pbrMetallicRoughness/metallicRoughnessTexture", "emissiveTexture",
		"normalTexture", "occlusionTexture",
	}
	for texture, path := range paths {
		b := glowingTriangle()
		glass := b.get("materials", 0)
		glass["pbrMetallicRoughness"].(object)["metallicRoughnessTexture"] = object{"index": 0}
		for _, name := range []string{"emissiveTexture", "normalTexture", "occlusionTexture"} {
			glass[name] = object{
				"index": 0, "extensions": object{"KHR_texture_transform": object{"scale": []float64{4, 5}}},
			}
		}
		animation := b.get("animations", 0)
		channel := animation["channels"].([]any)[3].(object)
		channel["target"] = pointerTo("/materials/0/" + path + "/extensions/KHR_texture_transform/offset")
		lib, model := b.load(t)
		if len(model.Warnings) > 0 {
			t.Errorf("%s: warnings %q", path, model.Warnings)
		}
		rest := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material).Textures()
		lib2, model2 := writeAndRead(t, lib, model)
		for _, of := range []struct {
			lib   *assets.Library
			model *assets.Model
		}{{lib, model}, {lib2, model2}} {
			m := materialAt(of.lib, of.model, 0, 1.5)
			for i, shown := range m.Textures() {
				want := rest[i].Transform
				if i == texture {
					want[6], want[7] = 0.75, -0.75
				}
				wantNear(t, path, shown.Transform[:], want[:])
			}
		}
	}
}

func TestMaterialPointersThatAreNotPlayed(t *testing.T) {
	for pointer, want := range map[string]string{
		"/materials/1/pbrMetallicRoughness/metallicFactor": `the channel animates the metallic factor of material "unused", but no mesh of the scene uses it; the channel was skipped`,
		"/materials/2/alphaCutoff":                         `the channel animates the alpha cutoff of material "material_2", but its alpha mode is not MASK; the channel was skipped`,
		"/materials/2/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation": `the channel animates the texture rotation of material "material_2", but it has no base color texture; the channel was skipped`,
	} {
		b := glowingTriangle()
		b.get("animations", 0)["channels"].([]any)[5].(object)["target"] = pointerTo(pointer)
		_, model := b.load(t)
		wantWarning(t, model, "animations[0].channels[5].target: "+want)
	}
	for pointer, want := range map[string]string{
		"/materials/7/alphaCutoff": "animations[0].channels[5].target: expected the index " +
			"of one of 3 materials, found 7",
		"/materials/2/pbrMetallicRoughness/baseColorFactor": "animations[0].samplers[4].output: expected a VEC4 of FLOAT",
	} {
		b := glowingTriangle()
		b.get("animations", 0)["channels"].([]any)[5].(object)["target"] = pointerTo(pointer)
		if got := b.loadError(t); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
