package render

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// crowd draws the members of a crowd: entities whose poses the GPU computes, in the pose pass.
// Without a crowd in the world it holds nothing.
type crowd struct {
	device     gpu.Device
	contexts   *contexts
	resource   generic.Resource[crowdstore.Store]
	store      *crowdstore.Store // of this frame; nil without a crowd
	last       *crowdstore.Store // that the textures hold
	local      *program
	pose       *program
	mesh       skinPrograms
	far        skinPrograms // members that are lit at their vertices
	toon       skinPrograms // linked when something needs them
	toonNeeded bool         // a kind of members has toon shading
	shadow     skinPrograms
	// of opaque members that do not fade
	opaqueShadow skinPrograms
	impostor     *program
	// of the shadows of impostors, and of their pictures
	impostorShadow, reduce *program
	picture                skinPrograms
	collected              crowdstore.Collected
	view                   crowdstore.View
	models                 map[*crowdstore.Kind]*crowdModel
	segments               []segment
	errors                 func(*crowdstore.Kind) []float32 // returns those of a kind
	farKinds               []*crowdstore.Kind               // of which pictures are made in this frame
	bearers                []crowdstore.Bearer
	occluding              []occludingMember
	sizes                  []float32 // of members that occlude, by the number of a list

	data    *texels // clips and rigs
	epoch   uint64  // of the texels in data
	filled  int     // numbers in data
	records *texels
	mark    crowdstore.Mark
	dirty   []int32
	members *texels // those of this frame, and their carriers
	uniform gpu.Buffer
	block   []crowdBlock // one; allocated separately, as C must not receive memory that contains Go pointers
	numbers []int32      // of a uniform array

	farPixels, impostorPixels float32 // the constants, but for tests

	pageSize int         // largest width and height of a page
	pages    []*posePage // of entries
	locals   []*posePage // of local matrices of joints, one for each of entries
	grew     bool        // since the memory was last checked
}

// crowdBlock is the uniform block Crowd of the shaders, in their layout (std140).
type crowdBlock struct {
	time [4]uint32
}

func newCrowd(d gpu.Device, contexts *contexts, world *ecs.World, pageSize int) *crowd {
	return &crowd{
		device: d, contexts: contexts, resource: generic.NewResource[crowdstore.Store](world), pageSize: pageSize,
		farPixels: farPixels, impostorPixels: impostorPixels,
		block: make([]crowdBlock, 1), numbers: make([]int32, 0, 10),
		models:  map[*crowdstore.Kind]*crowdModel{},
		bearers: make([]crowdstore.Bearer, 0, MaxLights), occluding: make([]occludingMember, 0, mostOccludingMembers+1),
	}
}

// begin brings the crowd up to date with the world, if there is one.
func (c *crowd) begin(r *Renderer) error {
	c.store, c.segments = nil, c.segments[:0]
	if !c.resource.Has() {
		return nil
	}
	store := c.resource.Get()
	if err := store.Sync(); err != nil {
		return err
	}
	if store.Len() == 0 {
		return nil
	}
	if err := c.allocate(r); err != nil {
		return err
	}
	if c.store = store; store != c.last {
		c.last, c.epoch, c.mark = store, 0, crowdstore.Mark{}
	}
	if c.epoch != store.Epoch() {
		c.forgetModels(func(*crowdstore.Kind, *crowdModel) bool { return true }) // the store has other kinds now
	}
	store.Begin(&c.collected)
	return nil
}

// allocate makes the shader programs and textures.
func (c *crowd) allocate(r *Renderer) error {
	if c.pose != nil {
		return nil
	}
	pose, err := newProgram(c.device, shaderFiles, crowdPoseSource)
	if err == nil {
		c.local, err = newProgram(c.device, shaderFiles, crowdLocalSource)
	}
	if err == nil {
		err = c.mesh.link(r, crowdMeshSource)
	}
	if err == nil {
		err = c.far.link(r, crowdFarSource)
	}
	if err == nil {
		err = c.shadow.link(r, crowdShadowSource)
	}
	if err == nil {
		err = c.opaqueShadow.link(r, crowdOpaqueShadowSource)
	}
	if err == nil {
		err = c.picture.link(r, pictureSource)
	}
	for _, p := range []struct {
		program **program
		source  programSource
	}{
		{&c.impostor, impostorSource},
		{&c.impostorShadow, impostorShadowSource},
		{&c.reduce, pictureReduceSource},
	} {
		if err == nil {
			*p.program, err = r.newProgram(p.source)
		}
	}
	if err != nil {
		pose.delete()
		c.deletePrograms()
		return err
	}
	c.pose = pose
	c.data, c.records, c.members = newTexels(c.device, gpu.RGBA32F), newTexels(c.device, gpu.RGBA32UI),
		newTexels(c.device, gpu.RGBA32UI)
	c.uniform = c.device.CreateBuffer()
	return nil
}

// addCrowdBounds extends the box around everything that may cast a shadow by the members near the
// camera.
func (r *Renderer) addCrowdBounds() {
	if r.crowd.store == nil {
		return
	}
	reach := maxShadowRadius(&r.camera)
	for i := range r.crowd.collected.Spheres {
		s := &r.crowd.collected.Spheres[i]
		if s[3] < 0 || holds(&r.bounds, s) {
			continue
		}
		if at := (sphere{s.Vec3(), s[3]}); !at.isLost() && at.center.Sub(r.camera.Target).Len()-at.radius <= reach {
			r.bounds = enclose(r.bounds, at)
		}
	}
}

// holds reports whether a sphere is in a box.
func holds(box *assets.Box, s *mgl32.Vec4) bool {
	return s[0]-s[3] >= box.Min[0] && s[0]+s[3] <= box.Max[0] &&
		s[1]-s[3] >= box.Min[1] && s[1]+s[3] <= box.Max[1] &&
		s[2]-s[3] >= box.Min[2] && s[2]+s[3] <= box.Max[2]
}

// boundCrowd extends a box by the members of the crowd.
func (r *Renderer) boundCrowd(bounds *assets.Box) {
	if r.crowd.resource.Has() && r.crowd.resource.Get().Sync() == nil {
		r.crowd.resource.Get().Begin(&r.crowd.collected)
		for _, s := range r.crowd.collected.Spheres {
			if at := (sphere{s.Vec3(), s[3]}); at.radius >= 0 && !at.isLost() {
				*bounds = enclose(*bounds, at)
			}
		}
	}
}

// casterHeight is the height, as a fraction of the image's, below which members of a crowd cast no
// shadow into the image from outside of it.
const casterHeight = 1.0 / 12

// gatherCrowd finds the members that the image or the shadow map shows, and where the pose pass
// writes their palettes.
func (r *Renderer) gatherCrowd(casting bool) error {
	c := r.crowd
	if c.store == nil {
		return nil
	}
	if c.errors == nil {
		c.errors = r.crowdErrors
	}
	c.view = crowdstore.View{
		Impostors: c.view.Impostors, Cascades: c.view.Cascades[:0],
		Image: r.view.planes, Shadow: r.cascades.list[0].volume.planes, Casting: casting, Eye: r.camera.Position,
		Light: r.frame.lightDirection.Vec3(), Floor: min(r.bounds.Min[1], r.Style.GroundHeight), CasterHeight: casterHeight,
		Tolerance: r.viewer.errorPerDistance,
		Height:    2 * float32(math.Tan(float64(r.camera.fieldOfView())/2)),
		Errors:    c.errors,
	}
	if err := r.prepareImpostors(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	for i := range r.cascades.count {
		without := &nowhere
		if finer := i + 1; finer < r.cascades.count {
			without = &r.cascades.list[finer].inner
		}
		c.view.Cascades = append(c.view.Cascades, crowdstore.Cascade{
			Shown: r.cascades.list[i].volume.planes, Without: without.planes,
		})
	}
	c.store.Collect(&c.collected, &c.view)
	for _, list := range c.collected.Lists {
		known, err := r.crowdModel(list.Kind)
		if err != nil {
			return fmt.Errorf("render: %w", err)
		}
		if list.Impostors {
			r.stats.Impostors += list.Shown - list.First
		}
		if known != nil && list.Fade != crowdstore.FadeIn { // those fade out of another list
			for i := range known.parts {
				_, count, _ := c.showing(list, known.parts[i].hidden, list.First, list.Shown)
				r.stats.Instances += count
			}
		}
	}
	for _, known := range c.models {
		if known.impostors != nil {
			r.stats.ImpostorBytes += known.impostors.bytes
		}
	}
	if err := c.divide(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	r.stats.Culled += c.collected.Culled
	r.stats.CulledCasters += c.collected.CulledCasters
	return nil
}

// upload sends what changed of clips, rigs and records to the GPU, and the members that are drawn.
// It returns the number of bytes.
func (c *crowd) upload() (bytes int, err error) {
	if c.store == nil || c.collected.Members == 0 {
		return 0, nil
	}
	if bytes, err = c.uploadData(); err != nil {
		return 0, err
	}
	if most := c.device.Limits().TextureSize * recordsPerRow; len(c.store.Records()) > most {
		return 0, fmt.Errorf("expected a crowd of at most %d members, which fit into a texture, found %d", most,
			c.store.Len())
	}
	bytes += c.uploadRecords()
	rows := wholeRows((len(c.collected.Entries)+3)/4) / texelsPerRow
	c.collected.Entries = append(c.collected.Entries, make([]uint32, 4*texelsPerRow*rows-len(c.collected.Entries))...)
	c.grew = c.grew || rows > c.members.rows
	c.members.fill(gpu.Bytes(c.collected.Entries))
	now := uint64(c.store.Now())
	c.block[0].time = [4]uint32{uint32(now), uint32(now >> 32)}
	c.device.BindBuffer(gpu.Uniforms, c.uniform)
	data := gpu.Bytes(c.block)
	c.device.BufferAllocate(gpu.Uniforms, len(data))
	c.device.BufferSubData(gpu.Uniforms, 0, data)
	c.device.BindUniformBuffer(bindingCrowd, c.uniform)
	return bytes + 4*len(c.collected.Entries) + len(data), nil
}

// uploadData sends the clips and rigs, if there are new ones.
func (c *crowd) uploadData() (bytes int, err error) {
	data := c.store.Data()
	if c.epoch == c.store.Epoch() && c.filled == len(data) {
		return 0, nil
	}
	rows := wholeRows(len(data)/4) / texelsPerRow
	if most := c.device.Limits().TextureSize; rows > most {
		return 0, fmt.Errorf("%w: expected at most %d, found %d", crowdstore.ErrTooManyTexels, most*texelsPerRow,
			len(data)/4)
	}
	whole := append(slices.Clone(data), make([]float32, 4*texelsPerRow*rows-len(data))...)
	c.data.fill(gpu.Bytes(whole))
	c.epoch, c.filled, c.grew = c.store.Epoch(), len(data), true
	return 4 * len(whole), nil
}

// recordsPerRow is the number of records in a row of their texture.
const recordsPerRow = texelsPerRow / crowdstore.RecordTexels

// maxGap is the number of unchanged records between two changed ones that are sent along, which is
// cheaper than two calls.
const maxGap = 16

// uploadRecords sends the records that changed.
func (c *crowd) uploadRecords() (bytes int) {
	records := c.store.Records()
	slots, few := c.store.Changes(&c.mark)
	rows := (len(records) + recordsPerRow - 1) / recordsPerRow
	if rows > c.records.rows || !few {
		c.device.BindTexture(unitPicture, c.records.texture)
		c.device.ResetPixels()
		if rows > c.records.rows {
			c.records.resize(min(max(rows, c.records.rows*3/2), max(rows, c.device.Limits().TextureSize)), nil)
			c.grew = true
		}
		return c.writeRecords(0, len(records))
	}
	if len(slots) == 0 {
		return 0
	}
	c.dirty = append(c.dirty[:0], slots...)
	slices.Sort(c.dirty)
	c.device.BindTexture(unitPicture, c.records.texture)
	c.device.ResetPixels()
	first, last := int(c.dirty[0]), int(c.dirty[0])
	for _, slot := range c.dirty[1:] {
		if int(slot) > last+maxGap {
			bytes += c.writeRecords(first, last+1)
			first = int(slot)
		}
		last = int(slot)
	}
	return bytes + c.writeRecords(first, last+1)
}

// writeRecords sends the records from first to before end.
func (c *crowd) writeRecords(first, end int) (bytes int) {
	const size = 4 * crowdstore.RecordWords
	records := gpu.Bytes(c.store.Records())
	for at := first; at < end; {
		row, column := at/recordsPerRow, at%recordsPerRow
		n, height := min(end-at, recordsPerRow-column), 1
		if column == 0 && end-at >= recordsPerRow {
			height = (end - at) / recordsPerRow
		}
		c.device.TexSub(unitPicture, gpu.RGBA32UI, column*crowdstore.RecordTexels, row,
			n*crowdstore.RecordTexels, height,
			records[at*size:(at+n*height)*size])
		at += n * height
	}
	return (end - first) * size
}

// deletePrograms frees all programs but that of the pose pass.
func (c *crowd) deletePrograms() {
	for _, p := range []*skinPrograms{&c.mesh, &c.far, &c.toon, &c.shadow, &c.opaqueShadow, &c.picture} {
		p.delete()
	}
	for _, p := range []**program{&c.local, &c.impostor, &c.impostorShadow, &c.reduce} {
		(*p).delete()
		*p = nil
	}
}

func (c *crowd) delete() {
	if c == nil {
		return
	}
	c.pose.delete()
	c.deletePrograms()
	c.forgetModels(func(*crowdstore.Kind, *crowdModel) bool { return true })
	c.data.delete()
	c.records.delete()
	c.members.delete()
	c.device.DeleteBuffer(c.uniform)
	for i, page := range c.pages {
		page.delete(c.device, c.contexts)
		c.locals[i].delete(c.device, c.contexts)
	}
}
