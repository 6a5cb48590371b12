//go:build !preview

package main

import (
	"image"
	"slices"
	"syscall/js"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// pointerRadius is how near the pointer must be to a joint, as a fraction of the picture's height.
const pointerRadius = 0.025

// marks is what is drawn over the picture: the names of joints, and an outline of the selected
// character.
type marks struct {
	pointer workbench.Point // in the picture
	changed bool
	joints  []jointMark
	outline js.Value
	drawn   []image.Rectangle // where names are
}

// jointMark is the elements of a joint.
type jointMark struct{ dot, name js.Value }

// pointTo notes where the pointer is.
func (v *viewer) pointTo(at pointer) {
	v.marks.pointer, v.marks.changed = v.inPicture(at), true
}

// attend prepares the scene and the renderer for a frame.
func (v *viewer) attend() error {
	at := v.marks.pointer
	return stage.Attend(v.renderer, v.scene, &v.camera.Camera, v.aspect(), at.X, at.Y)
}

// inPicture returns a place of the page in the picture.
func (v *viewer) inPicture(at pointer) workbench.Point {
	return workbench.Point{
		X: at.x / max(v.canvas.Get("clientWidth").Float(), 1),
		Y: at.y / max(v.canvas.Get("clientHeight").Float(), 1),
	}
}

// clip returns the matrix from world space to clip space.
func (v *viewer) clip() mgl32.Mat4 {
	return v.camera.Camera.Projection(v.aspect()).Mul4(v.camera.Camera.View())
}

// goTo lets a character that can be guided go to a place of the page. It reports whether there is
// one.
func (v *viewer) goTo(at pointer) bool {
	p := v.inPicture(at)
	return v.camera.GoTo(v.scene, v.aspect(), p.X, p.Y)
}

// selectAt shows the character at a place of the page in the panel, if there is one.
func (v *viewer) selectAt(at pointer) {
	if v.panel == nil {
		return
	}
	if joint, ok := v.panel.JointAt(v.clip(), float64(v.aspect()), v.inPicture(at), pointerRadius); ok {
		v.panel.Select(joint.Character)
		v.marks.changed = true
	}
}

// showMarks draws the marks anew if they have changed.
func (v *viewer) showMarks() {
	m := &v.marks
	if !m.changed || v.panel == nil {
		return
	}
	m.changed = false
	if !v.body.Get("classList").Call("contains", "panel").Bool() {
		m.show(v.element("marks"), v, nil, false)
		return
	}
	clip := v.clip()
	var joints []workbench.Joint
	if v.JointNames {
		joints = v.panel.Joints(clip)
	}
	v.panel.Hover(workbench.Joint{})
	if at := m.pointer; at.X > 0 && at.X < 1 && at.Y > 0 && at.Y < 1 {
		if joint, ok := v.panel.JointAt(clip, float64(v.aspect()), at, pointerRadius); ok {
			v.panel.Hover(joint)
			joints = append(joints, joint)
		}
	}
	m.show(v.element("marks"), v, joints, true)
}

// covers reports whether a name beside a place would cover one that was drawn, and otherwise notes
// where it is.
func (m *marks) covers(x, y float64, name string) bool {
	const letter, line = 7, 14 // pixels
	area := image.Rect(int(x), int(y)-line/2, int(x)+letter*(len(name)+1), int(y)+line/2)
	if slices.ContainsFunc(m.drawn, area.Overlaps) {
		return true
	}
	m.drawn = append(m.drawn, area)
	return false
}

// show draws the joints, of which the last one may be under the pointer, and the outline if it is
// wanted. Names that would cover others are left out.
func (m *marks) show(drawing js.Value, v *viewer, joints []workbench.Joint, outlined bool) {
	width, height := v.canvas.Get("clientWidth").Float(), v.canvas.Get("clientHeight").Float()
	for len(m.joints) < len(joints) {
		mark := jointMark{createSVG("circle"), createSVG("text")}
		setAttribute(mark.dot, "r", 3)
		drawing.Call("append", mark.dot, mark.name)
		m.joints = append(m.joints, mark)
	}
	m.drawn = m.drawn[:0]
	for i, mark := range m.joints {
		hidden, covering := "none", false
		if i < len(joints) {
			hidden = ""
			x, y := joints[i].At.X*width, joints[i].At.Y*height
			covering = m.covers(x, y, joints[i].Name) && i < len(joints)-1
			setAttribute(mark.dot, "cx", x)
			setAttribute(mark.dot, "cy", y)
			setAttribute(mark.name, "x", x+7)
			setAttribute(mark.name, "y", y+4)
			mark.name.Set("textContent", joints[i].Name)
		}
		mark.dot.Get("style").Set("display", hidden)
		if covering {
			hidden = "none"
		}
		mark.name.Get("style").Set("display", hidden)
	}
	if m.outline.IsUndefined() {
		m.outline = createSVG("rect")
		drawing.Call("append", m.outline)
	}
	low, high, ok := workbench.Point{}, workbench.Point{}, false
	if outlined {
		low, high, ok = v.panel.Outline(v.clip())
	}
	display := "none"
	if ok {
		display = ""
		low.X, low.Y, high.X, high.Y = max(low.X, 0), max(low.Y, 0), min(high.X, 1), min(high.Y, 1)
		setAttribute(m.outline, "x", low.X*width)
		setAttribute(m.outline, "y", low.Y*height)
		setAttribute(m.outline, "width", max(0, high.X-low.X)*width)
		setAttribute(m.outline, "height", max(0, high.Y-low.Y)*height)
	}
	m.outline.Get("style").Set("display", display)
}
