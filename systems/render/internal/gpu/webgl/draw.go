//go:build js

package webgl

import (
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// disabled are the capabilities that no pass expects.
var disabled = [...]uint32{
	uint32(gpu.Blending), uint32(gpu.FaceCulling), uint32(gpu.ScissorTest), uint32(gpu.AlphaToCoverage),
	uint32(gpu.DepthOffset),
	0x0B90, // STENCIL_TEST
	0x0BD0, // DITHER
	0x80A0, // SAMPLE_COVERAGE
	0x8C89, // RASTERIZER_DISCARD
}

func (d *device) ResetState() {
	for _, capability := range disabled {
		d.disable.Invoke(capability)
	}
	d.Enable(gpu.DepthTest)
	d.depthRange.Invoke(0, 1)
	d.clearDepth.Invoke(1)
	d.clearColor.Invoke(0, 0, 0, 1)
	d.depthFunc.Invoke(lessOrEqual)
	d.DepthMask(true)
	d.ColorMask(true, true, true, true)
	const add = 0x8006
	d.blendEquation.Invoke(add)
	d.CullFront(false)
	d.FrontFace(false)
	d.lineWidth.Invoke(1)
}

func (d *device) Enable(c gpu.Capability) {
	if c != gpu.EncodeSRGB { // always on
		d.enable.Invoke(uint32(c))
	}
}

func (d *device) Disable(c gpu.Capability) {
	if c != gpu.EncodeSRGB {
		d.disable.Invoke(uint32(c))
	}
}

func (d *device) Viewport(x, y, width, height int) { d.viewport.Invoke(x, y, width, height) }

func (d *device) Clear(color, depth bool) {
	mask := 0
	if color {
		mask |= colorBit
	}
	if depth {
		mask |= depthBit
	}
	d.clear.Invoke(mask)
}

func (d *device) ReverseDepth() {
	const greaterOrEqual = 0x0206
	d.depthFunc.Invoke(greaterOrEqual)
}

func (d *device) DepthMask(write bool) { d.depthMask.Invoke(write) }

func (d *device) ColorMask(r, g, b, a bool) { d.colorMask.Invoke(r, g, b, a) }

func (d *device) CullFront(front bool) {
	const frontFaces, backFaces = 0x0404, 0x0405
	if front {
		d.cullFace.Invoke(frontFaces)
	} else {
		d.cullFace.Invoke(backFaces)
	}
}

func (d *device) FrontFace(clockwise bool) {
	const cw, ccw = 0x0900, 0x0901
	if clockwise {
		d.frontFace.Invoke(cw)
	} else {
		d.frontFace.Invoke(ccw)
	}
}

func (d *device) BlendOver() {
	const one, sourceAlpha, oneMinusSourceAlpha = 1, 0x0302, 0x0303
	d.blendFuncSeparate.Invoke(sourceAlpha, oneMinusSourceAlpha, one, oneMinusSourceAlpha)
}

func (d *device) PolygonOffset(factor, units float32) { d.polygonOffset.Invoke(factor, units) }

func (d *device) UseProgram(p gpu.Program) { d.useProgram.Invoke(d.objects[p]) }

func (d *device) Uniform1i(at gpu.Uniform, value int32) {
	if at >= 0 {
		d.uniform1i.Invoke(d.uniforms[at], value)
	}
}

func (d *device) Uniform1f(at gpu.Uniform, value float32) {
	if at >= 0 {
		d.uniform1f.Invoke(d.uniforms[at], value)
	}
}

func (d *device) Uniform1iv(at gpu.Uniform, values []int32) {
	if at >= 0 {
		d.staging.put(0, gpu.Bytes(values))
		d.uniform1iv.Invoke(d.uniforms[at], d.staging.integers, 0, len(values))
	}
}

func (d *device) DrawArrays(mode gpu.Primitive, vertices, instances int) {
	d.drawArraysInstanced.Invoke(uint32(mode), 0, vertices, instances)
}

func (d *device) Capture(into gpu.Buffer, vertices int) {
	const points, rasterizerDiscard = 0, 0x8C89
	d.BindBuffer(gpu.Vertices, 0) // a buffer that is written may not be bound for anything else
	d.bindBufferBase.Invoke(uint32(gpu.Captured), 0, d.objects[into])
	d.enable.Invoke(rasterizerDiscard)
	d.beginTransformFeedback.Invoke(points)
	d.drawArraysInstanced.Invoke(points, 0, vertices, 1)
	d.endTransformFeedback.Invoke()
	d.disable.Invoke(rasterizerDiscard)
	d.bindBufferBase.Invoke(uint32(gpu.Captured), 0, d.objects[0])
}

func (d *device) DrawElements(mode gpu.Primitive, indices, instances int) {
	d.drawElementsInstanced.Invoke(uint32(mode), indices, unsignedInt, 0, instances)
}
