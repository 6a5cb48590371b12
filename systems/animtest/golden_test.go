package animtest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems/animtest"
)

// comparisons are the three kinds of files.
var comparisons = map[string]func(testing.TB, *animtest.Take, string, animtest.Tolerance){
	"poses": animtest.GoldenPoses, "models": animtest.GoldenModels, "palettes": animtest.GoldenPalettes,
}

// The stored files hold on every machine, and when they are written again they have the same bytes.
func TestGoldenFiles(t *testing.T) {
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk", 0, 0.2, 0.4)
	asked := os.Getenv("ANIMTEST_UPDATE")
	for kind, compare := range comparisons {
		file := filepath.Join("testdata", "walk_"+kind+".txt")
		compare(t, take, file, animtest.Tolerance{})
		stored, err := os.ReadFile(file)
		check(t, err)
		again := filepath.Join(t.TempDir(), "folder", "again.txt")
		t.Setenv("ANIMTEST_UPDATE", "1")
		compare(t, take, again, animtest.Tolerance{})
		t.Setenv("ANIMTEST_UPDATE", asked)
		written, err := os.ReadFile(again)
		check(t, err)
		if !bytes.Equal(stored, written) {
			t.Errorf("%s: expected the stored bytes, found others", kind)
		}
	}
}

// A failure names the file, the frame, the joint, what was expected and found, and how far that is.
func TestGoldenFailures(t *testing.T) {
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk", 0, 0.2, 0.4)
	turned := bent(t, take, 1, "left_hand", func(j *rig.TRS) {
		j.Rotation = j.Rotation.Mul(mgl32.QuatRotate(mgl32.DegToRad(2), mgl32.Vec3{1, 0, 0}))
	})
	moved := bent(t, take, 2, "left_hand", func(j *rig.TRS) { j.Translation[0] += 0.01 })
	scaled := bent(t, take, 0, "left_hand", func(j *rig.TRS) { j.Scale[1] *= 1.01 })
	lost := bent(t, take, 0, "left_hand", func(j *rig.TRS) { j.Translation[0] = float32(nan()) })
	for kind, compare := range comparisons {
		file := filepath.Join("testdata", "walk_"+kind+".txt")
		against := func(take *animtest.Take, o animtest.Tolerance) func(testing.TB) {
			return func(t testing.TB) { compare(t, take, file, o) }
		}
		fails(t, against(turned, animtest.Tolerance{}), file, `clip "walk"`, "frame 1 (0.200 s)", `left_hand"`, "expected (",
			"found (", ": 2 degrees apart, 0.1 at most", "ANIMTEST_UPDATE=1")
		fails(t, against(moved, animtest.Tolerance{}), "frame 2 (0.400 s)", `left_hand"`, ": 0.01 m apart, 0.001 at most")
		fails(t, against(scaled, animtest.Tolerance{}), "frame 0", "left_", "apart, 0.001 at most")
		fails(t, against(lost, animtest.Tolerance{}), "frame 0", `left_hand"`, "NaN")
		passes(t, against(turned, animtest.Tolerance{Degrees: 3, Meters: 0.02}))
		passes(t, against(moved, animtest.Tolerance{Meters: 0.011}))
		fails(t, against(take.Pick(t, 0, 1), animtest.Tolerance{}), "expected 3 frames, found 2")
		fails(t, against(take.Pick(t, 0, 2, 1), animtest.Tolerance{}), "expected 0.2000 s, found 0.4000 s")
	}
	missing := filepath.Join(t.TempDir(), "none.txt")
	fails(t, func(t testing.TB) { animtest.GoldenPoses(t, take, missing, animtest.Tolerance{}) }, missing,
		"found no such file", "ANIMTEST_UPDATE=1 go test writes it")
	if _, err := os.Stat(missing); err == nil {
		t.Error("a file was written though nobody asked")
	}
	fails(t, func(t testing.TB) { animtest.GoldenPoses(t, nil, missing, animtest.Tolerance{}) }, "a take with frames")
	t.Setenv("ANIMTEST_UPDATE", "perhaps")
	fails(t, func(t testing.TB) { animtest.GoldenPoses(t, take, missing, animtest.Tolerance{}) },
		`ANIMTEST_UPDATE: expected 1 or 0, found "perhaps"`)
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

// A skeleton in centimeters is compared in meters.
func TestGoldenInCentimeters(t *testing.T) {
	library := assets.NewLibrary()
	model, err := gltfio.Options{Scale: 1}.Open(library, testassets.Path(t, "assets/fox/Fox.glb"))
	check(t, err)
	take := animtest.Sample(t, library, model, "Walk", 0.1)
	head := "b_Head_05"
	near := bent(t, take, 0, head, func(j *rig.TRS) { j.Translation[0] += 0.09 })
	far := bent(t, take, 0, head, func(j *rig.TRS) { j.Translation[0] += 0.25 })
	for kind, compare := range comparisons {
		file := filepath.Join(t.TempDir(), kind+".txt")
		t.Setenv("ANIMTEST_UPDATE", "1")
		compare(t, take, file, animtest.Tolerance{})
		t.Setenv("ANIMTEST_UPDATE", "")
		passes(t, func(t testing.TB) { compare(t, near, file, animtest.Tolerance{}) })
		fails(t, func(t testing.TB) { compare(t, far, file, animtest.Tolerance{}) }, head, ": 0.002")
	}
}

// A file that is not as it was written is an error that names the line.
func TestDamagedFiles(t *testing.T) {
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk", 0, 0.2, 0.4)
	stored, err := os.ReadFile("testdata/walk_poses.txt")
	check(t, err)
	text := string(stored)
	change := func(old, with string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the file has no %q", old)
		}
		return strings.Replace(text, old, with, 1)
	}
	for says, damaged := range map[string]string{
		`line 1: expected "animtest 1: local poses", found ""`:    "",
		`found "animtest 1: palettes"`:                            change("local poses", "palettes"),
		`line 5: expected "frame 0, ... s"`:                       change("frame 0", "frame 1"),
		`expected frame, joint, matrix or values, found "jont"`:   change(`joint "head`, `jont "head`),
		"expected a name in quotes":                               change(`joint "head"`, `joint head`),
		"expected 10 numbers, found 11":                           change(`joint "head"`, `joint "head" 1`),
		`expected a number, found "x"`:                            change(`joint "head"`, `joint "head" x`),
		"line 5: expected a frame":                                change("frame 0, 0 s\n", ""),
		`expected joint "heat", found none; did you mean "head"?`: change(`joint "head"`, `joint "heat"`),
		`expected no joint "head", found one`:                     change(`joint "head"`, `joint "heat"`),
	} {
		file := filepath.Join(t.TempDir(), "damaged.txt")
		check(t, os.WriteFile(file, []byte(damaged), 0o644))
		fails(t, func(t testing.TB) { animtest.GoldenPoses(t, take, file, animtest.Tolerance{}) }, file, says)
	}
	file := filepath.Join(t.TempDir(), "windows.txt") // git may convert the ends of lines
	check(t, os.WriteFile(file, []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o644))
	passes(t, func(t testing.TB) { animtest.GoldenPoses(t, take, file, animtest.Tolerance{}) })
}
