//go:build cgo

package view

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/math/fixed"

	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// overlay draws text over the window's image, on dark panels.
type overlay struct {
	face         font.Face
	status, help panel
}

// panel is a text as a texture.
type panel struct {
	text                 string
	texture, framebuffer uint32
	size                 image.Point
}

func newOverlay(scale float64) (*overlay, error) {
	if !(scale > 0) {
		scale = 1
	}
	face, err := newFace(13 * scale)
	if err != nil {
		return nil, err
	}
	return &overlay{face: face}, nil
}

// newFace returns a monospaced font of that size in pixels.
func newFace(size float64) (font.Face, error) {
	return sidebar.NewFace(gomono.TTF, size)
}

// listHeight prepares the list of keys and returns the height, in pixels, of the strip at the top
// of a window that is kept free for it: 0 if it is not wanted, and at most 3/5 of a window, which
// may cut it off.
func (o *overlay) listHeight(wanted bool, keys string, windowHeight int) int {
	if !wanted {
		return 0
	}
	o.help.set(o.face, keys)
	return min(o.help.size.Y, 3*windowHeight/5)
}

// draw draws the status at the lower left of the window's framebuffer, in a picture of some width,
// and the list of keys into a strip of that width and height at the top of the window, in which
// neither the scene nor the panel is drawn.
func (o *overlay) draw(picture, width, height int, status string, list int) {
	if list > 0 {
		fillRectangle(0, height-list, width, list, workbench.Background)
		o.help.blitTop(0, list, width, height)
	}
	o.status.set(o.face, status)
	o.status.blit(8, 8, picture, height)
}

// fillRectangle fills a rectangle of the window's framebuffer, whose lower left corner is at x, y.
func fillRectangle(x, y, width, height int, c color.RGBA) {
	if width < 1 || height < 1 {
		return
	}
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(int32(x), int32(y), int32(width), int32(height))
	gl.ClearColor(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	gl.Disable(gl.SCISSOR_TEST)
}

func (o *overlay) close() {
	o.status.free()
	o.help.free()
	_ = o.face.Close() // it holds memory only
}

// renderText returns an image of the text, light on dark, with a margin.
func renderText(face font.Face, text string) *image.RGBA {
	lines := strings.Split(text, "\n")
	metrics := face.Metrics()
	lineHeight, margin := metrics.Height.Ceil(), metrics.Height.Ceil()/2
	width := 0
	for _, line := range lines {
		width = max(width, font.MeasureString(face, line).Ceil())
	}
	m := image.NewRGBA(image.Rect(0, 0, width+2*margin, len(lines)*lineHeight+margin))
	draw.Draw(m, m.Rect, image.NewUniform(workbench.Background), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: m, Src: image.NewUniform(color.RGBA{226, 230, 236, 255}), Face: face}
	for i, line := range lines {
		pen.Dot = fixed.P(margin, margin/2+i*lineHeight+metrics.Ascent.Ceil())
		pen.DrawString(line)
	}
	return m
}

// set changes the panel's text.
func (p *panel) set(face font.Face, text string) {
	if text == p.text && p.texture != 0 {
		return
	}
	p.upload(renderText(face, text))
	p.text = text
}

// upload changes the panel's image.
func (p *panel) upload(m *image.RGBA) {
	if p.texture == 0 {
		gl.GenTextures(1, &p.texture)
		gl.GenFramebuffers(1, &p.framebuffer)
	}
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, p.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(m.Rect.Dx()), int32(m.Rect.Dy()), 0, gl.RGBA, gl.UNSIGNED_BYTE,
		unsafe.Pointer(unsafe.SliceData(m.Pix)))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.FramebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, p.texture, 0)
	p.size = m.Rect.Size()
}

// blit copies the panel to the window's framebuffer. Its lower left corner is at x, y; it is cut
// off at the window's edges.
func (p *panel) blit(x, y, width, height int) {
	w, h := min(p.size.X, width-x), min(p.size.Y, height-y)
	if w < 1 || h < 1 {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	// The image's first row is the top one, OpenGL's the bottom one: the destination is flipped.
	gl.BlitFramebuffer(0, int32(p.size.Y-h), int32(w), int32(p.size.Y), int32(x), int32(y+h), int32(x+w), int32(y),
		gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// blitTop copies the upper rows of the panel to the top of the window's framebuffer; what is wider
// than the window is cut off.
func (p *panel) blitTop(x, rows, width, height int) {
	w, h := min(p.size.X, width-x), min(p.size.Y, rows)
	if w < 1 || h < 1 {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(w), int32(h), int32(x), int32(height), int32(x+w), int32(height-h),
		gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

func (p *panel) free() {
	gl.DeleteTextures(1, &p.texture)
	gl.DeleteFramebuffers(1, &p.framebuffer)
	*p = panel{}
}

// caption draws the status of a scene that has one into recorded frames.
type caption struct {
	face font.Face // nil if there is no status to write
}

// captionHeight is the height of a line of text as a fraction of the frame's height.
const captionHeight = 1.0 / 32

func newCaption(s animatedScene, size image.Point) (caption, error) {
	if telling, ok := s.(tellingScene); !ok || telling.Status() == "" {
		return caption{}, nil
	}
	face, err := newFace(max(6, captionHeight*float64(size.Y)))
	return caption{face}, err
}

// write draws the status at the upper left of a frame.
func (c caption) write(frame *image.NRGBA, s animatedScene) {
	telling, ok := s.(tellingScene)
	if !ok || c.face == nil {
		return
	}
	text := renderText(c.face, telling.Status())
	draw.Draw(frame, text.Rect, text, image.Point{}, draw.Src)
}

func (c caption) close() {
	if c.face != nil {
		_ = c.face.Close() // it holds memory only
	}
}
