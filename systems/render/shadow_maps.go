package render

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// ShadowMaps are the shadow maps of a frame: those of the characters, for a program that draws the
// rest of the picture ([Renderer.ShadowMaps]), or those of the program, which shade the characters
// ([IntoOptions].Shadows).
type ShadowMaps struct {
	// Texture is a 2D depth texture with the maps side by side, to be read as a sampler2DShadow: its
	// name in OpenGL, in a browser its WebGLTexture. It belongs to who made it.
	Texture shadowTexture
	// FromWorld has a matrix for each map, the widest first: from world space to the texture's
	// coordinates and, as z, to the depth to compare with, all from 0 to 1. What is outside of the
	// part of the texture that is a map's own, which is the same share of the width for each, has no
	// shadow in it. A point belongs to the last map that shows it: a wider one may lack shadows that
	// fall only where a finer one shows them.
	FromWorld []mgl32.Mat4
	// Size is the width and height of a map in texels.
	Size int
}

// maxProgramShadows is the largest number of shadow maps of a program, as in frame.glsl.
const maxProgramShadows = 4

// ShadowMaps returns the shadow maps of the last frame, none without shadows. Those of the next
// frame have other contents, and may have another number. They belong to the renderer.
func (r *Renderer) ShadowMaps() ShadowMaps {
	if r.closed || r.shadows == nil || !(r.frame.lightDirection[3] > 0) || r.cascades.count == 0 {
		return ShadowMaps{}
	}
	maps := ShadowMaps{Texture: nameOf(r.device, r.shadows.texture), Size: r.shadows.size}
	share := 1 / float32(r.shadows.maps)
	for i := range r.cascades.list[:r.cascades.count] {
		p := r.cascades.list[i].place
		inMap := mgl32.Translate3D(p[0]+float32(i), p[1], 0).Mul4(mgl32.Scale3D(p[2], p[2], 1))
		maps.FromWorld = append(maps.FromWorld, mgl32.Scale3D(share, 1, 1).Mul4(inMap).Mul4(r.cascades.fromWorld))
	}
	return maps
}

// check returns an error unless the maps of a program can be drawn with, or there are none.
func (m *ShadowMaps) check() error {
	if !isTexture(m.Texture) {
		if len(m.FromWorld) > 0 {
			return fmt.Errorf("shadow maps: expected a texture for %d matrices, found none", len(m.FromWorld))
		}
		return nil
	}
	if n := len(m.FromWorld); n < 1 || n > maxProgramShadows {
		return fmt.Errorf("shadow maps: expected 1 to %d matrices, found %d", maxProgramShadows, n)
	}
	if m.Size < 1 {
		return fmt.Errorf("shadow maps: expected a size of at least 1 texel, found %d", m.Size)
	}
	for i := range m.FromWorld {
		if !isFinite(m.FromWorld[i][:]) {
			return fmt.Errorf("shadow maps: expected finite matrices, found %v as the one of index %d", m.FromWorld[i], i)
		}
	}
	return nil
}

// programShadows is the shadow maps of the program in a frame.
type programShadows struct {
	device  gpu.Device
	texture gpu.Texture // of the frame, if it has some
	adopted gpu.Texture // a name for the program's texture, where the device has names of its own
	sampler gpu.Sampler // so that the settings of the program's texture stay as they are
}

func newProgramShadows(d gpu.Device) *programShadows {
	return &programShadows{device: d, sampler: d.CreateSampler(depthSampling)}
}

// set makes the maps those of the frame whose block is filled, which removes a fraction of the
// light by them.
func (s *programShadows) set(f *frameBlock, maps *ShadowMaps, strength float32) {
	s.texture = 0
	if !isTexture(maps.Texture) || !(strength > 0) {
		return
	}
	s.adopted = adopt(s.device, s.adopted, maps.Texture)
	s.texture = s.adopted
	copy(f.programFromWorld[:], maps.FromWorld)
	f.programShadows = mgl32.Vec4{float32(len(maps.FromWorld)), min(strength, 1), float32(maps.Size)}
}

// takeProgramShadows lets surfaces be lit past the shadow maps of the program, from the first frame on
// that has some: until then the programs do not read them, as on devices that do not branch that
// would cost time in every fragment.
func (r *Renderer) takeProgramShadows() error {
	if r.others.texture == 0 || r.hasProgramShadows {
		return nil
	}
	r.hasProgramShadows = true
	for _, p := range []*skinPrograms{&r.mesh, &r.toon, &r.crowd.mesh, &r.crowd.far, &r.crowd.toon} {
		if err := p.relink(r); err != nil {
			r.hasProgramShadows = false
			return err
		}
	}
	if r.crowd.impostor == nil {
		return nil
	}
	fresh, err := r.newProgram(impostorSource)
	if err != nil {
		r.hasProgramShadows = false
		return err
	}
	r.crowd.impostor.delete()
	r.crowd.impostor = fresh
	return nil
}

// bind makes the maps the shaders' texture of the program; without any it is another depth texture,
// as a sampler must have one.
func (s *programShadows) bind(other gpu.Texture) {
	if s.texture == 0 {
		s.device.BindTexture(unitProgramShadow, other)
	} else {
		s.device.BindTexture(unitProgramShadow, s.texture)
	}
	s.device.BindSampler(unitProgramShadow, s.sampler)
}

// delete frees what is the renderer's own.
func (s *programShadows) delete() {
	if s != nil {
		forget(s.device, s.adopted)
		s.device.DeleteSampler(s.sampler)
	}
}
