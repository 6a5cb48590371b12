//go:build !(cgo && (customenv || (amd64 && (linux || darwin || windows))))

package draco

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// Decode returns an error that wraps [errors.ErrUnsupported], since this program has no Draco
// library.
func Decode(data []byte, request gltfio.DracoRequest) (gltfio.DracoMesh, error) {
	if err := checkHeader(data, request); err != nil {
		return gltfio.DracoMesh{}, err
	}
	return gltfio.DracoMesh{}, fmt.Errorf("%w: expected a program for amd64 with cgo and Linux, macOS or Windows, "+
		"where the Draco library is included, found one for %s/%s or without cgo", errors.ErrUnsupported,
		runtime.GOOS, runtime.GOARCH)
}
