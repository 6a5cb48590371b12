package mesh_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a mesh, a primitive or a material that is nil returns an error or nothing, and
// none of an empty one panics.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*mesh.Mesh)(nil), (*mesh.Primitive)(nil), (*mesh.Material)(nil)} {
		probe.Methods(t, receiver)
	}
	for _, receiver := range []any{
		&mesh.Mesh{}, &mesh.Primitive{}, &mesh.Material{BaseColorTexture: &mesh.Texture{}},
	} {
		probe.Calls(t, receiver)
	}
}

// CheckSkinning reports influences that are not filled in.
func TestCheckSkinningOfUnlikeStreams(t *testing.T) {
	for want, p := range map[string]*mesh.Primitive{
		"found 4 joints and 0 weights of 4": {Joints: make([]uint16, 4), Influences: 4},
		"found 4 joints and 4 weights of 0": {Joints: make([]uint16, 4), Weights: make([]float32, 4)},
	} {
		if err := p.CheckSkinning(mesh.SkinLinear, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected the error %q, found %v", want, err)
		}
	}
}
