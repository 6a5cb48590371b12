//go:build !cgo

package stage_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// newPictures returns a function that does nothing: without cgo there is no OpenGL to draw with.
func newPictures(t *testing.T, _ *assets.Library) func(name string, s stage.Scene) {
	t.Helper()
	t.Run("pictures", func(t *testing.T) { t.Skip("drawing needs cgo") })
	return func(string, stage.Scene) {}
}
