package gltfio

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// validate is a Node.js program that prints the errors of the Khronos validator for files, one per
// line.
const validate = `
const validator = require('gltf-validator'), fs = require('fs');
(async () => {
  for (const name of process.argv.slice(1)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(name)));
    for (const m of report.issues.messages) if (m.severity === 0) console.log(name, m.pointer, m.code, m.message);
  }
})();`

func TestKhronosValidator(t *testing.T) {
	if out, err := exec.Command("node", "-e", "require.resolve('gltf-validator')").CombinedOutput(); err != nil {
		t.Skipf("the Khronos validator is not installed: run NODE_PATH=$(.ci/validator) go test ./assets/gltfio (%v %.80s)",
			err, out)
	}
	folder := t.TempDir()
	var names []string
	save := func(name string, lib *assets.Library, model *assets.Model) {
		path := filepath.Join(folder, name+".glb")
		if err := Save(path, lib, model); err != nil {
			t.Fatal(err)
		}
		names = append(names, path)
	}
	lib, model := newMannequin(t)
	save("mannequin", lib, model)
	h := newHandmade(t)
	save("handmade", h.lib, h.model)
	for name, b := range map[string]*builder{
		"other scene": otherScene(), "points": pointsAndTriangle(), "bright": brightTriangle(),
		"instances":  instancedTriangle(),
		"visibility": blinkingTriangles(), "materials": glowingTriangle(),
	} {
		lib, model := b.load(t)
		save(name, lib, model)
	}
	b := otherScene()
	b.doc["scene"] = 1
	lib, model = b.load(t)
	save("morphs", lib, model)
	for folder, files := range map[string]func(testing.TB) []string{"assets": validFiles, "rigs": rigFiles} {
		t.Run("models in "+folder, func(t *testing.T) {
			for _, path := range files(t) {
				lib := assets.NewLibrary(assets.Exact())
				model, err := Open(lib, path)
				if err != nil {
					t.Fatal(err)
				}
				save(filepath.Base(path), lib, model)
			}
		})
	}
	out, err := exec.Command("node", append([]string{"-e", validate}, names...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(out) > 0 {
		t.Errorf("%d errors:\n%s", strings.Count(string(out), "\n"), out)
	}
}
