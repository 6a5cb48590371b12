package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// retarget runs the command and returns what it prints, with the model that it wrote.
func retarget(t *testing.T, arguments ...string) (string, *assets.Library, *assets.Model, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new.glb")
	status, stdout, stderr := run(append([]string{"retarget", "--out", path}, arguments...)...)
	if status != 0 {
		t.Fatalf("%q: status %d: %s", arguments, status, stderr)
	}
	lib := assets.NewLibrary()
	model, err := gltfio.Open(lib, path)
	if err != nil {
		t.Fatal(err)
	}
	return stdout, lib, model, path
}

func TestRetargetWritesACharacterWithTheClipsOfAnother(t *testing.T) {
	woman := testassets.Path(t, "assets/woman/Woman.gltf")
	stdout, lib, model, path := retarget(t, "--clip", "Walking", "--clip", "Idle", "--bones", woman, "mannequin")
	if got := model.ClipNames(); !slices.Equal(got, []string{"Walking", "Idle"}) {
		t.Errorf("clips %q", got)
	}
	if n := lib.Skeleton(model.Skeleton).Len(); n != 67 || len(model.Parts) == 0 {
		t.Errorf("%d joints and %d parts", n, len(model.Parts))
	}
	for _, want := range []string{
		"strides scaled by 0.345", "Walking", "hips lowered", "left upper arm", "LeftArm",
		"its name", "not moved: root",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing from\n%s", want, stdout)
		}
	}
	validateGLTF(t, path)
}

func TestRetargetMirrors(t *testing.T) {
	_, lib, model, path := retarget(t, "--mirror", "--clip", "walk", "mannequin", "mannequin")
	markers := lib.Clip(model.Clips[0]).Markers()
	_, plainLib, plain, _ := retarget(t, "--clip", "walk", "mannequin", "mannequin")
	was := plainLib.Clip(plain.Clips[0]).Markers()
	if len(markers) != 2 || markers[0].Name == was[0].Name || markers[0].Time != was[0].Time {
		t.Errorf("markers %v, without mirroring %v", markers, was)
	}
	validateGLTF(t, path)
}

func TestRetargetByAMap(t *testing.T) {
	fox, dog := testassets.Path(t, "assets/fox/Fox.glb"), testassets.Path(t, "rigs/mesh2motion/fox-dog.glb")
	folder := t.TempDir()
	write := func(text string) string {
		path := filepath.Join(folder, "map.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	stdout, _, model, path := retarget(t, "--map",
		write(`{"joints": {"b_Hip_01": "Hips", "b_Head_05": "Head", "b_Tail01_012": "Tail_Base"}}`), fox, dog)
	if len(model.Clips) != 3 || !strings.Contains(stdout, "not carried: ") ||
		!strings.Contains(stdout, "b_LeftLeg01_015") {
		t.Errorf("%d clips\n%s", len(model.Clips), stdout)
	}
	validateGLTF(t, path)
	stdout, _, _, _ = retarget(t, "--bones", "--clip", "idle", "--map",
		write(`{"from": {"left hand": "left_forearm"}}`), "mannequin", "mannequin")
	if !strings.Contains(stdout, "set by hand") {
		t.Error(stdout)
	}
	for text, want := range map[string]string{
		`{"bones": {}}`:                   "bones",
		`{"from": {"left claw": "hand"}}`: "left claw",
		`{"to": {"left hand": "claw"}}`:   "claw",
	} {
		if status, _, stderr := run("retarget", "mannequin", "mannequin", "--out", filepath.Join(folder, "x.glb"),
			"--map", write(text)); status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d: %s", text, status, stderr)
		}
	}
}

func TestRetargetAVRMAnimation(t *testing.T) {
	animation, male := testassets.Path(t, "rigs/vrm/test.vrma"), testassets.Path(t, "rigs/mesh2motion/human-male.glb")
	stdout, _, model, path := retarget(t, "--bones", animation, male)
	if len(model.Clips) != 1 || !strings.Contains(stdout, "right little distal") {
		t.Errorf("%d clips\n%s", len(model.Clips), stdout)
	}
	validateGLTF(t, path)
}

// validateGLTF checks a file with the Khronos validator, if it is installed: with
// NODE_PATH=$(.ci/validator).
func validateGLTF(t *testing.T, path string) {
	t.Helper()
	const program = `
const validator = require('gltf-validator'), fs = require('fs');
validator.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1]))).then(report => {
  for (const m of report.issues.messages) if (m.severity === 0) console.log(m.pointer, m.code, m.message);
});`
	if err := exec.Command("node", "-e", "require.resolve('gltf-validator')").Run(); err != nil {
		t.Log("the Khronos validator is not installed, so the file is not checked by it")
		return
	}
	out, err := exec.Command("node", "-e", program, path).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("the Khronos validator: %v\n%s", err, out)
	}
}
