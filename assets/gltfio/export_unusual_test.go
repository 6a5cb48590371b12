package gltfio

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/rig"
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

// pointsAndTriangle is a file with a mesh of a triangle without a surface and a mesh of one.
func pointsAndTriangle() *builder {
	b := newBuilder()
	positions := b.triangle()
	b.node(object{"mesh": b.mesh(object{"POSITION": positions}, object{
		"mode": 5, "indices": b.ints("u8", "SCALAR", 0, 1, 0),
	}), "children": []int{1}})
	b.node(object{"mesh": b.mesh(object{"POSITION": positions}, nil)})
	return b
}

func TestWritePartWithoutPrimitives(t *testing.T) {
	lib, model := pointsAndTriangle().load(t)
	if len(model.Parts) != 2 {
		t.Fatalf("%d parts, want 2", len(model.Parts))
	}
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	wantWarning(t, model, "the primitive has no triangles; it was skipped")
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

// A skin may have a joint twice, as one that follows for an extra joint. In a file its joints
// differ, so the second one becomes a node below the first.
func TestWriteJointTwiceInASkin(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine"}, []int{-1, 0}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	skirt, err := Options{Skeleton: lib.Skeleton(body.Skeleton)}.Parse(lib, "skirt.glb",
		dressed([]string{"hips", "spine", "skirt"}, []int{-1, 0, 0}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	again, read := writeAndRead(t, lib, skirt)
	own, skin := lib.Skin(skirt.Skins[0]), again.Skin(read.Skins[0])
	found := skin.Palette(nil, rig.NewPose(skin.Skeleton()).ModelMatrices(nil))
	if want := own.Palette(nil, rig.NewPose(own.Skeleton()).ModelMatrices(nil)); !slices.Equal(found, want) {
		t.Errorf("the palette is %v, expected %v", found, want)
	}
	joints := slices.Clone(skin.Joints())
	slices.Sort(joints)
	if len(slices.Compact(joints)) != own.Len() {
		t.Errorf("the skin has the joints %v in its file, expected each once", skin.Joints())
	}
}
