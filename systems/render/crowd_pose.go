package render

import (
	"fmt"
	"math/bits"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// maxPageRows bounds the memory of a page: 4 million entries of 48 bytes.
const maxPageRows = 4096

// posePage is three textures that the local pass or the pose pass draws to: the rows of the
// matrices of joints or entries. The rows of texels of entries continue each other.
type posePage struct {
	framebuffer   perContext[gpu.Framebuffer]
	rows          [3]gpu.Texture
	width, height int
	used          int // rows of texels in this frame
}

// segment is members of a list whose entries are in one page.
type segment struct {
	list       *crowdstore.List
	page       int
	first, end int // members, as indices in the entries of crowdstore.Collected
	base       int // first texel in the page; it begins a row
	localRow   int // the first row in the page of local matrices
}

// localRows returns how many rows of texels the local matrices of members take, and how many
// members are beside each other there.
func localRows(members, joints, width int) (rows, beside int) {
	if joints == 0 {
		return 0, 1
	}
	beside = max(1, width/joints)
	return (members + beside - 1) / beside * ((joints + width - 1) / width), beside
}

// divide gives each list its place in a page, and more than one to those that do not fit.
func (c *crowd) divide() error {
	width := 1 << (bits.Len(uint(min(c.pageSize, texelsPerRow))) - 1)
	height := min(c.pageSize, maxPageRows)
	page, row, localRow := 0, 0, 0
	for _, list := range c.collected.Lists {
		if list.Impostors {
			continue // they need no matrices
		}
		rig := &list.Kind.Rigs[list.Level]
		texels := rig.Entries // of a member
		each, beside := localRows(1, rig.Joints, width)
		if texels > width*height || each > height {
			return fmt.Errorf("model %q: expected members of at most %d matrices, which fit into a texture of "+
				"%dx%d texels, found %d", list.Kind.Model.Name, width*height, width, height, max(texels, rig.Joints))
		}
		for first := list.First; first < list.End; {
			fit := (height - row) * width / texels
			if each > 0 {
				fit = min(fit, (height-localRow)/each*beside)
			}
			if fit == 0 {
				page, row, localRow = page+1, 0, 0
				continue
			}
			end := min(list.End, first+fit)
			c.segments = append(c.segments, segment{list, page, first, end, row * width, localRow})
			row += ((end-first)*texels + width - 1) / width
			rows, _ := localRows(end-first, rig.Joints, width)
			localRow += rows
			first = end
			c.reserve(page, width, row, localRow)
		}
	}
	return nil
}

// reserve notes how many rows of a page of entries and of that of local matrices a frame needs.
func (c *crowd) reserve(page, width, rows, localRows int) {
	for page >= len(c.pages) {
		c.pages, c.locals = append(c.pages, &posePage{width: width}), append(c.locals, &posePage{width: width})
	}
	c.pages[page].used, c.locals[page].used = rows, localRows
}

// resize allocates the rows that a page needs.
func (c *crowd) resize(p *posePage) error {
	if p.used <= p.height {
		return nil
	}
	d := c.device
	height := min(max(p.used, p.height*3/2), max(p.used, min(c.pageSize, maxPageRows)))
	p.delete(d, c.contexts)
	p.height, c.grew = height, true
	for i := range p.rows {
		p.rows[i] = d.CreateTexture()
		d.BindTexture(unitPicture, p.rows[i])
		d.TexSampling(unitPicture, gpu.Sampling{
			Min: gpu.Nearest, Mag: gpu.Nearest, WrapU: gpu.ClampToEdge,
			WrapV: gpu.ClampToEdge,
		})
		d.ResetPixels()
		d.TexImage(unitPicture, gpu.RGBA32F, p.width, height, nil)
	}
	p.bindFramebuffer(d, c.contexts)
	if status := d.FramebufferStatus(); status != 0 {
		p.delete(d, c.contexts)
		return fmt.Errorf("textures of %dx%d texels for the poses of a crowd: incomplete framebuffer: status %#x",
			p.width, height, status)
	}
	return nil
}

// bindFramebuffer binds the framebuffer of the current context, which it makes if need be.
func (p *posePage) bindFramebuffer(d gpu.Device, c *contexts) {
	framebuffer, ok := p.framebuffer.get(c)
	if !ok {
		framebuffer = d.CreateFramebuffer()
		p.framebuffer.set(c, framebuffer)
	}
	d.BindFramebuffer(framebuffer, framebuffer)
	if !ok {
		d.AttachColors(p.rows[:]...)
	}
}

func (p *posePage) delete(d gpu.Device, c *contexts) {
	p.framebuffer.free(c, d.DeleteFramebuffer)
	for _, t := range p.rows {
		d.DeleteTexture(t)
	}
	p.rows, p.height = [3]gpu.Texture{}, 0
}

// bind makes a page the textures that the meshes of a crowd, or the pose pass, read.
func (c *crowd) bind(p *posePage) {
	for i, unit := range [3]uint32{unitCrowdRow0, unitCrowdRow1, unitCrowdRow2} {
		c.device.BindTexture(unit, p.rows[i])
	}
}

// drawPoses runs the local pass, a rectangle for each member that shows more than one clip, and the
// pose pass, a rectangle for each segment.
func (r *Renderer) drawPoses() error {
	c, d := r.crowd, r.device
	if c.store == nil || len(c.segments) == 0 {
		return nil
	}
	for i, page := range c.pages {
		for _, p := range [...]*posePage{page, c.locals[i]} {
			if err := c.resize(p); err != nil {
				return fmt.Errorf("render: %w", err)
			}
			p.used = 0
		}
	}
	d.ResetState()
	d.Disable(gpu.DepthTest)
	r.emptyArray.bind(d, r.contexts)
	for unit := unitCrowdRow0; unit <= unitCrowdMembers; unit++ {
		d.BindSampler(unit, 0)
	}
	c.data.bind(unitCrowdData)
	c.records.bind(unitCrowdRecords)
	c.members.bind(unitCrowdMembers)
	c.local.use()
	bound := -1
	for i := range c.segments {
		s := &c.segments[i]
		page, joints := c.locals[s.page], s.list.Kind.Rigs[s.list.Level].Joints
		if joints == 0 {
			continue
		}
		if s.page != bound {
			page.bindFramebuffer(d, c.contexts)
			bound = s.page
		}
		rows, _ := localRows(s.end-s.first, joints, page.width)
		d.Viewport(0, s.localRow, page.width, rows)
		c.setList(c.local, s)
		d.DrawArrays(gpu.TriangleStrip, 4, s.end-s.first)
		r.stats.Draws++
	}
	c.pose.use()
	bound = -1
	for i := range c.segments {
		s := &c.segments[i]
		page, entries := c.pages[s.page], s.list.Kind.Rigs[s.list.Level].Entries
		if s.page != bound {
			page.bindFramebuffer(d, c.contexts)
			c.bind(c.locals[s.page])
			bound = s.page
		}
		texels := (s.end - s.first) * entries
		d.Viewport(0, s.base/page.width, page.width, (texels+page.width-1)/page.width)
		c.setList(c.pose, s)
		d.DrawArrays(gpu.Triangles, 3, 1)
		r.stats.Draws++
		r.stats.CrowdMatrices += texels - (s.end-s.first)*crowdstore.FirstPalette
	}
	return r.check("posing a crowd")
}

// setList tells a program about the members of a segment.
func (c *crowd) setList(p *program, s *segment) {
	page, rig := c.pages[s.page], &s.list.Kind.Rigs[s.list.Level]
	_, beside := localRows(1, rig.Joints, page.width)
	c.numbers = append(c.numbers[:0], int32(s.first), int32(s.end-s.first), int32(rig.Entries), int32(rig.Base),
		int32(s.base), int32(bits.TrailingZeros(uint(page.width))), int32(rig.Directory), int32(rig.Joints),
		int32(s.localRow), int32(beside))
	c.device.Uniform1iv(p.crowdList, c.numbers)
}
