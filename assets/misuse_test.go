package assets_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a library, a model or a part of one that is nil returns an error or nothing, and
// none of an empty one panics.
func TestMethodsOfNothing(t *testing.T) {
	// What describes a missing asset says so, curves have straight lines, and a reach of nothing has
	// a radius below 0.
	meaning := []string{"Describe", "Ease", "Owns", "MaterialValues", "Apply"}
	for _, receiver := range []any{
		(*assets.Library)(nil), (*assets.Model)(nil), (*assets.Part)(nil), (*assets.Edition)(nil), (*assets.Keys)(nil),
		(*assets.MaterialValues)(nil),
	} {
		probe.Methods(t, receiver, meaning...)
		probe.Calls(t, receiver)
	}
	for _, receiver := range []any{&assets.Model{}, &assets.Part{}, &assets.Keys{}, &assets.MaterialValues{}} {
		probe.Calls(t, receiver)
	}
}

// Errors of nil say what was expected, and look-ups by name wrap ErrNotFound.
func TestErrorsOfNothing(t *testing.T) {
	var library *assets.Library
	var model *assets.Model
	if id := library.AddSkeleton(&rig.Skeleton{}); id != 0 {
		t.Errorf("a nil library gave the ID %v", id)
	}
	_, findMask := library.FindMask("arms")
	_, findClip := model.FindClip("walk")
	for _, row := range []struct {
		err      error
		want     string
		notFound bool
	}{
		{library.Prefetch(), "expected a library from NewLibrary, found nil", false},
		{findMask, "expected a library from NewLibrary, found nil", true},
		{findClip, `expected a model with the clip "walk", found nil, which Library.Model returns for an unknown ID`, true},
	} {
		if row.err == nil || !strings.Contains(row.err.Error(), row.want) ||
			errors.Is(row.err, rig.ErrNotFound) != row.notFound {
			t.Errorf("expected the error %q, found %v", row.want, row.err)
		}
	}
}
