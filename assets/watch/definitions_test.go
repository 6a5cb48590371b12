package watch_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// Masks and blend spaces of a file are added together or not at all.
func TestAddedDefinitions(t *testing.T) {
	w := newTold(t)
	read := func(text string) *graph.Definitions {
		t.Helper()
		d, err := graph.ReadDefinitions(strings.NewReader(text), w.library, w.model)
		w.check(err)
		return d
	}
	d := read(`{
		"masks": {"hand": {"joints": ["left_hand"], "weight": 0.25}},
		"blendSpaces": {"paces": {"samples": [{"clip": "walk", "x": 1.5}, {"clip": "run", "x": 4}]}}
	}`)
	bad := *d
	bad.BlendSpaces = append(bad.BlendSpaces[:1:1], nil)
	if err := w.library.AddDefinitions(&bad); err == nil {
		t.Error("expected an error for a blend space that is nil")
	}
	if err := w.library.AddDefinitions(nil); err == nil {
		t.Error("expected an error for none")
	}
	if len(w.library.MasksNamed("hand"))+len(w.library.MotionsNamed("paces")) != 0 {
		t.Error("after the error some are in the library")
	}
	w.check(w.library.AddDefinitions(d))
	if len(w.library.MasksNamed("hand")) != 1 || len(w.library.MotionsNamed("paces")) != 1 {
		t.Error("the library does not have them")
	}
	w.check(w.library.ReplaceDefinitions(read(`{"masks": {"hand": {"joints": ["left_hand"], "weight": 0.5}}}`)))
	mask := w.library.Mask(w.library.MasksNamed("hand")[0])
	joint, _ := mask.Skeleton().Find("left_hand")
	if got := mask.Weight(joint); got != 0.5 {
		t.Errorf("the weight is %v", got)
	}
	if err := w.library.ReplaceDefinitions(nil); err == nil {
		t.Error("expected an error for none")
	}
}
