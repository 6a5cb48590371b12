package render

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// shadowMap is a square depth picture taken from the directional light.
type shadowMap struct {
	size                 int
	framebuffer, texture uint32
}

func newShadowMap(size int) (*shadowMap, error) {
	var most int32
	if gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &most); size < 1 || size > int(most) {
		return nil, fmt.Errorf("a shadow map of %d texels a side is not between 1 and %d", size, most)
	}
	s := &shadowMap{size: size}
	gl.GenTextures(1, &s.texture)
	gl.ActiveTexture(gl.TEXTURE0 + unitShadow)
	gl.BindTexture(gl.TEXTURE_2D, s.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, int32(size), int32(size), 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, s.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	if err := framebufferError(); err != nil {
		s.delete()
		return nil, fmt.Errorf("shadow map: %w", err)
	}
	return s, nil
}

// begin makes the map what is drawn to, empty.
func (s *shadowMap) begin() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.Viewport(0, 0, int32(s.size), int32(s.size))
	gl.Clear(gl.DEPTH_BUFFER_BIT)
}

// bind makes the map what shaders look shadows up in.
func (s *shadowMap) bind() {
	gl.ActiveTexture(gl.TEXTURE0 + unitShadow)
	gl.BindTexture(gl.TEXTURE_2D, s.texture)
	gl.BindSampler(unitShadow, 0)
}

func (s *shadowMap) delete() {
	if s != nil {
		gl.DeleteFramebuffers(1, &s.framebuffer)
		gl.DeleteTextures(1, &s.texture)
	}
}
