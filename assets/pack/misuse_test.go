package pack_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a pack or an opening that is nil, as Open returns it with an error, or a zero
// value returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*pack.Pack)(nil),
		(*pack.Opening)(nil), &pack.Opening{},
	} {
		probe.Methods(t, receiver, "Done", "Finished") // there is nothing to wait for
		probe.Calls(t, receiver)
	}
	probe.Methods(t, &pack.Pack{}, "Close") // it is closed already
	probe.Calls(t, &pack.Pack{})
	for _, o := range []*pack.Opening{nil, {}} {
		<-o.Finished()
		if !o.Done() {
			t.Error("what does not open is never done")
		}
	}
}
