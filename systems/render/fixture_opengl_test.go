//go:build !js

package render

import (
	"errors"
	"os"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// requireGL makes an OpenGL context current for the duration of a test. Without a display it skips
// the test, or fails it where the environment variable CI is set.
func requireGL(t testing.TB) {
	t.Helper()
	context, err := glcontext.Open(glcontext.Options{Title: t.Name(), Width: 32, Height: 32})
	if errors.Is(err, glcontext.ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(context.Close)
}

// readColor returns the RGBA of a color attachment of the framebuffer that is read, the bottom row
// first.
func readColor(attachment, width, height int) []float32 {
	pixels := make([]float32, 4*width*height)
	gl.ReadBuffer(gl.COLOR_ATTACHMENT0 + uint32(attachment))
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.FLOAT, gl.Ptr(pixels))
	return pixels
}

// readBuffer returns the numbers that a buffer of vertices begins with.
func readBuffer(d gpu.Device, buffer gpu.Buffer, n int) []float32 {
	numbers := make([]float32, n)
	d.BindBuffer(gpu.Vertices, buffer)
	gl.GetBufferSubData(gl.ARRAY_BUFFER, 0, 4*n, gl.Ptr(numbers))
	return numbers
}
