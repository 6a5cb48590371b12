package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems/internal/appearance"
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
	current   int            // page to which palettes are added
	shown     []addedPalette // of the present character
	widened   []float32      // palettes of this frame that a build changed
}

// addedPalette is a palette in the upload of this frame. Only palettes of characters that are drawn
// are uploaded.
type addedPalette struct {
	skin        assets.SkinID
	page, texel int // its page and first texel
}

// reset begins a frame. The first page starts with [identityPalette].
func (p *palettes) reset() {
	for _, page := range p.pages {
		page.reset()
	}
	p.current, p.widened = 0, p.widened[:0]
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

// begin begins a character.
func (p *palettes) begin() { p.shown = p.shown[:0] }

// add adds the palette of the present character for a skin to the upload, unless it is there, and
// returns its page and first texel. Bones, if there are some, widen it by a build. It returns an
// error if the palette exceeds the driver's limit.
func (p *palettes) add(skin assets.SkinID, palette []float32, bones []appearance.Bone,
	build float32,
) (page, texel int, err error) {
	for i := len(p.shown) - 1; i >= 0; i-- {
		if a := &p.shown[i]; a.skin == skin {
			return a.page, a.texel, nil
		}
	}
	texels := len(palette) / 4
	if texels > p.maxTexels-matrixTexels {
		return 0, 0, fmt.Errorf("expected a palette of at most %d texels, which fit into a texture, found %d, of %d "+
			"matrices", p.maxTexels, texels, texels/matrixTexels)
	}
	if p.maxTexels-p.pages[p.current].used < texels {
		if p.current++; p.current == len(p.pages) {
			p.addPage()
		}
	}
	if bones != nil {
		first := len(p.widened)
		p.widened = append(p.widened, palette...) // earlier ones stay where the upload reads them
		palette = p.widened[first:]
		for i := range bones {
			bones[i].Widen((*rig.Matrix)(palette[i*rig.MatrixSize:]), build)
		}
	}
	page, texel = p.current, p.pages[p.current].add(palette)
	p.shown = append(p.shown, addedPalette{skin, page, texel})
	return page, texel, nil
}

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
