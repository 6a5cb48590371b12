package gltfio

import (
	"io"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// A step of a mask without a weight has the weight 1, in Go as in a sidecar, and 0 must be said.
func TestMaskStepsWithoutWeightCover(t *testing.T) {
	options := Options{Masks: map[string][]MaskStep{
		"branch": {{Root: "root"}}, "joints": {{Joints: []string{"root"}}},
		"none": {{Root: "root"}, {Joints: []string{"root"}, Weight: new(float32(0))}},
		"half": {{Root: "root", Weight: new(float32(0.5))}},
	}}
	lib, model, err := openBeside(options, "{}")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float32{"branch": 1, "joints": 1, "none": 0, "half": 0.5} {
		mask, err := model.FindMask(lib, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := lib.Mask(mask).Weight(0); got != want {
			t.Errorf("mask %q: the root has the weight %v, want %v", name, got, want)
		}
	}
	var out strings.Builder
	if err := options.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	again, err := ReadOptions("options", []byte(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	if w := again.Masks["none"][1].Weight; again.Masks["branch"][0].Weight != nil || w == nil || *w != 0 {
		t.Errorf("written and read again: %s", out.String())
	}
}

// Options that name what the file does not have are errors, as are limits below 0.
func TestOptionsThatNameNothing(t *testing.T) {
	for want, options := range map[string]Options{
		"test.gltf: options: joints[1]: expected the index of one of 3 nodes, found 9":  {Joints: []int{0, 9}},
		"test.gltf: options: joints[0]: expected the index of one of 3 nodes, found -1": {Joints: []int{-1}},
		"test.gltf: options: numbers: expected the index of one of 3 nodes, found 9":    {Numbers: map[int]int{9: 1}},
		"test.gltf: options: numbers[0]: expected a count of at least 0, found -2":      {Numbers: map[int]int{0: -2}},
		"test.gltf: options: materials: expected the index of one of 1 materials, found 7": {
			Materials: map[int][]rig.MaterialProperty{7: {rig.MaterialBaseColor}},
		},
		"test.gltf: options: expected MaxBytes of at least 0, found -1":  {MaxBytes: -1},
		"test.gltf: options: expected MaxPixels of at least 0, found -1": {MaxPixels: -1},
	} {
		for _, skeletonsOnly := range []bool{false, true} {
			options.SkeletonsOnly = skeletonsOnly
			_, err := options.Parse(assets.NewLibrary(assets.Exact()), "test.gltf", completeFile().gltf())
			if err == nil || err.Error() != want {
				t.Errorf("expected the error %q, found %v", want, err)
			}
		}
	}
	lib, model := completeFile().load(t)
	if err := Write(nil, lib, model); err == nil || !strings.Contains(err.Error(), "expected a writer") {
		t.Errorf("nil writer: %v", err)
	}
	if err := Write(io.Discard, lib, model); err != nil {
		t.Error(err)
	}
}
