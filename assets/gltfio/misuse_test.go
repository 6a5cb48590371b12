package gltfio_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// x
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*gltfio.Loader)(nil), &gltfio.Loader{},
		(*gltfio.Loading)(nil), &gltfio.Loading{},
		(*gltfio.Error)(nil), &gltfio.Error{},
	} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
}
