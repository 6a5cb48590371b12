//go:build !js

package render

import (
	"fmt"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/render/internal/gpu/opengl"
)

// unusual sets as much of the context's state as possible to values that no renderer would choose,
// and returns the number of settings.
func unusual(t *testing.T) int {
	t.Helper()
	var buffers [5]uint32
	gl.GenBuffers(5, &buffers[0])
	var program, array, texture, bufferTexture, sampler, framebuffer uint32
	gl.GenVertexArrays(1, &array)
	gl.GenTextures(1, &texture)
	gl.GenTextures(1, &bufferTexture)
	gl.GenSamplers(1, &sampler)
	gl.GenFramebuffers(1, &framebuffer)
	p, err := newProgram(device(t), shaderFiles, skySource)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.delete)
	program = uint32(p.id)
	settings := []func(){
		func() { gl.ClearDepth(0) },
		func() { gl.ClearColor(0.3, 0.4, 0.5, 0.6) },
		func() { gl.DepthRange(1, 0) },
		func() { gl.DepthFunc(gl.GREATER) },
		func() { gl.DepthMask(false) },
		func() { gl.ColorMask(false, true, false, true) },
		func() { gl.BlendEquationSeparate(gl.FUNC_REVERSE_SUBTRACT, gl.MIN) },
		func() { gl.BlendFuncSeparate(gl.ZERO, gl.DST_COLOR, gl.ONE, gl.SRC_COLOR) },
		func() { gl.SampleCoverage(0.25, true) },
		func() { gl.SampleMaski(0, 0) },
		func() { gl.PolygonMode(gl.FRONT_AND_BACK, gl.POINT) },
		func() { gl.PolygonOffset(50, 1e6) },
		func() { gl.CullFace(gl.FRONT_AND_BACK) },
		func() { gl.FrontFace(gl.CW) },
		func() { gl.LogicOp(gl.XOR) },
		func() { gl.PrimitiveRestartIndex(2) },
		func() { gl.Scissor(3, 3, 1, 1) },
		func() { gl.StencilFunc(gl.NEVER, 1, 1) },
		func() { gl.Viewport(5, 6, 7, 8) },
		func() { gl.UseProgram(program) },
		func() { gl.BindVertexArray(array) },
		func() { gl.BindBuffer(gl.ARRAY_BUFFER, buffers[0]) },
		func() {
			gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, buffers[1])
			gl.BufferData(gl.PIXEL_UNPACK_BUFFER, 16, nil, gl.STREAM_DRAW)
		},
		func() {
			gl.BindBuffer(gl.PIXEL_PACK_BUFFER, buffers[2])
			gl.BufferData(gl.PIXEL_PACK_BUFFER, 16, nil, gl.STREAM_DRAW)
		},
		func() {
			gl.BindBuffer(gl.UNIFORM_BUFFER, buffers[3])
			gl.BufferData(gl.UNIFORM_BUFFER, 1024, nil, gl.STREAM_DRAW)
			gl.BindBufferRange(gl.UNIFORM_BUFFER, 0, buffers[3], 256, 64)
			gl.BindBufferBase(gl.UNIFORM_BUFFER, 1, buffers[3])
		},
		func() { gl.BindBuffer(gl.TEXTURE_BUFFER, buffers[4]) },
		func() { gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer) },
		func() {
			gl.SamplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST_MIPMAP_NEAREST)
			gl.SamplerParameteri(sampler, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
			for unit := range textureUnits {
				gl.ActiveTexture(gl.TEXTURE0 + unit)
				gl.BindTexture(gl.TEXTURE_2D, texture)
				gl.BindTexture(gl.TEXTURE_BUFFER, bufferTexture)
				gl.BindSampler(unit, sampler)
			}
			gl.ActiveTexture(gl.TEXTURE5)
		},
		func() { gl.VertexAttrib4f(attributeColor, 0, 0, 0, 0) },
		func() { gl.VertexAttrib4f(attributeNormal, 6, 6, 6, 6) },
		func() { gl.VertexAttrib4f(attributeTexCoord0, 9, 9, 9, 9) },
		func() { gl.VertexAttrib4f(attributeTexCoord1, 8, 8, 8, 8) },
		func() { gl.VertexAttrib4f(attributeTangent, 7, 7, 7, 7) },
	}
	for i, capability := range opengl.Capabilities {
		settings = append(settings, func() {
			if i >= opengl.EnabledCapabilities {
				gl.Enable(capability)
			} else {
				gl.Disable(capability)
			}
		})
	}
	for i, parameter := range opengl.PixelStorage {
		settings = append(settings, func() {
			gl.PixelStorei(parameter, []int32{8, 2, 1, 1, 7, 2, 3, 5, 1, 1, 1, 9, 2, 3, 5, 1}[i])
		})
	}
	for _, set := range settings {
		set()
	}
	if err := glError(device(t), "setting unusual states"); err != nil {
		t.Fatal(err)
	}
	return len(settings)
}

// probe reads the context's state independently of State.
func probe() map[string]string {
	found := map[string]string{}
	for _, name := range []uint32{
		gl.CURRENT_PROGRAM, gl.VERTEX_ARRAY_BINDING, gl.ARRAY_BUFFER_BINDING, gl.DRAW_FRAMEBUFFER_BINDING,
		gl.READ_FRAMEBUFFER_BINDING, gl.RENDERBUFFER_BINDING, gl.ACTIVE_TEXTURE, gl.UNIFORM_BUFFER_BINDING,
		gl.TEXTURE_BUFFER,
		gl.PIXEL_PACK_BUFFER_BINDING, gl.PIXEL_UNPACK_BUFFER_BINDING,
		gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.VIEWPORT, gl.SCISSOR_BOX, gl.DEPTH_FUNC, gl.DEPTH_RANGE,
		gl.DEPTH_CLEAR_VALUE,
		gl.DEPTH_WRITEMASK, gl.COLOR_CLEAR_VALUE, gl.COLOR_WRITEMASK, gl.CULL_FACE_MODE, gl.FRONT_FACE, gl.POLYGON_MODE,
		gl.POLYGON_OFFSET_FACTOR, gl.POLYGON_OFFSET_UNITS, gl.LINE_WIDTH, gl.POINT_SIZE, gl.BLEND_COLOR,
		gl.BLEND_SRC_RGB,
		gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA, gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA,
		gl.SAMPLE_COVERAGE_VALUE, gl.SAMPLE_COVERAGE_INVERT, gl.LOGIC_OP_MODE, gl.PRIMITIVE_RESTART_INDEX,
		gl.STENCIL_FUNC,
		gl.STENCIL_REF, gl.STENCIL_VALUE_MASK, gl.STENCIL_WRITEMASK, gl.STENCIL_CLEAR_VALUE, gl.STENCIL_FAIL,
		gl.STENCIL_PASS_DEPTH_PASS, gl.PROVOKING_VERTEX, gl.PROGRAM_POINT_SIZE, gl.TEXTURE_CUBE_MAP_SEAMLESS,
		gl.DEPTH_TEST, gl.BLEND, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.FRAMEBUFFER_SRGB, gl.MULTISAMPLE,
		gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_ALPHA_TO_ONE, gl.SAMPLE_COVERAGE, gl.SAMPLE_MASK, gl.RASTERIZER_DISCARD,
		gl.PRIMITIVE_RESTART, gl.COLOR_LOGIC_OP, gl.DEPTH_CLAMP, gl.DITHER, gl.POLYGON_SMOOTH, gl.LINE_SMOOTH,
		gl.POLYGON_OFFSET_FILL, gl.POLYGON_OFFSET_LINE, gl.POLYGON_OFFSET_POINT, gl.CLIP_DISTANCE0, gl.CLIP_DISTANCE7,
		gl.PACK_ALIGNMENT, gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS, gl.PACK_SWAP_BYTES,
		gl.PACK_LSB_FIRST,
		gl.UNPACK_ALIGNMENT, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS, gl.UNPACK_SWAP_BYTES,
	} {
		var value [4]float64
		gl.GetDoublev(name, &value[0])
		found[fmt.Sprintf("%#x", name)] = fmt.Sprint(value)
	}
	var active int32
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &active)
	for unit := range textureUnits {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		for _, name := range []uint32{gl.TEXTURE_BINDING_2D, gl.TEXTURE_BINDING_BUFFER, gl.SAMPLER_BINDING} {
			var value int32
			gl.GetIntegerv(name, &value)
			found[fmt.Sprintf("unit %d: %#x", unit, name)] = fmt.Sprint(value)
		}
	}
	gl.ActiveTexture(uint32(active))
	for i := range uint32(4) {
		var value, size int32
		gl.GetIntegeri_v(gl.UNIFORM_BUFFER_BINDING, i, &value)
		gl.GetIntegeri_v(gl.UNIFORM_BUFFER_SIZE, i, &size)
		found[fmt.Sprint("uniform buffer ", i)] = fmt.Sprint(value, size)
	}
	for i := range uint32(16) {
		var value [4]float32
		gl.GetVertexAttribfv(i, gl.CURRENT_VERTEX_ATTRIB, &value[0])
		if i > 0 { // attribute 0 has no constant in every profile
			found[fmt.Sprint("attribute ", i)] = fmt.Sprint(value)
		}
	}
	return found
}

// Whatever the state was before: the picture is the same, and the state is restored.
func TestTheContextsStateDoesNotMatter(t *testing.T) {
	// On the way the renderer, its target and all assets are made in the unusual state, too.
	picture := func(strange bool) []byte {
		model, library := sharedMannequin()
		s := newFixtureWith(t, library, Options{Debug: true})
		e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
		must(s.animation.EnableModelMatrices(e))
		s.renderer.Style.Skeletons = true
		glass := s.addUnlitMaterial(mgl32.Vec4{1, 0.5, 0, 0.5})
		s.library.Material(glass).AlphaMode = 2
		s.spawnRigid(s.addMesh(square(glass)), mgl32.Translate3D(0.5, 1, 0.5))
		s.update(0)
		s.update(0.1)
		if strange {
			if n := unusual(t); n < 30 {
				t.Fatalf("only %d settings", n)
			}
			var err error
			s.renderer.Close()
			if s.renderer, err = New(s.world, s.library, Options{Debug: true}); err != nil {
				t.Fatal(err)
			}
			s.renderer.Style.Skeletons = true
			s.target.Close()
			if s.target, err = NewTarget(64, 64, 4); err != nil {
				t.Fatal(err)
			}
			unusual(t)
		}
		before := probe()
		var state State
		state.Save()
		if err := s.renderer.Draw(Camera{Position: mgl32.Vec3{1, 1.5, 4}, Target: mgl32.Vec3{0, 1, 0}},
			s.target); err != nil {
			t.Fatal(err)
		}
		if strange {
			state.Restore()
			unusual(t) // Image must not depend on the state either
		}
		got, err := s.target.Image()
		if err != nil {
			t.Fatal(err)
		}
		state.Restore()
		after := probe()
		for name, want := range before {
			if got := after[name]; got != want {
				t.Errorf("state %s is %s afterward, was %s", name, got, want)
			}
		}
		if len(before) < 30 {
			t.Errorf("only %d states were probed", len(before))
		}
		if strange {
			t.Logf("%d states were probed", len(before))
		}
		perceptual.Keep(t, got, fmt.Sprintf("strange=%v.png", strange))
		return got.Pix
	}
	usual, strange := picture(false), picture(true)
	if string(usual) != string(strange) {
		t.Error("the picture depends on the state")
	}
}
