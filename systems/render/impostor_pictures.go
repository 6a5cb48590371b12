package render

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/sha256"
	"github.com/sinew-go/sinew/systems/internal/appearance"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// impostorViews is what the pictures of a part and a clip show.
type impostorViews struct {
	half    mgl32.Vec3   // width, height and depth, in units of model space
	centers []mgl32.Vec3 // by phase
	// edges are where what a picture shows begins and ends: to the left, below, to the right and
	// above, from its center, in units of model space. Those of a phase follow each other, one for
	// each direction.
	edges []mgl32.Vec4
}

// pictureSpace returns the vectors of a picture as the shader does: to its right, upward, and toward
// the viewer.
func pictureSpace(direction int) mgl32.Mat3 {
	azimuth, elevation := 2*math.Pi/12*float64(direction%12), math.Pi/36
	if direction >= 12 {
		elevation = math.Pi / 4
	}
	sin, cos := math.Sincos(azimuth)
	right := mgl32.Vec3{float32(cos), 0, float32(-sin)}
	toward := mgl32.Vec3{
		float32(sin * math.Cos(elevation)), float32(math.Sin(elevation)), float32(cos * math.Cos(elevation)),
	}
	return mgl32.Mat3FromCols(right, toward.Cross(right), toward)
}

// impostorPose is a clip as its pictures show it.
type impostorPose struct {
	phases  int
	entries []rig.Matrix // of all phases
	views   []impostorViews
}

// newImpostors makes the pictures of a kind: of as many clips as there is memory for.
func (r *Renderer) newImpostors(kind *crowdstore.Kind, known *crowdModel) (*impostors, error) {
	store := r.crowd.store
	s := &impostors{whole: store.Clips(kind), parts: make([]impostorPart, len(known.parts))}
	poses := make([]impostorPose, s.whole)
	largest := make([]mgl32.Vec3, len(known.parts))
	for clip := range poses {
		pose := &poses[clip]
		r.poseImpostor(kind, known, pose, store.ClipTexel(kind, clip))
		for i := range known.parts {
			for axis, half := range pose.views[i].half {
				largest[i][axis] = max(largest[i][axis], half)
			}
		}
	}
	tallest := float32(0)
	for i := range largest {
		tallest = max(tallest, largest[i][1])
	}
	texels := 0 // of the pictures of a phase
	for i := range s.parts {
		p := &s.parts[i]
		for axis := range p.size {
			wanted := int(math.Ceil(float64(largest[i][axis] / tallest * impostorTexels / impostorStep)))
			p.size[axis] = min(max(impostorStep*wanted, impostorStep), impostorTexels)
		}
		texels += p.size[0] * p.size[1] * impostorDirections
	}
	room := maxImpostorBytes
	for _, other := range r.crowd.models {
		if other.impostors != nil {
			room -= other.impostors.bytes
		}
	}
	for _, pose := range poses {
		const bytesPerTexel = 2 * 4 * 4 / 3.0 // of two textures with their levels
		bytes := int(bytesPerTexel * float32(pose.phases*texels))
		if s.bytes+bytes > room {
			break
		}
		s.clips++
		s.bytes += bytes
	}
	girth := appearance.Girth(kind.Model, r.library)
	var table []float32
	for i := range s.parts {
		p := &s.parts[i]
		p.look = largestPrimitive(known.parts[i].mesh)
		p.place(poses[:s.clips], min(impostorWidth, r.device.Limits().TextureSize))
		p.table = len(table) / 4
		table = append(table, make([]float32, 4*s.clips)...)
		for clip := range p.clips {
			c, v := &p.clips[clip], &poses[clip].views[i]
			c.table = len(table) / 4
			table[4*(p.table+clip)] = float32(c.table)
			table = append(table, float32(c.at[0]), float32(c.at[1]), float32(c.phases), 0,
				v.half[0], v.half[1], v.half[2], min(girth, v.half[0]))
			for _, center := range v.centers {
				table = append(table, center[0], center[1], center[2], 0)
			}
			for _, e := range v.edges {
				table = append(table, e[:]...)
			}
		}
	}
	if s.clips == 0 {
		return s, nil
	}
	return s, r.drawImpostorPictures(kind, known, s, poses[:s.clips], table)
}

// place gives each clip its place in textures of a width at most: beside the one before, or else
// above it.
func (p *impostorPart) place(poses []impostorPose, most int) {
	x, y, tall := 0, 0, p.size[1]*impostorDirections
	for i := range poses {
		width := p.size[0] * poses[i].phases
		if x+width > most {
			x, y = 0, y+tall
		}
		p.clips = append(p.clips, impostorClip{at: [2]int{x, y}, phases: poses[i].phases})
		x += width
		p.width, p.height = max(p.width, x), y+tall
	}
}

// poseImpostor decides at how many phases a clip has pictures, by its first texel, and measures what
// these show.
func (r *Renderer) poseImpostor(kind *crowdstore.Kind, known *crowdModel, pose *impostorPose, clip int) {
	poseAt := func(phases int) {
		pose.phases, pose.entries, pose.views = phases, pose.entries[:0], nil
		for phase := range phases {
			pose.entries = r.crowd.store.Entries(pose.entries, &kind.Rigs[0], clip, float32(phase)/float32(phases-1))
		}
	}
	poseAt(measuredPhases)
	farthest := float32(0) // way of a vertex
	texel := 2 * kind.Reach.Radius / impostorTexels
	for i := range known.parts {
		var ways []float32
		var before []mgl32.Vec3
		for phase := range measuredPhases {
			points := r.impostorPoints(kind, &known.parts[i], pose, phase, 40)
			ways = slices.Grow(ways, len(points))[:len(points)]
			for k := range before {
				ways[k] += points[k].Sub(before[k]).Len()
				farthest = max(farthest, ways[k])
			}
			before = points
		}
	}
	poseAt(int(min(max(2, 1+math.Ceil(float64(farthest/(phaseTexels*texel)))), maxPhases)))
	for i := range known.parts {
		pose.views = append(pose.views, r.measureImpostor(kind, &known.parts[i], pose))
	}
}

// largestPrimitive returns the primitive of a mesh with the most triangles.
func largestPrimitive(m *gpuMesh) (largest int) {
	for i := range m.primitives {
		if m.primitives[i].levels[0].count > m.primitives[largest].levels[0].count {
			largest = i
		}
	}
	return largest
}

// measuredVertices is about how many vertices of a primitive decide what its pictures show, and
// measuredMargin what they show beyond those, as a fraction of their size.
const (
	measuredVertices = 500
	measuredMargin   = 0.06
)

// impostorPoints returns about so many vertices of each primitive of a part at a phase, in model
// space.
func (r *Renderer) impostorPoints(kind *crowdstore.Kind, part *crowdPart, pose *impostorPose, phase, about int) (
	points []mgl32.Vec3,
) {
	levelRig, store := &kind.Rigs[0], r.crowd.store
	of := pose.entries[phase*levelRig.Entries:][:levelRig.Entries]
	at := func(index int) *rig.Matrix { return &of[store.Entry(levelRig, part.skin, index)] }
	for i := range part.mesh.source.Primitives {
		p := &part.mesh.source.Primitives[i]
		for k := 0; k < len(p.Positions); k += 1 + len(p.Positions)/about {
			points = append(points, skinnedPoint(p, k, part, at))
		}
	}
	return points
}

// measureImpostor returns what the pictures of a part show.
func (r *Renderer) measureImpostor(kind *crowdstore.Kind, part *crowdPart, pose *impostorPose) (v impostorViews) {
	for phase := range pose.phases {
		points := r.impostorPoints(kind, part, pose, phase, measuredVertices)
		box := emptyBox
		for _, point := range points {
			for axis := range 3 {
				box.Min[axis], box.Max[axis] = min(box.Min[axis], point[axis]), max(box.Max[axis], point[axis])
			}
		}
		center := box.Min.Add(box.Max).Mul(0.5)
		v.centers = append(v.centers, center)
		for direction := range impostorDirections {
			toPicture := pictureSpace(direction).Transpose()
			shown := emptyBox
			for _, point := range points {
				at := toPicture.Mul3x1(point.Sub(center))
				for axis := range 3 {
					v.half[axis] = max(v.half[axis], at[axis], -at[axis])
					shown.Min[axis], shown.Max[axis] = min(shown.Min[axis], at[axis]), max(shown.Max[axis], at[axis])
				}
			}
			v.edges = append(v.edges, mgl32.Vec4{shown.Min[0], shown.Min[1], shown.Max[0], shown.Max[1]})
		}
	}
	for i := range v.edges {
		for side := range v.edges[i] {
			margin := measuredMargin * v.half[side%2]
			if side < 2 {
				margin = -margin
			}
			v.edges[i][side] += margin
		}
	}
	least := 1e-6 * kind.Reach.Radius
	for axis := range v.half {
		v.half[axis] = max(v.half[axis]*(1+measuredMargin), least)
	}
	return v
}

// skinnedPoint returns a vertex in model space, by linear blending.
func skinnedPoint(p *mesh.Primitive, vertex int, part *crowdPart, at func(index int) *rig.Matrix) (sum mgl32.Vec3) {
	if part.rigid || p.Influences == 0 {
		return at(part.paletteIndex).Point(p.Positions[vertex])
	}
	for k := vertex * p.Influences; k < (vertex+1)*p.Influences; k++ {
		if p.Joints[k] != mesh.NoInfluence && p.Weights[k] != 0 {
			sum = sum.Add(at(int(p.Joints[k])).Point(p.Positions[vertex]).Mul(p.Weights[k]))
		}
	}
	return sum
}

// pictureTarget is the textures that pictures are drawn to at twice their size.
type pictureTarget struct {
	colors, normals gpu.Texture
	depth           gpu.Renderbuffer
	framebuffer     gpu.Framebuffer
	width, height   int
}

func newPictureTexture(d gpu.Device, format gpu.Format, width, height int, smaller gpu.Filter) gpu.Texture {
	t := d.CreateTexture()
	d.BindTexture(unitPicture, t)
	mag := gpu.Nearest
	if smaller != gpu.Nearest {
		mag = gpu.Linear
	}
	d.TexSampling(unitPicture, gpu.Sampling{Min: smaller, Mag: mag, WrapU: gpu.ClampToEdge, WrapV: gpu.ClampToEdge})
	d.ResetPixels()
	d.TexImage(unitPicture, format, width, height, nil)
	return t
}

// newPictureTarget makes a target for the pictures of a clip of a part.
func newPictureTarget(d gpu.Device, p *impostorPart) (*pictureTarget, error) {
	t := &pictureTarget{height: 2 * p.size[1] * impostorDirections}
	for i := range p.clips {
		t.width = max(t.width, 2*p.size[0]*p.clips[i].phases)
	}
	if most := min(d.Limits().TextureSize, d.Limits().RenderbufferSize); max(t.width, t.height) > most {
		return nil, fmt.Errorf("expected textures of at most %d texels, found %dx%d", most, t.width, t.height)
	}
	t.colors = newPictureTexture(d, gpu.SRGBAlpha8, t.width, t.height, gpu.Nearest)
	t.normals = newPictureTexture(d, gpu.RGBA8, t.width, t.height, gpu.Nearest)
	t.depth = d.CreateRenderbuffer(gpu.Depth24, 1, t.width, t.height)
	t.framebuffer = d.CreateFramebuffer()
	d.BindFramebuffer(t.framebuffer, t.framebuffer)
	d.AttachColors(t.colors, t.normals)
	d.AttachRenderbuffer(t.depth, true)
	if err := framebufferError(d); err != nil {
		t.delete(d)
		return nil, err
	}
	return t, nil
}

func (t *pictureTarget) delete(d gpu.Device) {
	d.DeleteFramebuffer(t.framebuffer)
	d.DeleteRenderbuffer(t.depth)
	d.DeleteTexture(t.colors)
	d.DeleteTexture(t.normals)
}

// drawImpostorPictures draws the pictures of a kind.
func (r *Renderer) drawImpostorPictures(kind *crowdstore.Kind, known *crowdModel, s *impostors,
	poses []impostorPose, table []float32,
) error {
	d := r.device
	if _, err := r.crowd.uploadData(); err != nil {
		return err
	}
	s.table = newTexels(d, gpu.RGBA32F)
	s.table.fill(gpu.Bytes(append(table, make([]float32, 4*wholeRows(len(table)/4)-len(table))...)))
	var rows [3]*texels
	defer func() {
		for _, row := range rows {
			row.delete()
		}
	}()
	for i := range rows {
		rows[i] = newTexels(d, gpu.RGBA32F)
		data := make([]float32, 0, 4*texelsPerRow)
		for clip := range poses {
			for k := range poses[clip].entries {
				data = append(data, poses[clip].entries[k][4*i:4*i+4]...)
			}
		}
		rows[i].fill(gpu.Bytes(append(data, make([]float32, 4*wholeRows(len(data)/4)-len(data))...)))
	}
	// What the rest of the frame expects of these is set afterward.
	r.crowd.data.bind(unitCrowdData)
	r.setState()
	for i := range s.parts {
		if err := r.makePartPictures(kind, known, s, i, poses, rows); err != nil {
			s.delete(d)
			return err
		}
	}
	d.FrontFace(false)
	return nil
}

// makePartPictures makes the pictures of a part: it reads those that the folder of the library's
// cache keeps, or else draws them.
func (r *Renderer) makePartPictures(kind *crowdstore.Kind, known *crowdModel, s *impostors, index int,
	poses []impostorPose, rows [3]*texels,
) error {
	d, part, p := r.device, &known.parts[index], &s.parts[index]
	if most := d.Limits().TextureSize; p.height > most {
		return fmt.Errorf("expected textures of at most %d texels, found %dx%d", most, p.width, p.height)
	}
	p.colors = newPictureTexture(d, gpu.SRGBAlpha8, p.width, p.height, gpu.LinearMipmapsLinear)
	p.normals = newPictureTexture(d, gpu.RGBA8, p.width, p.height, gpu.LinearMipmapsLinear)
	var key [sha256.Size]byte
	if r.cache.store() != nil {
		key = r.pictureKey(kind, part, p, poses, index)
		p.kept = r.readPictures(p, key[:])
	}
	if !p.kept {
		if err := r.drawPartPictures(kind, part, s, p, rows); err != nil {
			return err
		}
		if r.cache.store() != nil {
			r.keepPictures(p, key[:])
		}
	}
	for _, t := range [2]gpu.Texture{p.colors, p.normals} {
		d.BindTexture(unitPicture, t)
		d.GenerateMipmap(unitPicture)
	}
	return r.check("making pictures of small members")
}

// drawPartPictures draws the pictures of a part into its textures.
func (r *Renderer) drawPartPictures(kind *crowdstore.Kind, part *crowdPart, s *impostors, p *impostorPart,
	rows [3]*texels,
) error {
	d, c := r.device, r.crowd
	atlas := d.CreateFramebuffer()
	defer d.DeleteFramebuffer(atlas)
	d.BindFramebuffer(atlas, atlas)
	d.AttachColors(p.colors, p.normals)
	if err := framebufferError(d); err != nil {
		return err
	}
	target, err := newPictureTarget(d, p)
	if err != nil {
		return err
	}
	defer target.delete(d)
	first := 0 // phase of all clips
	for i := range p.clips {
		clip := &p.clips[i]
		d.BindFramebuffer(target.framebuffer, target.framebuffer)
		width := p.size[0] * clip.phases
		d.Viewport(0, 0, target.width, target.height)
		d.DepthMask(true)
		d.Enable(gpu.DepthTest)
		d.Clear(true, true)
		d.Viewport(0, 0, 2*width, target.height)
		bindTable(d, s.table)
		for i, unit := range [3]uint32{unitCrowdRow0, unitCrowdRow1, unitCrowdRow2} {
			d.BindSampler(unit, 0)
			rows[i].bind(unit)
		}
		r.drawClipPictures(kind, part, clip, first)
		first += clip.phases

		d.BindFramebuffer(atlas, atlas)
		d.Viewport(clip.at[0], clip.at[1], width, p.size[1]*impostorDirections)
		d.Disable(gpu.DepthTest)
		d.Disable(gpu.FaceCulling)
		c.reduce.use()
		d.Uniform1iv(c.reduce.impostor, append(c.numbers[:0], int32(clip.at[0]), int32(clip.at[1]), 0, 0, 0, 0, 0, 0))
		bindPictures(d, target.colors, target.normals)
		r.emptyArray.bind(d, r.contexts)
		d.DrawArrays(gpu.Triangles, 3, 1)
	}
	return nil
}

// pictureError is the tolerance of levels of detail in pictures, in texels of what is drawn at twice
// the size.
const pictureError = 0.5

// pictureErrorOf returns that tolerance in units of the mesh of a part.
func pictureErrorOf(kind *crowdstore.Kind, part *crowdPart) float32 {
	texel := 2 * kind.Reach.Radius / (2 * impostorTexels)
	return pictureError * texel / part.scale
}

// drawClipPictures draws the pictures of a clip of a part, whose first phase has a number in those
// of all clips.
func (r *Renderer) drawClipPictures(kind *crowdstore.Kind, part *crowdPart, clip *impostorClip, first int) {
	d, c := r.device, r.crowd
	levelRig := &kind.Rigs[0]
	entry, remap := levelRig.Skin(part.skin)
	if part.rigid {
		entry, remap = c.store.Entry(levelRig, part.skin, part.paletteIndex), 0
	}
	method := part.method(&r.Style)
	program := c.picture.of(method)
	program.use()
	const rowBits = 10 // texelsPerRow
	c.numbers = append(c.numbers[:0], int32(first*levelRig.Entries), rowBits, int32(levelRig.Entries), 0,
		int32(entry), int32(remap), 0, 0)
	d.Uniform1iv(program.crowdMesh, c.numbers)
	level := part.mesh.detail.level(pictureErrorOf(kind, part))
	for i := range part.mesh.primitives {
		p := &part.mesh.primitives[i]
		material, indices := r.materialOf(p), p.levels[level]
		if indices.count == 0 {
			continue
		}
		material.bind(d)
		setFaces(d, material, part.mirrored)
		p.array.bind(d, r.contexts)
		r.bindInstances(0)
		d.Uniform1i(program.influences, influencesOf(p, part.rigid, method))
		d.Uniform1i(program.morphCount, 0)
		d.Uniform1i(program.morphTexels, p.morphTexels)
		d.Uniform1i(program.vertexCount, p.vertices)
		d.BindBuffer(gpu.Indices, indices.buffer)
		for direction := range impostorDirections {
			c.numbers = append(c.numbers[:0], 0, 0, int32(clip.table), 0, 0, 0, int32(direction), 0)
			d.Uniform1iv(program.impostor, c.numbers)
			d.DrawElements(gpu.Triangles, indices.count, clip.phases)
		}
	}
}
