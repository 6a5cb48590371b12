package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// matrixTexels is the number of texels of a matrix: its rows.
const matrixTexels = 3

// identityPalette is the palette of meshes without joints.
var identityPalette = func() []float32 { m := rig.IdentityMatrix(); return m[:] }()

// palettes holds the palettes of all pools in texture buffers, called pages. There is one page, unless a crowd exceeds
// the driver's limit.
type palettes struct {
	maxTexels int
	pages     []*stream
	newBuffer func() *textureBuffer
	regions   []*region
	inUse     int // regions used in this frame
	frame     uint64
}

// region is the location of all palettes of one skin in one pool, in this frame.
type region struct {
	pool   *ecs.Pool
	skin   assets.SkinID
	data   []float32
	texels int // per slot
	runs   []slotRun
}

// slotRun is consecutive slots of a region in one page.
type slotRun struct {
	first, slots int // range of slots
	page, texel  int // location of the first slot's palette
}

// reset begins a frame. The first page starts with [identityPalette].
func (p *palettes) reset() {
	for _, page := range p.pages {
		page.reset()
	}
	p.inUse = 0
	p.frame++
	if len(p.pages) == 0 {
		p.addPage()
	}
	p.pages[0].add(identityPalette)
}

func (p *palettes) addPage() *stream {
	page := &stream{buffer: p.newBuffer(), texelBytes: 16}
	p.pages = append(p.pages, page)
	return page
}

// region returns the region of a part's skin, which it adds to the upload when it is first used in a frame. It returns
// nil while the pool has no palettes of the skin.
func (p *palettes) region(pool *ecs.Pool, part *gpuPart) (*region, error) {
	if r := part.region; r != nil && part.regionFrame == p.frame && r.pool == pool {
		return r, nil
	}
	for _, r := range p.regions[:p.inUse] {
		if r.pool == pool && r.skin == part.skin {
			part.region, part.regionFrame = r, p.frame
			return r, nil
		}
	}
	data := pool.Palettes(part.skin)
	if data == nil {
		return nil, nil
	}
	return p.addRegion(pool, part.skin, data)
}

// addRegion adds all palettes of a skin to the upload. It returns an error if a single palette exceeds the driver's
// limit.
func (p *palettes) addRegion(pool *ecs.Pool, skin assets.SkinID, data []float32) (*region, error) {
	slots := pool.Len()
	texels := len(data) / slots / 4
	if texels > p.maxTexels-matrixTexels {
		return nil, fmt.Errorf("a palette of %d matrices takes %d texels, more than a texture buffer's %d",
			texels/matrixTexels, texels, p.maxTexels)
	}
	if p.inUse == len(p.regions) {
		p.regions = append(p.regions, &region{})
	}
	r := p.regions[p.inUse]
	p.inUse++
	r.pool, r.skin, r.data, r.texels, r.runs = pool, skin, data, texels, r.runs[:0]
	for first, i := 0, 0; first < slots; i++ {
		if i == len(p.pages) {
			p.addPage()
		}
		page := p.pages[i]
		n := min((p.maxTexels-page.used)/texels, slots-first)
		if n > 0 {
			texel := page.add(data[first*texels*4 : (first+n)*texels*4])
			r.runs = append(r.runs, slotRun{first, n, i, texel})
			first += n
		}
	}
	return r, nil
}

// location returns the page and the first texel of a slot's palette.
func (r *region) location(slot int) (page, texel int) {
	for _, s := range r.runs {
		if slot < s.first+s.slots {
			return s.page, s.texel + (slot-s.first)*r.texels
		}
	}
	return 0, 0
}

// palette returns a slot's palette.
func (r *region) palette(slot int) []float32 { return r.data[slot*r.texels*4 : (slot+1)*r.texels*4] }

func (p *palettes) flush() {
	for _, page := range p.pages {
		if page.used > 0 {
			page.flush()
		}
	}
}

func (p *palettes) delete() {
	for _, page := range p.pages {
		page.buffer.delete()
	}
}
