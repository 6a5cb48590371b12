package blendspace_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a builder that is nil, or without samples, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*blendspace.Builder)(nil), &blendspace.Builder{},
	} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
	var none *blendspace.Builder
	const want = "expected a builder from New1D or New2D, found nil"
	if _, err := none.At(1, 0).Speed(2).Add(nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected the error %q, found %v", want, err)
	}
}
