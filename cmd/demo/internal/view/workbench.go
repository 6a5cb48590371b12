//go:build cgo

package view

import (
	"image"
	"image/color"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render"
)

// workbenchView shows the panel of package workbench at the right side of the window, and in the
// picture what the panel knows of the joints there.
type workbenchView struct {
	panel   *workbench.Panel
	bar     *sidebar.Sidebar
	overlay *overlay // with the font of the names
	image   panel
	names   map[string]*panel // of joints
	drawn   []image.Rectangle // where names are in the picture

	pointer workbench.Point // where the mouse is in the picture
	clip    mgl32.Mat4      // of the last frame: from world space to clip space
	aspect  float64         // of the picture
}

// pointerRadius is how near the mouse must be to a joint, as a fraction of the picture's height.
const pointerRadius = 0.025

func newWorkbenchView(c *control, scale float64) (*workbenchView, error) {
	p, err := workbench.New(c.scene, &c.Settings)
	if err != nil {
		return nil, err
	}
	bar, err := sidebar.New(p, scale)
	if err != nil {
		return nil, err
	}
	overlay, err := newOverlay(0.8 * scale)
	if err != nil {
		return nil, err
	}
	return &workbenchView{panel: p, bar: bar, overlay: overlay, names: map[string]*panel{}, aspect: 1}, nil
}

func (v *workbenchView) close() {
	v.bar.Close()
	v.overlay.close()
	v.image.free()
	for _, name := range v.names {
		name.free()
	}
}

// panelWidth returns the width of the panel in a window of some width, in pixels: 0 if it is
// hidden.
func (w *window) panelWidth(width int) int {
	if w.workbench == nil || !w.control.panel {
		return 0
	}
	return w.workbench.bar.Width(width)
}

// toPixels converts a place of the mouse to pixels of the window, whose size it also returns.
func (w *window) toPixels(x, y float64) (at, size image.Point) {
	width, height := w.context.Size()
	unitsX, unitsY := w.context.Window().GetSize()
	at = image.Pt(int(x*float64(width)/float64(max(unitsX, 1))), int(y*float64(height)/float64(max(unitsY, 1))))
	return at, image.Pt(width, height)
}

// overPanel returns the panel, and where the mouse is in its image. It reports whether the mouse is
// over it, or drags one of its controls.
func (w *window) overPanel(x, y float64) (bar *sidebar.Sidebar, at image.Point, over bool) {
	at, size := w.toPixels(x, y)
	panelWidth := w.panelWidth(size.X)
	if panelWidth == 0 {
		return nil, at, false
	}
	at = at.Sub(image.Pt(size.X-panelWidth, w.top))
	bar = w.workbench.bar
	return bar, at, at.X >= 0 && at.Y >= 0 || bar.Dragging()
}

// inPicture returns where the mouse is in the picture.
func (w *window) inPicture(x, y float64) workbench.Point {
	at, size := w.toPixels(x, y)
	width, height := w.target.Size() // at the left of the window, above the timeline
	top := size.Y - height
	if w.timeline != nil {
		top -= w.timeline.height
	}
	return workbench.Point{
		X: float64(at.X) / float64(max(width, 1)),
		Y: float64(at.Y-top) / float64(max(height, 1)),
	}
}

// selectAt shows the character at a place of the picture in the panel, if there is one.
func (v *workbenchView) selectAt(at workbench.Point) {
	if joint, ok := v.panel.JointAt(v.clip, v.aspect, at, pointerRadius); ok {
		v.panel.Select(joint.Character)
		v.bar.Changed()
	}
}

// draw draws the panel beside the picture, and into the picture the names of joints and an outline
// of the selected character.
func (v *workbenchView) draw(picture image.Rectangle, width, height int, camera *render.Camera) {
	v.aspect = float64(picture.Dx()) / float64(max(picture.Dy(), 1))
	v.clip = camera.Projection(float32(v.aspect)).Mul4(camera.View())
	if low, high, ok := v.panel.Outline(v.clip); ok {
		v.drawOutline(picture, low, high)
	}
	v.drawn = v.drawn[:0]
	if v.panel.JointNames {
		for _, joint := range v.panel.Joints(v.clip) {
			v.drawName(picture, &joint, false)
		}
	}
	v.panel.Hover(workbench.Joint{})
	if at := v.pointer; at.X > 0 && at.X < 1 && at.Y > 0 && at.Y < 1 {
		if joint, ok := v.panel.JointAt(v.clip, v.aspect, at, pointerRadius); ok {
			v.panel.Hover(joint)
			v.drawName(picture, &joint, true)
		}
	}
	if m, changed := v.bar.Image(height, time.Now()); changed {
		v.image.upload(m)
	}
	v.image.blit(picture.Dx(), 0, width, height)
}

// drawName draws a dot at the place of a joint in the picture, and beside it its name, unless it
// would cover another one and does not have to be seen.
func (v *workbenchView) drawName(picture image.Rectangle, joint *workbench.Joint, always bool) {
	name := v.names[joint.Name]
	if name == nil {
		name = &panel{}
		v.names[joint.Name] = name
	}
	name.set(v.overlay.face, joint.Name)
	x, y := int(joint.At.X*float64(picture.Dx())), int((1-joint.At.Y)*float64(picture.Dy()))
	if !image.Pt(x, y).In(picture) {
		return
	}
	const dot = 5
	fillRectangle(x-dot/2, y-dot/2, dot, dot, color.RGBA{242, 172, 68, 255})
	corner := image.Pt(max(0, min(x+2*dot, picture.Dx()-name.size.X)), max(0, y-name.size.Y/2))
	area := image.Rectangle{corner, corner.Add(name.size)}
	if !always && slices.ContainsFunc(v.drawn, area.Overlaps) {
		return
	}
	v.drawn = append(v.drawn, area)
	name.blit(corner.X, corner.Y, picture.Dx(), picture.Dy())
}

// drawOutline draws a rectangle into the picture.
func (v *workbenchView) drawOutline(picture image.Rectangle, low, high workbench.Point) {
	c := color.RGBA{242, 172, 68, 255}
	at := func(p workbench.Point) image.Point {
		return image.Pt(int(p.X*float64(picture.Dx())), int((1-p.Y)*float64(picture.Dy())))
	}
	r := image.Rectangle{at(low), at(high)}.Canon()
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)},
		{image.Pt(r.Min.X, r.Max.Y), r.Max.Add(image.Pt(0, 1))},
		{r.Min, image.Pt(r.Min.X+1, r.Max.Y)},
		{image.Pt(r.Max.X, r.Min.Y), r.Max.Add(image.Pt(1, 1))},
	} {
		side = side.Intersect(picture)
		fillRectangle(side.Min.X, side.Min.Y, side.Dx(), side.Dy(), c)
	}
}
