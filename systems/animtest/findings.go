package animtest

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/findings"
)

// NoFindings tests that nothing is wrong with a model and its clips, as far as its file can tell: it
// fails with each finding that sinew inspect --check prints, and its cure. Except are the IDs of
// findings that are meant, such as "unmoved-joints". Clips must have their keys.
func NoFindings(t testing.TB, library *assets.Library, model *assets.Model, except ...string) {
	t.Helper()
	skeletonOf(t, library, model)
	for _, id := range except {
		if !slices.Contains(findings.IDs, id) {
			t.Fatalf("animtest: the exceptions of model %q: %s", model.Name, meantOf(id, findings.IDs))
		}
	}
	for _, id := range model.Clips {
		if clip := library.Clip(id); clip.CheckKeys() != nil {
			t.Errorf("model %q: expected clips with keys, found %q without; open the file into a library without "+
				"Baking.DropKeys", model.Name, clip.Name())
		}
	}
	for _, f := range findings.Of(library, model) {
		if !slices.Contains(except, f.ID) {
			t.Errorf("model %q: %v", model.Name, f)
		}
	}
}
