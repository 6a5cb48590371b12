package gltfio

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
)

// otherScene is a file of two scenes: the first has a moving triangle, the second a morphing one.
// The clip ends with the last morph weights.
func otherScene() *builder {
	b := newBuilder()
	positions := b.triangle()
	plain := b.mesh(object{"POSITION": positions}, nil)
	morphing := b.mesh(object{"POSITION": positions}, object{"targets": []any{object{"POSITION": positions}}})
	b.node(object{"mesh": plain})
	b.node(object{"mesh": morphing, "weights": []float64{0.25}})
	b.add("scenes", object{"nodes": []int{0}})
	b.add("scenes", object{"nodes": []int{1}})
	b.doc["scene"] = 0
	b.add("animations", object{
		"name": "both",
		"samplers": []any{
			object{"input": b.floats("SCALAR", 0, 1), "output": b.floats("VEC3", 0, 0, 0, 1, 1, 1)},
			object{"input": b.floats("SCALAR", 0, 3), "output": b.floats("SCALAR", 0, 1)},
		},
		"channels": []any{
			object{"sampler": 0, "target": object{"node": 0, "path": "translation"}},
			object{"sampler": 1, "target": object{"node": 1, "path": "weights"}},
		},
	})
	return b
}

func TestWriteMorphsOfOtherScene(t *testing.T) {
	lib, model := otherScene().load(t)
	if tracks := len(lib.Clip(model.Clips[0]).Tracks()); tracks != 2 {
		t.Fatalf("%d tracks before writing, want 2", tracks)
	}
	again, read := writeAndRead(t, lib, model)
	compareClipBits(t, lib.Clip(model.Clips[0]), again.Clip(read.Clip("both")))
	if got := again.Skeleton(read.Skeleton).RestMorphs(); len(got) != 1 || got[0] != 0.25 {
		t.Errorf("morph weights %v in the rest pose, want 0.25", got)
	}
	if len(read.Parts) != 1 || len(read.Scenes) != 2 || len(read.Warnings) > 0 {
		t.Errorf("%d parts and %d scenes, warnings %q, want 1 and 2 and none", len(read.Parts), len(read.Scenes),
			read.Warnings)
	}
}

func TestWriteMorphWeightsOfNode(t *testing.T) {
	b := otherScene()
	b.doc["scene"] = 1
	lib, model := b.load(t)
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	if got := again.Skeleton(read.Skeleton).RestMorphs(); len(got) != 1 || got[0] != 0.25 {
		t.Errorf("morph weights %v in the rest pose, want 0.25", got)
	}
}

// pointsAndTriangle is a file with a mesh of points and a mesh of a triangle.
func pointsAndTriangle() *builder {
	b := newBuilder()
	positions := b.triangle()
	b.node(object{"mesh": b.mesh(object{"POSITION": positions}, object{"mode": 0}), "children": []int{1}})
	b.node(object{"mesh": b.mesh(object{"POSITION": positions}, nil)})
	return b
}

func TestWritePartWithoutPrimitives(t *testing.T) {
	lib, model := pointsAndTriangle().load(t)
	if len(model.Parts) != 2 {
		t.Fatalf("%d parts, want 2", len(model.Parts))
	}
	wantWarning(t, model, "points and lines are not supported; the primitive was skipped")
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	if read.Parts[0].Node != 0 || read.Parts[1].Node != 1 {
		t.Errorf("parts %+v, want them at the nodes 0 and 1", read.Parts)
	}
}

// brightTriangle is a triangle with an emissive color above 1.
func brightTriangle() *builder {
	return texturedTriangle(object{
		"emissiveFactor": []float64{1, 0.3, 0},
		"extensions": object{
			"KHR_materials_emissive_strength": object{"emissiveStrength": 7.3},
			"KHR_materials_unlit":             object{},
		},
	})
}

func TestWriteEmissiveStrength(t *testing.T) {
	m, lib, model := brightTriangle().material(t)
	if want := (mgl32.Vec3{7.3, 0.3 * 7.3, 0}); m.Emissive.Sub(want).Len() > 1e-6 {
		t.Fatalf("emissive color %v, want %v", m.Emissive, want)
	}
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	data, err := export.Encode(lib, model, model.Clips)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`"KHR_materials_emissive_strength":{"emissiveStrength":7.3`,
		`"extensionsUsed":["KHR_materials_emissive_strength","KHR_materials_unlit"]`,
	} {
		if !strings.Contains(string(data), text) {
			t.Errorf("the written file does not contain %s", text)
		}
	}
}
