package rig_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of an asset or a builder that is nil, as a library returns it for an unknown ID, or
// a zero value, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*rig.Skeleton)(nil), &rig.Skeleton{}} {
		// A size has a default, and nil equals nil.
		probe.Methods(t, receiver, "Size", "MetersPerUnit", "Equal")
		probe.Calls(t, receiver)
	}
	for _, receiver := range []any{
		(*rig.Skin)(nil), &rig.Skin{},
		(*rig.Mask)(nil), &rig.Mask{},
		(*rig.MaskBuilder)(nil), &rig.MaskBuilder{},
	} {
		probe.Methods(t, receiver)
	}
	probe.Calls(t, (*rig.Pose)(nil))
	var none *rig.MaskBuilder
	const want = "expected a builder from NewMask, found nil"
	if _, err := none.Joints(1, "hand").Invert().Add(nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected the error %q, found %v", want, err)
	}
}
