package pack_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// x
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*pack.Pack)(nil), &pack.Pack{},
		(*pack.Opening)(nil), &pack.Opening{},
	} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
}
