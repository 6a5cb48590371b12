package gltfio_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a loader, of what it loads or of an error that is nil or a zero value returns an
// error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*gltfio.Loader)(nil), &gltfio.Loader{},
		(*gltfio.Loading)(nil), &gltfio.Loading{},
	} {
		probe.Methods(t, receiver, "Done", "Finished") // there is nothing to wait for
		probe.Calls(t, receiver)
	}
	for _, receiver := range []any{(*gltfio.Error)(nil), &gltfio.Error{}} {
		probe.Calls(t, receiver)
	}
	for _, l := range []*gltfio.Loading{nil, {}} {
		<-l.Finished()
		if !l.Done() {
			t.Error("what does not open is never done")
		}
	}
}
