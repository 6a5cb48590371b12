//go:build !js

package opengl

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

var _ gpu.TexelBuffers = device{}

func (device) BufferTexels() int { return integer(gl.MAX_TEXTURE_BUFFER_SIZE) }

func (device) BindBufferTexture(unit uint32, t gpu.Texture) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_BUFFER, uint32(t))
}

func (device) TexBuffer(unit uint32, f gpu.Format, b gpu.Buffer) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.TexBuffer(gl.TEXTURE_BUFFER, uint32(f), uint32(b))
}

func (device) MapsTexels() bool {
	if 10*integer(gl.MAJOR_VERSION)+integer(gl.MINOR_VERSION) >= 44 {
		return true
	}
	for i := range integer(gl.NUM_EXTENSIONS) {
		if gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i))) == "GL_ARB_buffer_storage" {
			return true
		}
	}
	return false
}

func (device) MapTexels(bytes int) []byte {
	const access = gl.MAP_WRITE_BIT | gl.MAP_PERSISTENT_BIT | gl.MAP_COHERENT_BIT
	gl.BufferStorage(gl.TEXTURE_BUFFER, bytes, nil, access)
	memory := gl.MapBufferRange(gl.TEXTURE_BUFFER, 0, bytes, access)
	if memory == nil {
		return nil
	}
	return unsafe.Slice((*byte)(memory), bytes)
}

func (device) Fence() gpu.Fence {
	return gpu.Fence(gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0))
}

func (device) Wait(f gpu.Fence) {
	const second = 1_000_000_000 // nanoseconds
	for range 10 {               // a device that takes longer is lost
		if gl.ClientWaitSync(uintptr(f), gl.SYNC_FLUSH_COMMANDS_BIT, second) != gl.TIMEOUT_EXPIRED {
			break
		}
	}
	gl.DeleteSync(uintptr(f))
}
