package crowd_test

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems/crowd"
)

// Every method of a crowd that New did not make returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*crowd.Crowd)(nil), &crowd.Crowd{}, crowd.Member{}} {
		probe.Methods(t, receiver, "String") // which says that there is none
	}
}
