package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// The error that the reference finds is near the one that baking found, and a clip measured against
// the baked form of a coarser tolerance is far off.
func TestLargestError(t *testing.T) {
	sources, _, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := sources[0].clips[2]
	for _, tolerance := range []float64{0.0001, 0.001} {
		baked, report := bake.Bake(c, bake.Options{Tolerance: tolerance})
		if baked == nil {
			t.Fatal(report)
		}
		scale := report.Tolerance / tolerance
		if e := largestError(c, baked, scale); !(e <= 1.01*tolerance && e >= 0.7*report.MaxError/scale) {
			t.Errorf("the error is %v m, baking found %v m of %v m", e, report.MaxError/scale, tolerance)
		}
	}
}

func TestRun(t *testing.T) {
	folder := t.TempDir()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	model.Clips = model.Clips[2:3]
	if err := gltfio.Save(filepath.Join(folder, "run.glb"), library, model); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "broken.gltf"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(&out, options{Tolerances: []float64{1}, Folders: []string{folder}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## Tolerance 1 mm", "| built-in ", "| run.glb ", "| **all** ", "| ACL 0.5.0 ",
		"Not read:", "broken.gltf",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if err := run(&out, options{Tolerances: []float64{0}}); err == nil {
		t.Error("a tolerance of 0 is no error")
	}
}
