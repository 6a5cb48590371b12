package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// matrixTexels is how many texels a matrix takes: its rows.
const matrixTexels = 3

// identityPalette is the palette of meshes that no joint moves.
var identityPalette = func() []float32 { m := rig.IdentityMatrix(); return m[:] }()

// palettes holds the palettes of all pools in as few texture buffers ("pages") as the driver's limit allows: one, but for
// crowds beyond it.
type palettes struct {
	maxTexels int
	pages     []*stream
	newBuffer func() *textureBuffer
	regions   []*region
	inUse     int // of regions, in this frame
	frame     uint64
}

// region is where the palettes of one skin in one pool lie in this frame.
type region struct {
	pool   *ecs.Pool
	skin   assets.SkinID
	data   []float32
	texels int // a slot
	runs   []slotRun
}

// span is a run of slots of a region in one page.
type slotRun struct {
	first, slots, page, texel int
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

// area returns where the palettes of a part's skin lie, placing them when the frame meets them for the first time. It is nil
// while the pool has none.
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

// place notes all palettes of a skin for upload, straight from the pool's memory, and returns where they will lie. It fails
// when the driver's limit is below a single palette.
func (p *palettes) addRegion(pool *ecs.Pool, skin assets.SkinID, data []float32) (*region, error) {
	slots := pool.Len()
	texels := len(data) / slots / 4
	if texels > p.maxTexels-matrixTexels {
		return nil, fmt.Errorf("a palette of %d matrices takes %d texels, too many for a texture buffer of %d",
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
			at := page.add(data[first*texels*4 : (first+n)*texels*4])
			r.runs = append(r.runs, slotRun{first, n, i, at})
			first += n
		}
	}
	return r, nil
}

// at returns the page and the first texel of a slot's palette.
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
