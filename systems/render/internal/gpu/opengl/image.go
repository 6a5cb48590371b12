//go:build !js

package opengl

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

func (device) CreateTexture() gpu.Texture {
	var id uint32
	gl.GenTextures(1, &id)
	return gpu.Texture(id)
}

func (device) DeleteTexture(t gpu.Texture) {
	id := uint32(t)
	gl.DeleteTextures(1, &id)
}

func (device) BindTexture(unit uint32, t gpu.Texture) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_2D, uint32(t))
}

// pixelFormat returns the format and type of pixels in memory.
func pixelFormat(f gpu.Format) (format, kind uint32) {
	switch f {
	case gpu.RGBA32F:
		return gl.RGBA, gl.FLOAT
	case gpu.RGBA32UI:
		return gl.RGBA_INTEGER, gl.UNSIGNED_INT
	case gpu.R32F:
		return gl.RED, gl.FLOAT
	case gpu.RGB9E5:
		return gl.RGB, gl.UNSIGNED_INT_5_9_9_9_REV
	case gpu.Depth24:
		return gl.DEPTH_COMPONENT, gl.UNSIGNED_INT
	}
	return gl.RGBA, gl.UNSIGNED_BYTE
}

func (device) TexImage(unit uint32, f gpu.Format, width, height int, data []byte) {
	format, kind := pixelFormat(f)
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.TexImage2D(gl.TEXTURE_2D, 0, int32(f), int32(width), int32(height), 0, format, kind,
		unsafe.Pointer(unsafe.SliceData(data)))
}

func (device) TexRows(unit uint32, f gpu.Format, width, height int) {
	format, kind := pixelFormat(f)
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(width), int32(height), format, kind, nil)
}

func (device) TexSub(unit uint32, f gpu.Format, x, y, width, height int, data []byte) {
	format, kind := pixelFormat(f)
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(x), int32(y), int32(width), int32(height), format, kind,
		unsafe.Pointer(unsafe.SliceData(data)))
}

func (device) TexSampling(unit uint32, s gpu.Sampling) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, int32(s.Min))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, int32(s.Mag))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, int32(s.WrapU))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, int32(s.WrapV))
	if s.Compare {
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)
	}
}

func (device) GenerateMipmap(unit uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.GenerateMipmap(gl.TEXTURE_2D)
}

func (device) CreateSampler(s gpu.Sampling) gpu.Sampler {
	var id uint32
	gl.GenSamplers(1, &id)
	gl.SamplerParameteri(id, gl.TEXTURE_MIN_FILTER, int32(s.Min))
	gl.SamplerParameteri(id, gl.TEXTURE_MAG_FILTER, int32(s.Mag))
	gl.SamplerParameteri(id, gl.TEXTURE_WRAP_S, int32(s.WrapU))
	gl.SamplerParameteri(id, gl.TEXTURE_WRAP_T, int32(s.WrapV))
	if s.Compare {
		gl.SamplerParameteri(id, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
		gl.SamplerParameteri(id, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)
	}
	return gpu.Sampler(id)
}

func (device) DeleteSampler(s gpu.Sampler) {
	id := uint32(s)
	gl.DeleteSamplers(1, &id)
}

func (device) BindSampler(unit uint32, s gpu.Sampler) { gl.BindSampler(unit, uint32(s)) }

func (device) CreateRenderbuffer(f gpu.Format, samples, width, height int) gpu.Renderbuffer {
	var id uint32
	gl.GenRenderbuffers(1, &id)
	gl.BindRenderbuffer(gl.RENDERBUFFER, id)
	if samples == 1 {
		samples = 0 // for OpenGL 0 means no multisampling
	}
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, int32(samples), uint32(f), int32(width), int32(height))
	return gpu.Renderbuffer(id)
}

func (device) DeleteRenderbuffer(r gpu.Renderbuffer) {
	id := uint32(r)
	gl.DeleteRenderbuffers(1, &id)
}

func (device) CreateFramebuffer() gpu.Framebuffer {
	var id uint32
	gl.GenFramebuffers(1, &id)
	return gpu.Framebuffer(id)
}

func (device) DeleteFramebuffer(f gpu.Framebuffer) {
	id := uint32(f)
	gl.DeleteFramebuffers(1, &id)
}

func (device) BindFramebuffer(draw, read gpu.Framebuffer) {
	if draw == read {
		gl.BindFramebuffer(gl.FRAMEBUFFER, uint32(draw))
		return
	}
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(draw))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(read))
}

func attachment(depth bool) uint32 {
	if depth {
		return gl.DEPTH_ATTACHMENT
	}
	return gl.COLOR_ATTACHMENT0
}

func (device) AttachTexture(t gpu.Texture, depth bool) {
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, attachment(depth), gl.TEXTURE_2D, uint32(t), 0)
}

func (device) AttachRenderbuffer(r gpu.Renderbuffer, depth bool) {
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment(depth), gl.RENDERBUFFER, uint32(r))
}

func (device) AttachColors(textures ...gpu.Texture) {
	buffers := make([]uint32, len(textures))
	for i, t := range textures {
		buffers[i] = gl.COLOR_ATTACHMENT0 + uint32(i)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, buffers[i], gl.TEXTURE_2D, uint32(t), 0)
	}
	gl.DrawBuffers(int32(len(buffers)), &buffers[0])
}

func (device) DrawNoColor() {
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
}

func (device) FramebufferStatus() uint32 {
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		return status
	}
	return 0
}

func (device) Samples() int { return integer(gl.SAMPLES) }

func (device) BlitColor(width, height int) {
	w, h := int32(width), int32(height)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

func (device) ReadPixels(width, height int, into []byte) {
	gl.ReadBuffer(gl.COLOR_ATTACHMENT0)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(unsafe.SliceData(into)))
}
