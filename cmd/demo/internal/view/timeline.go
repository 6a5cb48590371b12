//go:build cgo

package view

import (
	"image"
	"math"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/ghost"
	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render"
)

// strip returns what is shown below the picture, or nil.
func (c *control) strip() workbench.Strip {
	switch {
	case c.timeline != nil:
		return c.timeline
	case c.tuner != nil && c.tuner.HasPicture():
		return c.tuner
	}
	return nil
}

// timelineView shows the timeline below the picture, and in the picture the ghost of the moment
// that is marked; or in its place another strip.
type timelineView struct {
	scale  float64
	canvas *sidebar.Canvas
	strip  panel
	moved  panel // the picture, on its way up
	height int   // of the strip in the window that was drawn last; 0 while there is none
	drawn  time.Time
	last   workbench.Strip // that was drawn last
	ghost  *ghost.Ghost    // nil until one is drawn
}

// timelineInterval is the time between two drawings of a timeline that changes by itself.
const timelineInterval = time.Second / 20

func newTimelineView(scale float64) (*timelineView, error) {
	if !(scale > 0) {
		scale = 1
	}
	canvas, err := sidebar.NewCanvas(scale)
	if err != nil {
		return nil, err
	}
	return &timelineView{scale: scale, canvas: canvas}, nil
}

func (v *timelineView) close() {
	v.ghost.Close()
	v.canvas.Close()
	v.strip.free()
	v.moved.free()
}

// place decides how high the strip is in a window with some height left, in pixels: 0 while there is
// none, and at most half.
func (v *timelineView) place(s workbench.Strip, height int) int {
	if v == nil {
		return 0
	}
	if v.height = 0; s != nil {
		v.height = min(int(workbench.StripHeight*v.scale), height/2)
	}
	return v.height
}

// drawGhost draws the character of the moment that the timeline has marked over the picture of the scene,
// if it has a surface.
func (v *timelineView) drawGhost(t *timeline.Timeline, library *assets.Library, target *render.Target,
	camera render.Camera,
) error {
	shape := t.GhostShape()
	if shape == nil {
		return nil
	}
	if v.ghost == nil {
		var err error
		if v.ghost, err = ghost.New(library); err != nil {
			return err
		}
	}
	return v.ghost.Draw(shape, camera, target)
}

// drawGhostBones draws the bones of a character without a surface at the moment that the timeline has marked
// into the picture, above the lower rows of the window.
func (v *timelineView) drawGhostBones(t *timeline.Timeline, picture image.Rectangle, camera *render.Camera) {
	if t.GhostShape() != nil {
		return
	}
	clip := camera.Projection(float32(picture.Dx()) / float32(max(picture.Dy(), 1))).Mul4(camera.View())
	for _, bone := range t.Ghost() {
		drawBone(picture, &clip, bone)
	}
}

// draw moves the picture up by the height of the strip, and draws the strip below it.
func (v *timelineView) draw(s workbench.Strip, picture image.Rectangle) {
	v.moved.copyWindow(picture)
	v.moved.blitBottom(v.height, picture)
	size := image.Pt(picture.Dx(), v.height)
	now := time.Now()
	if v.strip.size != size || v.last != s || s.Changed() && now.Sub(v.drawn) >= timelineInterval {
		v.drawn, v.last = now, s
		v.canvas.Resize(size)
		s.Draw(v.canvas, size, v.scale)
		v.strip.upload(v.canvas.Image)
	}
	v.strip.blit(0, 0, size.X, size.Y)
}

// copyWindow makes the panel a copy of a part of the window's framebuffer, whose first row is then
// the lowest one.
func (p *panel) copyWindow(part image.Rectangle) {
	if p.size != part.Size() {
		p.upload(image.NewRGBA(image.Rectangle{Max: part.Size()}))
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, p.texture)
	gl.CopyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(part.Min.X), int32(part.Min.Y), int32(part.Dx()),
		int32(part.Dy()))
}

// blitBottom copies a copy of the window back, higher by some pixels.
func (p *panel) blitBottom(up int, part image.Rectangle) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(part.Dx()), int32(part.Dy()), int32(part.Min.X), int32(part.Min.Y+up),
		int32(part.Max.X), int32(part.Max.Y+up), gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// drawBone draws a dotted line between two points of world space into the picture.
func drawBone(picture image.Rectangle, clip *mgl32.Mat4, bone [2]mgl32.Vec3) {
	var at [2]mgl32.Vec2
	for i, point := range bone {
		v := clip.Mul4x1(point.Vec4(1))
		if !(v[3] > 0) { // behind the camera
			return
		}
		at[i] = mgl32.Vec2{
			(0.5 + 0.5*v[0]/v[3]) * float32(picture.Dx()), (0.5 + 0.5*v[1]/v[3]) * float32(picture.Dy()),
		}
	}
	const dot, apart, most = 3, 5, 200
	dots := min(most, int(math.Ceil(float64(at[1].Sub(at[0]).Len()/apart))))
	for i := range dots + 1 {
		p := at[0].Add(at[1].Sub(at[0]).Mul(float32(i) / float32(max(dots, 1))))
		if image.Pt(int(p[0]), int(p[1])).In(picture) {
			fillRectangle(int(p[0])-dot/2, int(p[1])-dot/2, dot, dot, workbench.Ghost)
		}
	}
}

// timelineKeys are the names of keys that are no characters, as the timeline has them.
var timelineKeys = map[glfw.Key]string{
	glfw.KeySpace: "space", glfw.KeyLeft: "left", glfw.KeyRight: "right", glfw.KeyUp: "up", glfw.KeyDown: "down",
	glfw.KeyHome: "home", glfw.KeyEnd: "end", glfw.KeyEnter: "enter", glfw.KeyKPEnter: "enter",
	glfw.KeyEscape: "escape",
}

// keyOfTimeline gives a key to the timeline, by its name, and reports whether the timeline is open
// and knows it.
func (w *window) keyOfTimeline(name string) bool {
	t := w.control.timeline
	if t == nil || t.Closed() || name == "" {
		return false
	}
	known, err := t.Key(name, w.control.steered())
	w.keepError(err)
	return known
}

// overStrip returns the strip below the picture and where the mouse is in it. It reports whether the
// mouse is over it, or drags in it.
func (w *window) overStrip(x, y float64) (s workbench.Strip, at image.Point, over bool) {
	s = w.control.strip()
	at, size := w.toPixels(x, y)
	if s == nil || w.timeline == nil || w.timeline.height == 0 {
		return nil, at, false
	}
	at.Y -= size.Y - w.timeline.height
	return s, at, at.Y >= 0 && at.X < size.X-w.panelWidth(size.X) || s.Dragging()
}
