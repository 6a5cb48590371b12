package survey_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/internal/survey"
)

// recorded writes a recording of a hip and a leg into a folder of its own, and returns its path.
func recorded(t *testing.T, name string, leg, speed float64) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "HIERARCHY\nROOT hip\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation "+
		"Xrotation Yrotation\n\tJOINT leg\n\t{\n\t\tOFFSET 0 %v 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"+
		"\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -1 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 60\nFrame Time: 0.0333333\n", leg)
	for k := range 60 {
		fmt.Fprintf(&b, "0 1 %v 0 0 0 0 %v 0\n", float64(k)*speed/30, (k%20)-10)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// describedBy writes the description of a database of some clips.
func describedBy(t *testing.T, clips ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "moves.json")
	text := `{"name": "moves", "clips": [` + strings.Join(clips, ", ") +
		`], "features": [{"position": "leg", "weight": 1}, {"velocity": "hip", "weight": 1}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Recordings of one person in several files give one database. Where their clips have one name, the
// error lists the keys that tell them apart. A person of other proportions is an error.
func TestDatabasesOfSeveralFiles(t *testing.T) {
	walk, run := recorded(t, "walk.bvh", -1, 1), recorded(t, "run.bvh", -1, 3)
	d, _, err := survey.Open(describedBy(t, `{"clip": "walk"}`, `{"clip": "run"}`), []string{walk, run})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.Ranges()); n != 2 {
		t.Errorf("%d ranges of two files", n)
	}
	files := []string{walk, recorded(t, "walk.bvh", -1, 2)}
	_, _, err = survey.Open(describedBy(t, `{"clip": "walk"}`), files)
	if err == nil || !strings.Contains(err.Error(), `expected the member "key" beside the name of 2 motions, "walk"`) {
		t.Fatalf("two clips of one name: %v", err)
	}
	keys := regexp.MustCompile(`"[0-9a-f]{32}"`).FindAllString(err.Error(), -1)
	if len(keys) != 2 {
		t.Fatalf("expected both keys in the error, found %v", err)
	}
	d, _, err = survey.Open(describedBy(t, `{"clip": "walk", "key": `+keys[0]+`}`, `{"clip": "walk", "key": `+keys[1]+`}`),
		files)
	if err != nil {
		t.Fatal(err)
	}
	if r := d.Ranges(); len(r) != 2 || r[0].Clip == r[1].Clip {
		t.Errorf("found the ranges %v", r)
	}
	_, _, err = survey.Open(describedBy(t, `{"clip": "walk"}`, `{"clip": "child"}`),
		[]string{walk, recorded(t, "child.bvh", -0.5, 1)})
	if err == nil || !strings.Contains(err.Error(), `clip "child": expected one for the skeleton "walk"`) {
		t.Errorf("a person of other proportions: %v", err)
	}
}
