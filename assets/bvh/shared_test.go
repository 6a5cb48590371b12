package bvh_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
)

// Recordings with one hierarchy share a skeleton in a library, and it stays where one of them is
// removed.
func TestRecordingsOfOnePersonShareASkeleton(t *testing.T) {
	const text = "HIERARCHY\nROOT hip\n{\n\tOFFSET 0 1 0\n\tCHANNELS 3 Zrotation Xrotation Yrotation\n\tEnd Site\n\t{\n" +
		"\t\tOFFSET 0 1 0\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n1 0 0\n"
	library := assets.NewLibrary()
	var models []*assets.Model
	for name, file := range map[string]string{"a": text, "b": strings.Replace(text, "1 0 0\n", "2 0 0\n", 1)} {
		m, err := bvh.Options{Scale: 1}.Parse(library, name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	if models[0].Skeleton != models[1].Skeleton {
		t.Errorf("expected one skeleton, found %v and %v", models[0].Skeleton, models[1].Skeleton)
	}
	library.RemoveModel(models[0].ID)
	if library.Skeleton(models[1].Skeleton) == nil {
		t.Error("the skeleton of the other model is gone")
	}
	other, err := bvh.Options{Scale: 1}.Parse(library, "c", []byte(strings.Replace(text, "0 1 0", "0 2 0", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if other.Skeleton == models[1].Skeleton {
		t.Error("expected another skeleton for other proportions, found the same")
	}
}
