package cli_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/pose"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// What is baked is within the tolerance of what is exact, and not the same; a clip that cannot be baked says so.
func TestPoseOfBakedClips(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	sample := func(sampler, file string) (pose.Document, string) {
		status, stdout, stderr := run("pose", "-anim", "0", "-time", "0.51,1.234", "-sampler", sampler, file)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", sampler, status, stderr)
		}
		var document pose.Document
		if err := json.Unmarshal([]byte(stdout), &document); err != nil {
			t.Fatal(err)
		}
		return document, stderr
	}
	exact, _ := sample("exact", fox)
	baked, warnings := sample("baked", fox)
	if warnings != "" {
		t.Errorf("warned of %q", warnings)
	}
	largest := 0.0
	for i := range exact.Samples {
		for n, matrix := range exact.Samples[i].Model {
			for e, v := range matrix {
				largest = max(largest, math.Abs(float64(v-baked.Samples[i].Model[n][e])))
			}
		}
	}
	// 0.1 mm on 1.8 m is 1e-2 on the 155 units of the fox's length.
	if largest == 0 || largest > 1e-2 {
		t.Errorf("baked poses are off by %v, want above 0 and at most 0.01", largest)
	}
	if _, warnings := sample("baked", testassets.Path(t, "assets/interpolation_test/InterpolationTest.gltf")); !strings.Contains(warnings, "stays exact") {
		t.Errorf("a clip of steps: warnings %q do not say that it stays exact", warnings)
	}
}
