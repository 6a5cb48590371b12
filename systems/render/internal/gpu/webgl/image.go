//go:build js

package webgl

import (
	"syscall/js"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

func (d *device) CreateTexture() gpu.Texture { return gpu.Texture(d.add(d.createTexture.Invoke())) }

func (d *device) DeleteTexture(t gpu.Texture) { d.deleteTexture.Invoke(d.remove(uint32(t))) }

func (d *device) BindTexture(unit uint32, t gpu.Texture) {
	d.activeTexture.Invoke(texture0 + unit)
	d.bindTexture.Invoke(texture2D, d.objects[t])
}

// pixelFormat returns the format and type of pixels in memory.
func pixelFormat(f gpu.Format) (format, kind int) {
	switch f {
	case gpu.RGBA32F:
		return rgba, float
	case gpu.RGBA32UI:
		return rgbaInteger, unsignedInt
	case gpu.R32F:
		return red, float
	case gpu.RGB9E5:
		return rgb, sharedExponent
	case gpu.Depth24:
		return depthOnly, unsignedInt
	}
	return rgba, unsignedByte
}

func (d *device) TexImage(unit uint32, f gpu.Format, width, height int, data []byte) {
	format, kind := pixelFormat(f)
	d.activeTexture.Invoke(texture0 + unit)
	if data == nil {
		d.texImage2D.Invoke(texture2D, 0, uint32(f), width, height, 0, format, kind, js.Null())
		return
	}
	d.staging.put(0, data)
	d.texImage2D.Invoke(texture2D, 0, uint32(f), width, height, 0, format, kind, d.staging.view(kind), 0)
}

func (d *device) TexSub(unit uint32, f gpu.Format, x, y, width, height int, data []byte) {
	format, kind := pixelFormat(f)
	d.activeTexture.Invoke(texture0 + unit)
	d.staging.put(0, data)
	d.texSubImage2D.Invoke(texture2D, 0, x, y, width, height, format, kind, d.staging.view(kind), 0)
}

func (d *device) TexRows(unit uint32, f gpu.Format, width, height int) {
	format, kind := pixelFormat(f)
	d.activeTexture.Invoke(texture0 + unit)
	d.texSubImage2D.Invoke(texture2D, 0, 0, 0, width, height, format, kind, d.texels.view(kind), 0)
}

// Names of parameters of textures and samplers.
const (
	magFilter      = 0x2800
	minFilter      = 0x2801
	wrapS          = 0x2802
	wrapT          = 0x2803
	compareMode    = 0x884C
	compareFunc    = 0x884D
	compareToDepth = 0x884E // COMPARE_REF_TO_TEXTURE
)

func (d *device) TexSampling(unit uint32, s gpu.Sampling) {
	d.activeTexture.Invoke(texture0 + unit)
	d.texParameteri.Invoke(texture2D, minFilter, uint32(s.Min))
	d.texParameteri.Invoke(texture2D, magFilter, uint32(s.Mag))
	d.texParameteri.Invoke(texture2D, wrapS, uint32(s.WrapU))
	d.texParameteri.Invoke(texture2D, wrapT, uint32(s.WrapV))
	if s.Compare {
		d.texParameteri.Invoke(texture2D, compareMode, compareToDepth)
		d.texParameteri.Invoke(texture2D, compareFunc, lessOrEqual)
	}
}

func (d *device) GenerateMipmap(unit uint32) {
	d.activeTexture.Invoke(texture0 + unit)
	d.generateMipmap.Invoke(texture2D)
}

// ResetPixels sets what this package changes: the page's scripts have no access to the context.
func (d *device) ResetPixels() {
	const packAlignment, unpackAlignment = 0x0D05, 0x0CF5
	d.pixelStorei.Invoke(packAlignment, 1)
	d.pixelStorei.Invoke(unpackAlignment, 1)
}

func (d *device) CreateSampler(s gpu.Sampling) gpu.Sampler {
	sampler := d.createSampler.Invoke()
	d.samplerParameteri.Invoke(sampler, minFilter, uint32(s.Min))
	d.samplerParameteri.Invoke(sampler, magFilter, uint32(s.Mag))
	d.samplerParameteri.Invoke(sampler, wrapS, uint32(s.WrapU))
	d.samplerParameteri.Invoke(sampler, wrapT, uint32(s.WrapV))
	if s.Compare {
		d.samplerParameteri.Invoke(sampler, compareMode, compareToDepth)
		d.samplerParameteri.Invoke(sampler, compareFunc, lessOrEqual)
	}
	return gpu.Sampler(d.add(sampler))
}

func (d *device) DeleteSampler(s gpu.Sampler) { d.deleteSampler.Invoke(d.remove(uint32(s))) }

func (d *device) BindSampler(unit uint32, s gpu.Sampler) { d.bindSampler.Invoke(unit, d.objects[s]) }

func (d *device) CreateRenderbuffer(f gpu.Format, samples, width, height int) gpu.Renderbuffer {
	object := d.createRenderbuffer.Invoke()
	d.bindRenderbuffer.Invoke(renderbuffer, object)
	if samples == 1 {
		samples = 0 // for WebGL 0 means no multisampling
	}
	d.renderbufferStorageMultisample.Invoke(renderbuffer, samples, uint32(f), width, height)
	return gpu.Renderbuffer(d.add(object))
}

func (d *device) DeleteRenderbuffer(r gpu.Renderbuffer) {
	d.deleteRenderbuffer.Invoke(d.remove(uint32(r)))
}

func (d *device) CreateFramebuffer() gpu.Framebuffer {
	return gpu.Framebuffer(d.add(d.createFramebuffer.Invoke()))
}

func (d *device) DeleteFramebuffer(f gpu.Framebuffer) {
	d.deleteFramebuffer.Invoke(d.remove(uint32(f)))
}

func (d *device) BindFramebuffer(draw, read gpu.Framebuffer) {
	if draw == read {
		d.bindFramebuffer.Invoke(framebuffer, d.objects[draw])
		return
	}
	d.bindFramebuffer.Invoke(drawTarget, d.objects[draw])
	d.bindFramebuffer.Invoke(readTarget, d.objects[read])
}

func attachment(depth bool) int {
	if depth {
		return depthTarget
	}
	return colorTarget
}

func (d *device) AttachTexture(t gpu.Texture, depth bool) {
	d.framebufferTexture2D.Invoke(framebuffer, attachment(depth), texture2D, d.objects[t], 0)
}

func (d *device) AttachRenderbuffer(r gpu.Renderbuffer, depth bool) {
	d.framebufferRenderbuffer.Invoke(framebuffer, attachment(depth), renderbuffer, d.objects[r])
}

// AttachColors asks for the extension that lets float textures be drawn to; without it the
// framebuffer is incomplete.
func (d *device) AttachColors(textures ...gpu.Texture) {
	d.context.Call("getExtension", "EXT_color_buffer_float")
	outputs := make([]any, len(textures))
	for i, t := range textures {
		outputs[i] = colorTarget + i
		d.framebufferTexture2D.Invoke(framebuffer, colorTarget+i, texture2D, d.objects[t], 0)
	}
	d.drawBuffers.Invoke(outputs)
}

func (d *device) DrawNoColor() {
	const none = 0
	d.drawBuffers.Invoke([]any{none})
	d.readBuffer.Invoke(none)
}

func (d *device) FramebufferStatus() uint32 {
	const complete = 0x8CD5
	if status := d.checkFramebufferStatus.Invoke(framebuffer).Int(); status != complete {
		return uint32(status)
	}
	return 0
}

func (d *device) Samples() int { return d.getParameter.Invoke(0x80A9).Int() }

func (d *device) BlitColor(width, height int) {
	d.blitFramebuffer.Invoke(0, 0, width, height, 0, 0, width, height, colorBit, uint32(gpu.Nearest))
}

func (d *device) ReadPixels(width, height int, into []byte) {
	d.staging.reserve(4 * width * height)
	d.readPixels.Invoke(0, 0, width, height, rgba, unsignedByte, d.staging.bytes, 0)
	js.CopyBytesToGo(into[:4*width*height], d.staging.bytes)
}
