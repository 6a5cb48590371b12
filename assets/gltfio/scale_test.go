package gltfio

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// lengthsFile is a file with every kind of length: nodes with a translation and with a matrix,
// instances, a skin, a mesh with a morph target, and a cubic clip. The joints are as far apart as
// the height.
func lengthsFile(height float32) *builder {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{"EXT_mesh_gpu_instancing"}
	positions := b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 2, 0)
	b.node(object{"children": []int{1, 2, 4}, "translation": []float32{0, 1, 0}, "scale": []float32{2, 2, 2}})
	b.node(object{"matrix": []float32{0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, height / 2, 0, 1}})
	b.node(object{
		"children": []int{3}, "translation": []float32{1, 2, 3},
		"mesh": b.mesh(object{"POSITION": positions}, nil),
		"extensions": object{"EXT_mesh_gpu_instancing": object{"attributes": object{
			"TRANSLATION": b.floats("VEC3", 0, 0, 0, 4, 5, 6), "SCALE": b.floats("VEC3", 1, 1, 1, 2, 2, 2),
		}}},
	})
	// a node without a joint, with shear
	b.node(object{
		"matrix": []float32{1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1},
		"mesh":   b.mesh(object{"POSITION": positions}, nil),
	})
	b.node(object{
		"mesh": b.mesh(object{
			"POSITION":  positions,
			"JOINTS_0":  b.ints("u8", "VEC4", 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0),
			"WEIGHTS_0": b.floats("VEC4", 0.5, 0.5, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0),
		}, object{"targets": []any{object{"POSITION": b.floats("VEC3", 0, 0, 1, 0, 0, 2, 0, 0, 3)}}}),
		"skin": 0, "weights": []float32{0.5},
	})
	b.add("skins", object{"joints": []int{0, 1}, "inverseBindMatrices": b.floats("MAT4",
		1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
		0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 3, -4, 5, 1)})
	b.add("animations", object{
		"samplers": []any{
			object{
				"input":         b.floats("SCALAR", 0, 1),
				"output":        b.floats("VEC3", 0, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0, 2, 0, 0, 0, 0),
				"interpolation": "CUBICSPLINE",
			},
			object{"input": b.floats("SCALAR", 0, 1), "output": b.floats("VEC3", 2, 2, 2, 3, 3, 3)},
			object{"input": b.floats("SCALAR", 0, 1), "output": b.floats("SCALAR", 0, 1)},
		},
		"channels": []any{
			object{"sampler": 0, "target": object{"node": 0, "path": "translation"}},
			object{"sampler": 1, "target": object{"node": 0, "path": "scale"}},
			object{"sampler": 2, "target": object{"node": 4, "path": "weights"}},
		},
	})
	return b
}

// lengthsOf returns the points of a model in model space that lengths of a file move, in several
// poses: joints, vertices, nodes and corners of the bounds.
func lengthsOf(t *testing.T, lib *assets.Library, model *assets.Model) (points []mgl32.Vec3) {
	t.Helper()
	skeleton := lib.Skeleton(model.Skeleton)
	pose := rig.NewPose(skeleton)
	for _, time := range []float64{-1, 0, 0.3, 1} {
		if time >= 0 {
			lib.Clip(model.Clips[0]).Sample(time, pose)
		}
		matrices := pose.ModelMatrices(nil)
		for j := range skeleton.Len() {
			points = append(points, rig.MatrixAt(matrices, j).Point(mgl32.Vec3{}))
		}
		for _, part := range model.Parts {
			palette := lib.Skin(part.Skin).Palette(nil, matrices)
			for _, p := range lib.Mesh(part.Mesh).Primitives {
				for v, position := range p.Positions {
					for k, w := range pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count] {
						position = position.Add(p.Targets[k].Positions[v].Mul(w))
					}
					joint := part.PaletteIndex
					if !part.Rigid {
						joint = int(p.Joints[v*p.Influences])
					}
					points = append(points, rig.MatrixAt(palette, joint).Point(position))
				}
			}
		}
	}
	for i := range model.Nodes {
		points = append(points, model.Nodes[i].Rest.Translation, model.Nodes[i].Offset.Col(3).Vec3())
	}
	points = append(points, model.Bounds.Min, model.Bounds.Max)
	distances := model.VertexDistances(lib)
	for _, d := range distances {
		points = append(points, mgl32.Vec3{float32(d)})
	}
	return points
}

func TestScaleMultipliesEveryLength(t *testing.T) {
	file := lengthsFile(3).gltf()
	lib, model := loadBytes(t, "test.gltf", file)
	want := lengthsOf(t, lib, model)
	for _, scale := range []float64{0.01, 0.5, 1, 100} {
		scaled := assets.NewLibrary(assets.Exact())
		model, err := Options{Scale: scale}.Parse(scaled, "test.gltf", file)
		if err != nil {
			t.Fatal(err)
		}
		got := lengthsOf(t, scaled, model)
		if len(got) != len(want) {
			t.Fatalf("scale %v: %d points, want %d", scale, len(got), len(want))
		}
		for i := range want {
			if d := got[i].Mul(float32(1 / scale)).Sub(want[i]).Len(); !(d <= 1e-6*(1+want[i].Len())) {
				t.Errorf("scale %v: point %d is %v, want %v of that scale", scale, i, got[i], want[i])
			}
		}
	}
}

func TestMetersFindsTheScale(t *testing.T) {
	for _, row := range []struct {
		height float32 // the size of the skeleton
		scale  float64
	}{
		{1.8, 1},
		{0.1001, 1},
		{9.99, 1},
		{10.01, 0.01},
		{180, 0.01},
		{999, 0.01},
		{1800, 0.001},
		{0.018, 100},
		{0.0018, 100},
		{0.0009, 1000},
		{0, 1},
	} {
		t.Run(fmt.Sprint(row.height), func(t *testing.T) {
			file := lengthsFile(row.height).gltf()
			lib, plain := loadBytes(t, "test.gltf", file)
			if size := lib.Skeleton(plain.Skeleton).Size(); row.height > 0 && math.Abs(size/float64(row.height)-1) > 1e-4 {
				t.Fatalf("the skeleton has the size %v, want %v", size, row.height)
			}
			warned := strings.Contains(strings.Join(plain.Warnings, "\n"),
				fmt.Sprintf("Options.Meters multiplies them by %v, Options.Scale", row.scale))
			if warned != (row.scale != 1) {
				t.Errorf("the warnings of a file that keeps its units are %q", plain.Warnings)
			}
			if kept, err := (Options{Scale: 1}).Parse(assets.NewLibrary(assets.Exact()), "test.gltf", file); err != nil ||
				strings.Contains(strings.Join(kept.Warnings, "\n"), "Options") {
				t.Errorf("with the scale 1: %v, warnings %q", err, kept.Warnings)
			}
			meters := assets.NewLibrary(assets.Exact())
			model, err := Options{Meters: true}.Parse(meters, "test.gltf", file)
			if err != nil {
				t.Fatal(err)
			}
			scaled := assets.NewLibrary(assets.Exact())
			want, err := Options{Scale: row.scale}.Parse(scaled, "test.gltf", file)
			if err != nil {
				t.Fatal(err)
			}
			a, b := lengthsOf(t, meters, model), lengthsOf(t, scaled, want)
			for i := range b {
				if a[i] != b[i] {
					t.Fatalf("point %d is %v, want %v as with the scale %v", i, a[i], b[i], row.scale)
				}
			}
			note := fmt.Sprintf("all lengths were multiplied by %v", row.scale)
			if said := strings.Contains(strings.Join(model.Warnings, "\n"), note); said != (row.scale != 1) {
				t.Errorf("warnings %q, want %q only with a scale", model.Warnings, note)
			}
			if got := meters.Skeleton(model.Skeleton).MetersPerUnit(); got != 1 {
				t.Errorf("a unit of the result is %v m, want 1", got)
			}
		})
	}
}

func TestScaleOfClipsForAnotherSkeleton(t *testing.T) {
	lib := assets.NewLibrary(assets.Exact())
	model, err := Options{Meters: true}.Parse(lib, "character.gltf", lengthsFile(180).gltf())
	if err != nil {
		t.Fatal(err)
	}
	clips, report, err := Options{Meters: true}.ParseClips(lib, "clips.gltf", lengthsFile(180).gltf(), model.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Rest) != 0 {
		t.Errorf("%v, want the same rest poses", report)
	}
	own, other := rig.NewPose(lib.Skeleton(model.Skeleton)), rig.NewPose(lib.Skeleton(model.Skeleton))
	lib.Clip(model.Clips[0]).Sample(0.4, own)
	lib.Clip(clips[0]).Sample(0.4, other)
	if !sameBits(own.Locals, other.Locals) {
		t.Error("the clip of the other file poses differently")
	}
}

func TestScalesThatAreNone(t *testing.T) {
	file := lengthsFile(3).gltf()
	for scale, want := range map[float64]string{
		-1:              "expected a scale that is finite and above 0, or 0 for none, found -1",
		math.Inf(1):     "expected a scale that is finite and above 0, or 0 for none, found +Inf",
		math.NaN():      "expected a scale that is finite and above 0, or 0 for none, found NaN",
		1e38:            "does not fit in a float32",
		math.MaxFloat64: "nodes[0]: 1, multiplied by the scale 1.7976931348623157e+308, does not fit in a float32",
	} {
		lib := assets.NewLibrary(assets.Exact())
		_, err := Options{Scale: scale}.Parse(lib, "test.gltf", file)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("scale %v: %v, want %q", scale, err, want)
		}
		if lib.Count() != (assets.Count{}) {
			t.Errorf("scale %v: the library holds %+v after an error", scale, lib.Count())
		}
	}
}
