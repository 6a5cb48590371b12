package render

import (
	"syscall/js"
	"testing"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// canvas is what all tests draw to. A page has only few contexts.
var canvas js.Value

// requireGL makes the context of a canvas current, in a browser.
func requireGL(t testing.TB) {
	t.Helper()
	if canvas.IsUndefined() {
		canvas = js.Global().Get("document").Call("createElement", "canvas")
	}
	if err := UseCanvas(canvas, CanvasOptions{}); err != nil {
		t.Fatal(err)
	}
}

// readColor returns the RGBA of a color attachment of the framebuffer that is read, the bottom row
// first.
func readColor(attachment, width, height int) []float32 {
	const colorAttachment0, rgba, float = 0x8CE0, 0x1908, 0x1406
	context, pixels := canvas.Call("getContext", "webgl2"), newFloats(4*width*height)
	context.Call("readBuffer", colorAttachment0+attachment)
	context.Call("readPixels", 0, 0, width, height, rgba, float, pixels)
	return numbersOf(pixels)
}

// readBuffer returns the numbers that a buffer of vertices begins with.
func readBuffer(d gpu.Device, buffer gpu.Buffer, n int) []float32 {
	numbers := newFloats(n)
	d.BindBuffer(gpu.Vertices, buffer)
	canvas.Call("getContext", "webgl2").Call("getBufferSubData", uint32(gpu.Vertices), 0, numbers)
	return numbersOf(numbers)
}

func newFloats(n int) js.Value { return js.Global().Get("Float32Array").New(n) }

// numbersOf copies a Float32Array.
func numbersOf(array js.Value) []float32 {
	numbers := make([]float32, array.Length())
	js.CopyBytesToGo(gpu.Bytes(numbers), js.Global().Get("Uint8Array").New(array.Get("buffer")))
	return numbers
}
