package render

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Impostors are pictures in the place of small members of a crowd. For each part of a model there
// are pictures of each clip at some phases from some directions, as the shaders impostor.glsl and
// picture.vert.glsl know them.
const (
	impostorDirections = 24 // 12 around, at two heights
	// impostorTexels is the height of the pictures of the largest part of a model, in texels, and the
	// largest size of any.
	impostorTexels = 40
	// impostorStep divides the sizes of pictures, so that three levels of a texture do not mix them.
	impostorStep = 8
	// A clip has so many phases that nothing moves by more than phaseTexels between two, in texels of
	// the largest part, but at most maxPhases. What moves is measured at measuredPhases.
	phaseTexels    = 3.5
	maxPhases      = 24
	measuredPhases = 48
	// impostorWidth is the largest width of a texture of pictures.
	impostorWidth = 4096
)

// impostorPixels is below how many pixels of the diameter of their reach members are impostors:
// about 25 pixels of the mannequin's height, whose clips reach farther than its rest pose.
const impostorPixels = 56

// maxImpostorBytes bounds the memory of the pictures of all kinds. Clips beyond it have none.
const maxImpostorBytes = 40 << 20

// impostors are the pictures of a kind of members.
type impostors struct {
	clips int // the first of the skeleton that have pictures
	whole int // clips of the skeleton when the pictures were made
	bytes int
	table *texels
	parts []impostorPart
}

// impostorPart is the pictures of a part.
type impostorPart struct {
	colors, normals gpu.Texture
	size            [2]int // of a picture in texels
	clips           []impostorClip
	width, height   int  // of the textures
	table           int  // the texel of the table that names where the first clip begins
	look            int  // the primitive whose material lights the pictures
	kept            bool // they were read, not drawn
}

// impostorClip is where the pictures of a clip are.
type impostorClip struct {
	at     [2]int // the first texel
	phases int
	table  int // where the clip begins in the table
}

// showsImpostors reports whether members with the parts may be impostors: they are of triangles
// that no morph target moves, whose materials may be lit at vertices, and all levels of detail are
// there.
func (r *Renderer) showsImpostors(parts []crowdPart) bool {
	for i := range parts {
		m := parts[i].mesh
		if m.coming != nil || slices.ContainsFunc(m.restMorphs, func(weight float32) bool { return weight != 0 }) {
			return false
		}
		for k := range m.primitives {
			p := &m.primitives[k]
			if p.mode != gpu.Triangles || !r.materialOf(p).shadesVertices() {
				return false
			}
		}
	}
	return len(parts) > 0
}

// prepareImpostors decides which members may be impostors, and makes the pictures that are missing
// if a member in view may be one.
func (r *Renderer) prepareImpostors() error {
	c := r.crowd
	c.view.ImpostorRatio, c.view.Impostors = 0, c.view.Impostors[:0]
	if !(c.view.Tolerance > 0) || !(c.impostorPixels > 0) {
		return nil
	}
	c.view.ImpostorRatio = r.Style.PixelError / (c.impostorPixels * c.view.Tolerance)
	for _, kind := range c.store.Kinds() {
		clips := int32(-1)
		switch known := c.models[kind]; {
		case kind.Rigs == nil:
			clips = 0
		case known == nil || known.model != r.cache.models[kind.Model.ID]:
		case !r.showsImpostors(known.parts):
			clips = 0
		case known.impostors != nil && known.impostors.whole == c.store.Clips(kind):
			clips = int32(known.impostors.clips)
		}
		c.view.Impostors = append(c.view.Impostors, clips)
	}
	c.farKinds = c.store.FarKinds(c.farKinds[:0], &c.collected, &c.view)
	for _, kind := range c.farKinds {
		made, err := r.impostorsOf(kind)
		if err != nil {
			return err
		}
		if made != nil {
			c.view.Impostors[kind.Number] = int32(made.clips)
		}
	}
	return nil
}

// impostorsOf returns the pictures of a kind, or nil if its members are no impostors.
func (r *Renderer) impostorsOf(kind *crowdstore.Kind) (*impostors, error) {
	c := r.crowd
	known, err := r.crowdModel(kind)
	if err != nil || known == nil || !r.showsImpostors(known.parts) {
		return nil, err
	}
	if c.store.Clips(kind) == 0 {
		return nil, nil
	}
	known.impostors.delete(r.device)
	known.impostors = nil
	made, err := r.newImpostors(kind, known)
	if err != nil {
		return nil, fmt.Errorf("model %q: pictures of small members: %w", kind.Model.Name, err)
	}
	known.impostors, c.grew = made, true
	return made, nil
}

// bindTable binds the table of the pictures of a kind.
func bindTable(d gpu.Device, table *texels) {
	table.bind(unitImpostorTable)
	d.BindSampler(unitImpostorTable, 0)
}

// bindPictures binds the pictures of a part.
func bindPictures(d gpu.Device, colors, normals gpu.Texture) {
	d.BindTexture(unitImpostorColors, colors)
	d.BindTexture(unitImpostorNormals, normals)
	d.BindSampler(unitImpostorColors, 0)
	d.BindSampler(unitImpostorNormals, 0)
}

// drawImpostors draws the members that are impostors, to the image or to the shadow map of a
// cascade.
func (r *Renderer) drawImpostors(pass *crowdPass) {
	d, c, shadow := r.device, r.crowd, pass.shadow
	program := c.impostor
	if shadow {
		program = c.impostorShadow
	}
	begun := false
	for _, list := range c.collected.Lists {
		known := c.models[list.Kind]
		if !list.Impostors || known == nil || known.impostors == nil {
			continue
		}
		first, end := pass.members(list)
		if first >= end {
			continue
		}
		if !begun {
			begun = true
			program.use()
			d.Uniform1i(program.cascade, int32(pass.cascade))
			d.Disable(gpu.FaceCulling)
			r.emptyArray.bind(d, r.contexts)
			for unit := unitCrowdData; unit <= unitCrowdMembers; unit++ {
				d.BindSampler(unit, 0)
			}
			c.data.bind(unitCrowdData)
			c.records.bind(unitCrowdRecords)
			c.members.bind(unitCrowdMembers)
		}
		bindTable(d, known.impostors.table)
		for i := range known.parts {
			from, members, listed := c.showing(list, known.parts[i].hidden, first, end)
			if members == 0 {
				continue
			}
			if !listed {
				from = 0
			}
			p := &known.impostors.parts[i]
			lit := &known.parts[i].mesh.primitives[p.look]
			d.BindUniformBuffer(bindingMaterial, r.materialOf(lit).block)
			bindPictures(d, p.colors, p.normals)
			c.numbers = append(c.numbers[:0], int32(first), int32(from), int32(p.table), int32(p.size[0]),
				int32(p.size[1]), int32(list.Kind.Rigs[0].Base), 0, int32(count(shadow)),
				int32(count(list.Fade == crowdstore.FadeIn)))
			d.Uniform1iv(program.impostor, c.numbers)
			d.DrawArrays(gpu.TriangleStrip, 4, members)
			r.stats.Draws++
			r.stats.Triangles += 2 * members
		}
	}
}

func (s *impostors) delete(d gpu.Device) {
	if s == nil {
		return
	}
	s.table.delete()
	for i := range s.parts {
		d.DeleteTexture(s.parts[i].colors)
		d.DeleteTexture(s.parts[i].normals)
	}
	s.parts, s.table = slices.Delete(s.parts, 0, len(s.parts)), nil
}
