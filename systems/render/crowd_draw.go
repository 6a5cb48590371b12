package render

import (
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// crowdModel is what drawing a kind of members needs besides its model.
type crowdModel struct {
	model *gpuModel
	parts []crowdPart
	// blends reports that a part has a material that blends.
	blends    bool
	impostors *impostors // nil until a member is so far away that it may be one
	errors    []float32  // scratch memory
}

// crowdPart is a part of a model that its members draw.
type crowdPart struct {
	*gpuPart
	mirrored bool    // by the matrix of its palette in the rest pose
	scale    float32 // of that matrix
	weights  int     // first texel of the morph weights in this frame
}

// crowdModel returns the parts that a kind of members draws, with the texels of their morph weights
// in this frame.
func (r *Renderer) crowdModel(kind *crowdstore.Kind) (*crowdModel, error) {
	model, err := r.cache.model(kind.Model.ID)
	if err != nil || model == nil {
		return nil, err
	}
	known := r.crowd.models[kind]
	if known == nil || known.model != model {
		known = &crowdModel{model: model}
		pose := rig.NewPose(model.skeleton)
		matrices := pose.ModelMatrices(nil)
		for i := range model.parts {
			part := &model.parts[i]
			skin := r.cache.library.Skin(part.skin)
			if skin == nil || len(part.mesh.primitives) == 0 || part.source != nil && !part.source.Shown(pose.Morphs) {
				continue
			}
			matrix := rig.MatrixAt(skin.Palette(nil, matrices), part.paletteIndex)
			known.parts = append(known.parts,
				crowdPart{gpuPart: part, mirrored: exact.IsMirrored(&matrix), scale: exact.LongestAxis(&matrix)})
		}
		r.crowd.forgetModels(func(of *crowdstore.Kind, known *crowdModel) bool {
			return r.cache.models[of.Model.ID] != known.model
		})
		r.crowd.models[kind] = known
	}
	known.blends = false
	for i := range known.parts {
		if err := r.needSkinning(known.parts[i].method(&r.Style)); err != nil {
			return nil, err
		}
		for k := range known.parts[i].mesh.primitives {
			material := r.materialOf(&known.parts[i].mesh.primitives[k])
			known.blends = known.blends || material.alphaMode == mesh.AlphaBlend
			r.crowd.toonNeeded = r.crowd.toonNeeded || material.toon != nil
		}
		known.parts[i].weights = r.addMorphs(known.parts[i].mesh.restMorphs)
	}
	return known, nil
}

// forgetModels removes the models of kinds that are no longer drawn.
func (c *crowd) forgetModels(gone func(kind *crowdstore.Kind, known *crowdModel) bool) {
	for kind, known := range c.models {
		if gone(kind, known) {
			known.impostors.delete(c.device)
			delete(c.models, kind)
		}
	}
}

// blends reports whether a member has a material that blends.
func (c *crowd) blends() bool {
	if c.store == nil {
		return false
	}
	for i := range c.segments {
		if known := c.models[c.segments[i].list.Kind]; known != nil && known.blends {
			return true
		}
	}
	return false
}

// crowdPass is a pass over the crowd.
type crowdPass struct {
	programs *skinPrograms
	program  *program       // that is in use; nil at first
	shadow   bool           // into a shadow map
	cascade  int            // of that map
	texel    float32        // of it, in world units
	mode     mesh.AlphaMode // that is drawn to the image; the shadow map gets all but what blends
}

// drawCrowd draws the members whose materials have the alpha mode.
func (r *Renderer) drawCrowd(mode mesh.AlphaMode, multisampled bool) {
	if r.crowd.store == nil || len(r.crowd.collected.Lists) == 0 {
		return
	}
	d := r.device
	if mode == mesh.AlphaMask && multisampled {
		d.Enable(gpu.AlphaToCoverage)
		d.ColorMask(true, true, true, false) // the image stays opaque
	}
	pass := &crowdPass{programs: &r.crowd.mesh, mode: mode}
	r.runCrowdPass(pass)
	if mode == mesh.AlphaMask {
		r.drawImpostors(pass)
	}
	d.Disable(gpu.AlphaToCoverage)
	d.ColorMask(true, true, true, true)
}

// drawCrowdShadows draws everything but blended surfaces to the shadow map of a cascade. A texel of
// it has that size in world units.
func (r *Renderer) drawCrowdShadows(cascade int, texel float32) {
	if r.crowd.store != nil && len(r.crowd.collected.Lists) > 0 {
		pass := &crowdPass{programs: &r.crowd.shadow, shadow: true, cascade: cascade, texel: texel}
		r.runCrowdPass(pass)
		r.drawImpostors(pass)
	}
}

// draws reports whether the pass draws materials with an alpha mode.
func (p *crowdPass) draws(mode mesh.AlphaMode) bool {
	if p.shadow {
		return mode != mesh.AlphaBlend
	}
	return mode == p.mode
}

// members returns which members of a list the pass draws: those from first to before end.
func (p *crowdPass) members(list *crowdstore.List) (first, end int) {
	if p.shadow {
		casters := &list.Casters[p.cascade]
		return casters.First, casters.End
	}
	return list.First, list.Shown
}

func (r *Renderer) runCrowdPass(pass *crowdPass) {
	c := r.crowd
	c.data.bind(unitCrowdData)
	c.members.bind(unitCrowdMembers)
	bound := -1
	for i := range c.segments {
		s := &c.segments[i]
		first, end := pass.members(s.list)
		first, end = max(first, s.first), min(end, s.end)
		known := c.models[s.list.Kind]
		if first >= end || known == nil {
			continue
		}
		if s.page != bound {
			c.bind(c.pages[s.page])
			bound = s.page
		}
		for k := range known.parts {
			r.drawCrowdPart(pass, s, &known.parts[k], first, end)
		}
	}
	r.device.FrontFace(false)
}

// showing returns how many of the members from first to before end show the part with a bit. If
// some do not, those that do are listed, from a word of the entries on.
func (c *crowd) showing(list *crowdstore.List, part uint64, first, end int) (from, count int, listed bool) {
	if part&list.Hidden != 0 {
		return 0, 0, false
	}
	for i := range list.Wearers {
		if w := &list.Wearers[i]; w.Part == part {
			words := c.collected.Entries[w.First:w.End]
			from, _ = slices.BinarySearch(words, uint32(first))
			to, _ := slices.BinarySearch(words, uint32(end))
			return w.First + from, to - from, true
		}
	}
	return 0, end - first, false
}

// farPixels is below how many pixels of the diameter of their reach members are lit at their
// vertices, and no more than two influences move one: that of the mannequin is twice its height.
// Where there are pictures of them, such members are impostors (impostorPixels).
const farPixels = 48

// isFar reports whether members of which an error of a tolerance may be seen are that small in the
// image. With full detail none are.
func (r *Renderer) isFar(kind *crowdstore.Kind, tolerance float32) bool {
	return 2*kind.Reach.Radius*r.Style.PixelError < r.crowd.farPixels*tolerance
}

// crowdErrors returns the errors, in diameters of a member, at which members of a kind are drawn in
// another way: the levels of detail of the meshes change, or they are lit at their vertices.
func (r *Renderer) crowdErrors(kind *crowdstore.Kind) []float32 {
	known, err := r.crowdModel(kind)
	if err != nil || known == nil {
		return nil // whoever draws the members gets the error
	}
	known.errors = known.errors[:0]
	for i := range known.parts {
		part := &known.parts[i]
		for _, e := range part.mesh.detail.errors {
			known.errors = append(known.errors, e*part.scale/(2*kind.Reach.Radius))
		}
	}
	known.errors = append(known.errors, r.Style.PixelError/farPixels)
	return known.errors
}

// crowdLook is how a part is drawn.
type crowdLook struct {
	level int // of the mesh
	isFar bool
}

// lookOf returns how a part of the members of a list is drawn that may have an error of a
// tolerance.
func (r *Renderer) lookOf(pass *crowdPass, list *crowdstore.List, part *crowdPart, tolerance float32) crowdLook {
	look := crowdLook{part.mesh.detail.level(tolerance / part.scale), r.isFar(list.Kind, tolerance)}
	if pass.shadow && r.Style.PixelError > 0 {
		scale := part.scale * list.Scale
		look.level = max(look.level, part.mesh.detail.level(shadowTexelError*pass.texel/scale))
	}
	return look
}

// drawCrowdPart draws a part of the members from first to before end: once, or, while one level of
// detail replaces another, at both.
func (r *Renderer) drawCrowdPart(pass *crowdPass, s *segment, part *crowdPart, first, end int) {
	look := r.lookOf(pass, s.list, part, s.list.Tolerance)
	switch s.list.Fade {
	case crowdstore.FadeNone:
		r.drawCrowdLook(pass, s, part, first, end, look, 0)
	case crowdstore.FadeOut:
		r.drawCrowdLook(pass, s, part, first, end, look, -1)
	case crowdstore.FadeIn:
		r.drawCrowdLook(pass, s, part, first, end, look, 1)
	case crowdstore.FadeBoth:
		coarser := r.lookOf(pass, s.list, part, s.list.Coarser)
		if coarser.level == look.level && (pass.shadow || coarser.isFar == look.isFar) {
			r.drawCrowdLook(pass, s, part, first, end, coarser, 0)
			return
		}
		r.drawCrowdLook(pass, s, part, first, end, look, -1)
		r.drawCrowdLook(pass, s, part, first, end, coarser, 1)
	}
}

// drawCrowdLook draws a part of the members from first to before end in one way. fading is 1 for a
// level of detail that replaces another, -1 for the one that it replaces, or 0.
func (r *Renderer) drawCrowdLook(pass *crowdPass, s *segment, part *crowdPart, first, end int, look crowdLook,
	fading int32,
) {
	d := r.device
	from, members, listed := r.crowd.showing(s.list, part.hidden, first, end)
	if members == 0 {
		return
	}
	index := first - s.first
	if listed {
		index = -s.first
	}
	method := part.method(&r.Style)
	levelRig := &s.list.Kind.Rigs[s.list.Level]
	entry, remap := levelRig.Skin(part.skin)
	if part.rigid {
		entry, remap = r.crowd.store.Entry(levelRig, part.skin, part.paletteIndex), 0
	}
	r.crowd.numbers = append(r.crowd.numbers[:0], int32(s.base),
		int32(bits.TrailingZeros(uint(r.crowd.pages[s.page].width))),
		int32(levelRig.Entries), int32(index), int32(entry), int32(remap),
		int32(part.weights), int32(from), fading)
	for i := range part.mesh.primitives {
		p := &part.mesh.primitives[i]
		material, indices := r.materialOf(p), p.levels[look.level]
		if !pass.draws(material.alphaMode) || indices.count == 0 || pass.shadow && p.mode != gpu.Triangles {
			continue
		}
		programs := pass.programs
		if look.isFar && !pass.shadow && material.shadesVertices() && p.mode == gpu.Triangles {
			programs = &r.crowd.far
		}
		toon := p.toonOf(material)
		if pass.shadow {
			toon = nil
			if material.alphaMode == mesh.AlphaOpaque && fading == 0 {
				programs = &r.crowd.opaqueShadow
			}
		}
		if next := r.useFor(toon != nil, programs.of(method), r.crowd.toon.of(method), pass.program); next != pass.program {
			pass.program = next
			d.Uniform1i(next.cascade, int32(pass.cascade))
		}
		d.Uniform1iv(pass.program.crowdMesh, r.crowd.numbers)
		material.bind(d)
		setFaces(d, material, s.list.Mirrored != part.mirrored)
		p.array.bind(d, r.contexts)
		r.bindInstances(0) // the shader reads none, but WebGL wants memory for every attribute that is enabled
		if p.morphs != nil {
			p.morphs.bind(unitMorphTargets)
		}
		influences := influencesOf(p, part.rigid, method)
		if look.isFar {
			influences = min(influences, 2) // the others move a vertex by a part of a pixel
		}
		d.Uniform1i(pass.program.influences, influences)
		d.Uniform1i(pass.program.morphCount, p.targets)
		d.Uniform1i(pass.program.morphTexels, p.morphTexels)
		d.Uniform1i(pass.program.vertexCount, p.vertices)
		pass.program.setMaterialValues(nil, p.index)
		d.BindBuffer(gpu.Indices, indices.buffer)
		r.drawElements(p, indices.count, members)
		if toon != nil && toon.outlines {
			r.beginOutline(pass.program)
			r.drawElements(p, indices.count, members)
			r.endOutline(pass.program)
		}
	}
}
