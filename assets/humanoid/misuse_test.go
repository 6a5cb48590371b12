package humanoid_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a map that is nil, or a zero value, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*humanoid.Map)(nil), &humanoid.Map{}} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
}
