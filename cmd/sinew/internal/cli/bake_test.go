package cli_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The clips of a file are baked within the tolerance, and come from the cache the second time.
func TestBake(t *testing.T) {
	fox, cache := testassets.Path(t, "assets/fox/Fox.glb"), t.TempDir()
	for round := range 2 {
		status, stdout, stderr := run("bake", "--json", "--cache", cache, "--tolerance", "0.5", fox)
		var rows []struct {
			Clip                string
			KeyBytes, Bytes     int
			MaxError, Tolerance float64
			Cached              bool
		}
		if err := json.Unmarshal([]byte(stdout), &rows); err != nil || status != 0 || len(rows) != 3 {
			t.Fatalf("status %d, %v: %s %s", status, err, stdout, stderr)
		}
		for _, row := range rows {
			// The tolerance is for a character of 1.8 m; the fox is 103 units large.
			if row.Bytes <= 0 || row.Bytes >= row.KeyBytes || !(row.MaxError > 0 && row.MaxError <= row.Tolerance) ||
				row.Tolerance < 0.02 || row.Tolerance > 0.04 || row.Cached != (round == 1) {
				t.Errorf("round %d: %+v", round, row)
			}
		}
	}
	if files, err := os.ReadDir(cache); err != nil || len(files) < 3 {
		t.Errorf("the cache has %d files, %v", len(files), err)
	}
	status, stdout, stderr := run("bake", "--cache", filepath.Join(cache, "new"), fox)
	if status != 0 || stderr != "" || !strings.Contains(stdout, "Survey") || !strings.Contains(stdout, "Fox.glb") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	t.Log(stdout)
}

// With --small a recording takes fewer bytes, within the same error.
func TestBakeSmall(t *testing.T) {
	walk := testassets.Path(t, "mocap/02_01_walk.bvh")
	type row struct {
		Bytes, Frames int
		MaxError      float64
	}
	baked := func(flags ...string) row {
		t.Helper()
		status, stdout, stderr := run(append([]string{"bake", "--json", walk}, flags...)...)
		var rows []row
		if err := json.Unmarshal([]byte(stdout), &rows); err != nil || status != 0 || len(rows) != 1 {
			t.Fatalf("%q: status %d, %v: %s %s", flags, status, err, stdout, stderr)
		}
		return rows[0]
	}
	whole, small := baked(), baked("--small")
	if small.Frames != whole.Frames || small.MaxError != whole.MaxError || small.Bytes >= whole.Bytes*95/100 {
		t.Errorf("expected fewer bytes than in %+v, and else the same, found %+v", whole, small)
	}
}

// A folder becomes a pack, whose clips have the keys of those that are read from the files, and
// play the same bits.
func TestBakeIntoPack(t *testing.T) {
	folder := filepath.Dir(testassets.Path(t, "assets/fox/Fox.glb"))
	out := filepath.Join(t.TempDir(), "all.pack")
	if status, stdout, stderr := run("bake", folder, "-o", out, "--meshes", "--images"); status != 0 {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	cooked, read := assets.NewLibrary(), assets.NewLibrary()
	p, err := pack.Open(cooked, out)
	if err != nil {
		t.Fatal(err)
	}
	model, err := gltfio.Open(read, filepath.Join(folder, "Fox.glb"))
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, m := range p.Models() {
		if cooked.Key(m.ID) != read.Key(model.ID) {
			continue
		}
		found = true
		for i, of := range model.Clips {
			if read.Key(of) != cooked.Key(m.Clips[i]) {
				t.Errorf("clip %q has another key in the pack", model.ClipNames()[i])
			}
		}
		for i := range model.Parts {
			if read.Key(model.Parts[i].Mesh) != cooked.Key(m.Parts[i].Mesh) {
				t.Errorf("part %d has another mesh in the pack", i)
			}
		}
		if x, y := model.Reach(read), m.Reach(cooked); x != y {
			t.Errorf("expected the reach %v, found %v", x, y)
		}
	}
	if !found {
		t.Error("expected the fox in the pack, found none")
	}
	if status, stdout, stderr := run("inspect", out); status != 0 || !strings.Contains(stdout, "  1 model\n") ||
		!strings.Contains(stdout, "Survey") || !strings.Contains(stdout, "3.417 s") {
		t.Errorf("inspect: expected the fox with its clips, found status %d: %s%s", status, stdout, stderr)
	}
	for _, flag := range []string{"--json", "--check", "--dot"} {
		if status, _, stderr := run("inspect", out, flag); status != 2 || !strings.Contains(stderr, flag) || !isOneLine(stderr) {
			t.Errorf("inspect %s of a pack: status %d: %s", flag, status, stderr)
		}
	}
	for _, arguments := range [][]string{
		{"bake", t.TempDir(), "-o", out},
		{"bake", folder, "--meshes"},
		{"bake", folder, "-o", out, "--images"},
		{"bake", filepath.Join(folder, "Fix.glb"), "-o", out},
	} {
		status, _, stderr := run(arguments...)
		if status == 0 || !strings.Contains(stderr, "expected") && !strings.Contains(stderr, "no such") {
			t.Errorf("%q: expected an error, found status %d: %s", arguments, status, stderr)
		}
	}
}

// JSON files go into a pack beside glTF files, for the skeleton that has what they name, and come out
// as what they were. Errors name the file and what is wrong with it.
func TestBakeDocumentsIntoPack(t *testing.T) {
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "all.pack")
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	data, err := os.ReadFile(fox)
	if err != nil {
		t.Fatal(err)
	}
	copied := put("Fox.glb", string(data))
	put("Fox.glb.json", `{"masks": {"tail": [{"joints": ["b_Tail01_012"]}]}}`)
	man := filepath.Join(folder, "man.glb")
	library := assets.NewLibrary()
	figure, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := gltfio.Write(&written, library, figure); err != nil {
		t.Fatal(err)
	}
	put("man.glb", written.String())
	definition, err := ragdoll.Propose(library, figure, ragdoll.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := ragdoll.JSON(definition)
	if err != nil {
		t.Fatal(err)
	}
	const graph = `{"name": "moves", "parameters": [{"name": "speed", "type": "float"}],
		"masks": {"head": [{"joints": ["b_Head_05"]}]},
		"blendSpaces": {"go": {"samples": [{"clip": "Walk", "x": 0}, {"clip": "Run", "x": 1}]}},
		"layers": [{"name": "base", "states": [{"name": "go", "blendSpace": "go", "parameters": ["speed"]}]},
			{"name": "over", "mask": "head", "states": [{"name": "look", "clip": "Survey"}]},
			{"name": "roams", "states": [{"name": "roam", "motion": "roam"}]}]}`
	const database = `{"name": "roam", "clips": [{"clip": "Walk"}, {"clip": "Run", "tags": ["fast"]}],
		"features": [{"position": "b_Head_05", "weight": 1}, {"velocity": "b_Tail01_012", "weight": 1}]}`
	const stack = `{"name": "tail", "solvers": [{"type": "twist", "from": "b_Tail01_012", "axis": [1, 0, 0],
		"joints": ["b_Tail02_013"], "shares": [0.5]}]}`
	put("fox.json", graph)
	put("roam.json", database)
	put("tail.json", stack)
	put("man.ragdoll.json", string(text))
	put("notes.json", `{"author": "nobody"}`)
	status, stdout, stderr := run("bake", folder, "-o", out)
	if status != 0 || !strings.Contains(stderr, "notes.json") || !strings.Contains(stderr, "left out") ||
		strings.Contains(stderr, "Fox.glb.json") {
		t.Fatalf("expected one warning, of notes.json, found status %d: %s%s", status, stdout, stderr)
	}
	cooked := assets.NewLibrary()
	p, err := pack.Open(cooked, out)
	if err != nil {
		t.Fatal(err)
	}
	if n := cooked.Count(); n.Graphs != 1 || n.ModifierStacks != 1 || n.Motions != 2 || n.Masks != 2 {
		t.Errorf("expected a graph, a stack, a blend space, a database and two masks in the pack, found %+v", n)
	}
	for _, find := range []error{
		second(cooked.FindGraph("moves")), second(cooked.FindModifierStack("tail")), second(cooked.FindMask("tail")),
		second(cooked.FindMask("head")), second(cooked.FindMotion("go")), second(cooked.FindMotion("roam")), second(p.Ragdoll("man")),
	} {
		if find != nil {
			t.Error(find)
		}
	}
	twin := filepath.Join(t.TempDir(), "twin.glb")
	if err := os.WriteFile(twin, bytes.Replace(data, []byte(`"b_Tail03_014"`), []byte(`"b_Tail03_01x"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		arguments []string
		expected  []string
	}{
		"unknown clip": {
			[]string{copied, put("clip.json", strings.Replace(graph, `"Run"`, `"Ran"`, 1)), "-o", out},
			[]string{"clip.json: ", "Fox.glb", `"Ran"`, `"Run"`},
		},
		"unknown joint": {
			[]string{copied, man, put("joint.json", strings.Replace(stack, `"b_Tail02_013"`, `"b_Tail02"`, 1)), "-o", out},
			[]string{"joint.json: ", "Fox.glb", "man.glb", `"b_Tail02"`, `"b_Tail02_013"`},
		},
		"unknown feature": {
			[]string{copied, put("feature.json", strings.Replace(database, `"b_Head_05"`, `"b_Head"`, 1)), "-o", out},
			[]string{"feature.json: ", "b_Head", "b_Head_05"},
		},
		"no kind": {
			[]string{copied, put("kind.json", `{"name": "x", "layer": []}`), "-o", out},
			[]string{"kind.json: expected a graph", `"solvers"`, `"bodies"`, `"layer" may be meant as "layers"`},
		},
		"no object":       {[]string{copied, put("list.json", `[1]`), "-o", out}, []string{"list.json: expected a graph", "array"}},
		"no JSON":         {[]string{copied, put("text.json", `{"layers": [}`), "-o", out}, []string{"text.json: ", "line 1, column 13"}},
		"no file":         {[]string{copied, filepath.Join(folder, "none.json"), "-o", out}, []string{"none.json", "no such file"}},
		"a sidecar":       {[]string{copied, copied + ".json", "-o", out}, []string{"Fox.glb.json: expected", "read with Fox.glb"}},
		"two skeletons":   {[]string{copied, twin, put("tail.json", stack), "-o", out}, []string{"tail.json: ", "Fox.glb and twin.glb"}},
		"no pack":         {[]string{copied, put("tail.json", stack)}, []string{"tail.json: expected --out"}},
		"no glTF":         {[]string{put("tail.json", stack), "-o", out}, []string{"tail.json: expected a file that ends with .glb, .gltf or .bvh"}},
		"twice":           {[]string{man, put("man.json", string(text)), put("man.ragdoll.json", string(text)), "-o", out}, []string{"man.ragdoll.json: expected one ragdoll", "man.json"}},
		"name used twice": {[]string{copied, put("tail.json", stack), put("other.json", stack), "-o", out}, nil},
	} {
		status, _, stderr := run(append([]string{"bake"}, row.arguments...)...)
		if (status == 0) != (row.expected == nil) || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%s: expected an error of one line, or none, found status %d: %s", name, status, stderr)
		}
		for _, part := range row.expected {
			if !strings.Contains(stderr, part) {
				t.Errorf("%s: expected %q in the error, found %s", name, part, stderr)
			}
		}
	}
}

// The recordings of a folder go into a pack, as clips in meters of the skeletons of two persons. The
// database that a JSON file makes of some of them finds each frame, and knows where these go; the
// other recordings keep their motion.
func TestBakeRecordingsIntoPack(t *testing.T) {
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "moves.pack")
	for _, name := range []string{"02_01_walk.bvh", "02_02_walk.bvh", "02_04_jump.bvh", "03_02_uneven.bvh"} {
		data, err := os.ReadFile(testassets.Path(t, "mocap/"+name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const database = `{"name": "moves", "clips": [{"clip": "02_01_walk"}, {"clip": "02_02_walk", "tags": ["other"]}],
		"features": [{"position": "lfoot", "weight": 1}, {"trajectory": [0.5], "positions": 1, "directions": 1}]}`
	put := func(text string) {
		if err := os.WriteFile(filepath.Join(folder, "moves.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(database)
	status, stdout, stderr := run("bake", folder, "-o", out)
	if status != 0 || stderr != "" || !strings.Contains(stdout, "02_04_jump.bvh") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	library := assets.NewLibrary()
	p, err := pack.Open(library, out)
	if err != nil {
		t.Fatal(err)
	}
	if n := library.Count(); n.Skeletons != 2 || n.Clips != 4 || n.Models != 4 {
		t.Errorf("expected 4 recordings of 2 persons, found %+v", n)
	}
	id, err := library.FindMotion("moves")
	if err != nil {
		t.Fatal(err)
	}
	d := library.Motion(id).Motion.(*matching.Database)
	if ranges := d.Ranges(); len(ranges) != 2 || d.Frames() < 150 {
		t.Fatalf("%d frames of %v", d.Frames(), ranges)
	}
	for frame := 20; frame < d.Frames(); frame += 40 {
		query := d.Query(frame, nil, nil)
		found, cost := d.Search(query, matching.Search{Current: -1})
		if d.CanBeFound(frame) && (found != frame || cost != 0) {
			t.Errorf("frame %d: found %d at the cost %v", frame, found, cost)
		}
	}
	at := d.Trajectory(d.Query(45, nil, nil), nil)[0]
	if ahead := math.Hypot(float64(at.X), float64(at.Z)); ahead < 0.3 || ahead > 1 {
		t.Errorf("a walk goes %v m in half a second", ahead)
	}
	for _, m := range p.Models() {
		size := library.Skeleton(m.Skeleton).Size()
		moves := library.Clip(m.Clips[0]).RootMotion() != nil
		if size < 1 || size > 2.5 || moves != strings.HasSuffix(m.Name, "walk") {
			t.Errorf("%s: %v m large, root motion %v", m.Name, size, moves)
		}
	}
	put(strings.Replace(database, "02_02_walk", "03_02_uneven", 1))
	status, _, stderr = run("bake", folder, "-o", out)
	if status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, `moves.json: `) ||
		!strings.Contains(stderr, `clip "03_02_uneven": expected one for the skeleton`) {
		t.Errorf("a database of two persons: status %d, %s", status, stderr)
	}
}

// second returns the error of a look-up.
func second[T any](_ T, err error) error { return err }
