package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// matrixTexels is the number of texels of a matrix: its rows.
const matrixTexels = 3

// identityPalette is the palette of meshes without joints.
var identityPalette = func() []float32 { m := rig.IdentityMatrix(); return m[:] }()

// palettes holds the palettes of all pools in textures, called pages. There is one page, unless a
// crowd exceeds the driver's limit.
type palettes struct {
	maxTexels int
	pages     []*stream
	device    gpu.Device
	regions   []*region
	inUse     int // regions used in this frame
	current   int // page to which palettes are added
	frame     uint64
}

// paletteKey names the palettes of a skin in a pool.
type paletteKey struct {
	pool *ecs.Pool
	skin assets.SkinID
}

// region is the palettes of one skin in one pool, in this frame. Only palettes of characters that
// are drawn are uploaded.
type region struct {
	paletteKey
	data       []float32
	texels     int // per slot
	slot       int // of the palette that was added last, or -1
	page, base int // its page and first texel
}

// reset begins a frame. The first page starts with [identityPalette].
func (p *palettes) reset() {
	for _, page := range p.pages {
		page.reset()
	}
	p.inUse, p.current = 0, 0
	p.frame++
	if len(p.pages) == 0 {
		p.addPage()
	}
	p.pages[0].add(identityPalette)
}

func (p *palettes) addPage() *stream {
	page := newStream(p.device, gpu.RGBA32F)
	p.pages = append(p.pages, page)
	return page
}

// region returns the region of a part's skin. It returns nil while the pool has no palettes of the
// skin.
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
	r, err := p.addRegion(pool, part.skin, data)
	part.region, part.regionFrame = r, p.frame
	return r, err
}

// addRegion adds a region. It returns an error if a single palette exceeds the driver's limit.
func (p *palettes) addRegion(pool *ecs.Pool, skin assets.SkinID, data []float32) (*region, error) {
	texels := len(data) / pool.Len() / 4
	if texels > p.maxTexels-matrixTexels {
		return nil, fmt.Errorf("expected a palette of at most %d texels, which fit into a texture, found %d, of %d "+
			"matrices",
			p.maxTexels, texels, texels/matrixTexels)
	}
	if p.inUse == len(p.regions) {
		p.regions = append(p.regions, &region{})
	}
	r := p.regions[p.inUse]
	p.inUse++
	*r = region{paletteKey: paletteKey{pool, skin}, data: data, texels: texels, slot: -1}
	return r, nil
}

// add adds a slot's palette to the upload, unless it was added last, and returns its page and first
// texel.
func (p *palettes) add(r *region, slot int) (page, texel int) {
	if slot == r.slot {
		return r.page, r.base
	}
	if p.maxTexels-p.pages[p.current].used < r.texels {
		if p.current++; p.current == len(p.pages) {
			p.addPage()
		}
	}
	r.slot, r.page, r.base = slot, p.current, p.pages[p.current].add(r.palette(slot))
	return r.page, r.base
}

// palette returns a slot's palette.
func (r *region) palette(slot int) []float32 { return r.data[slot*r.texels*4 : (slot+1)*r.texels*4] }

// flush uploads the palettes and returns their number of bytes.
func (p *palettes) flush() (bytes int) {
	for _, page := range p.pages {
		if page.used > 0 {
			bytes += page.flush()
		}
	}
	return bytes
}

func (p *palettes) delete() {
	for _, page := range p.pages {
		page.delete()
	}
}
