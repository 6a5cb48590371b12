//go:build !preview

package main

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"syscall/js"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/ghost"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// strip returns what is shown below the picture, or nil.
func (v *viewer) strip() workbench.Strip {
	if t := v.past.timeline; t != nil && !t.Closed() {
		return t
	}
	if t := v.tuner(); t != nil && t.HasPicture() {
		return t
	}
	return nil
}

// timelineView is the timeline below the picture, as a canvas of the page, or in its place another
// strip.
type timelineView struct {
	timeline *timeline.Timeline // nil while it is closed
	canvas   js.Value
	ghost    *ghost.Ghost // of the timeline; nil until one is drawn
	path     js.Value     // of the bones of a ghost without a surface; undefined until there is one
	bones    string       // what the path is now
	painter  painter
	size     image.Point
	drawn    time.Time
	last     workbench.Strip // that was drawn last; nil while there is none
}

// timelineInterval is the time between two drawings of a timeline that changes by itself.
const timelineInterval = 50 * time.Millisecond

// painter draws on a canvas of the page.
type painter struct {
	context js.Value
	color   color.RGBA
	widths  map[string]int // of texts, in pixels
}

// use sets the color of what is drawn next.
func (p *painter) use(c color.RGBA) {
	if c != p.color {
		p.color = c
		p.context.Set("fillStyle", fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
}

// Fill implements [workbench.Painter].
func (p *painter) Fill(area image.Rectangle, c color.RGBA) {
	if !area.Empty() {
		p.use(c)
		p.context.Call("fillRect", area.Min.X, area.Min.Y, area.Dx(), area.Dy())
	}
}

// Line implements [workbench.Painter].
func (p *painter) Line(from, to image.Point, width float64, c color.RGBA) {
	p.context.Set("strokeStyle", fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	p.context.Set("lineWidth", width)
	p.context.Call("beginPath")
	p.context.Call("moveTo", float64(from.X)+0.5, float64(from.Y)+0.5)
	p.context.Call("lineTo", float64(to.X)+0.5, float64(to.Y)+0.5)
	p.context.Call("stroke")
}

// Text implements [workbench.Painter].
func (p *painter) Text(area image.Rectangle, text string, c color.RGBA) {
	const end = "..."
	if letters := []rune(text); p.Width(text) > area.Dx() {
		for len(letters) > 0 && p.Width(string(letters)+end) > area.Dx() {
			letters = letters[:len(letters)-1]
		}
		text = string(letters) + end
	}
	p.use(c)
	p.context.Call("fillText", text, area.Min.X, (area.Min.Y+area.Max.Y)/2)
}

// mostWidths is how many widths of texts are kept.
const mostWidths = 4096

// Width implements [workbench.Painter].
func (p *painter) Width(text string) int {
	width, known := p.widths[text]
	if !known {
		if len(p.widths) >= mostWidths {
			clear(p.widths)
		}
		width = int(p.context.Call("measureText", text).Get("width").Float() + 0.5)
		p.widths[text] = width
	}
	return width
}

// listenToTimeline connects the timeline's canvas, and the control that opens it.
func (v *viewer) listenToTimeline() {
	v.past = timelineView{canvas: v.element("timeline")}
	v.showsTimeline(false) // the program before may have shown one
	on(v.element("past"), "change", func(js.Value) { v.toggleTimeline() })
	at := func(event js.Value) (x, y int) {
		ratio := js.Global().Get("devicePixelRatio").Float()
		return int(event.Get("offsetX").Float() * ratio), int(event.Get("offsetY").Float() * ratio)
	}
	// with calls what the event is for, if there is a strip, and shows its error.
	with := func(what func(s workbench.Strip, event js.Value) error) func(js.Value) {
		return func(event js.Value) {
			if s := v.strip(); s != nil {
				if err := what(s, event); err != nil {
					v.fail(err)
				}
			}
		}
	}
	canvas := v.past.canvas
	on(canvas, "pointerdown", with(func(s workbench.Strip, event js.Value) error {
		if event.Get("button").Int() != 0 {
			return nil
		}
		canvas.Call("setPointerCapture", event.Get("pointerId"))
		v.canvas.Call("focus") // for the keys
		x, y := at(event)
		return s.Press(x, y)
	}))
	on(canvas, "pointermove", with(func(s workbench.Strip, event js.Value) error { return s.Move(at(event)) }))
	release := with(func(s workbench.Strip, _ js.Value) error {
		s.Release()
		return nil
	})
	on(canvas, "pointerup", release)
	on(canvas, "pointercancel", release)
	on(canvas, "wheel", with(func(s workbench.Strip, event js.Value) error {
		event.Call("preventDefault")
		clicks := 1.0
		if event.Get("deltaY").Float() > 0 {
			clicks = -1
		}
		x, y := at(event)
		s.Wheel(x, y, clicks)
		return nil
	}))
}

// showsTimeline shows or hides the canvas.
func (v *viewer) showsTimeline(shown bool) {
	v.past.canvas.Set("hidden", !shown)
	v.body.Get("classList").Call("toggle", "timeline", shown)
	v.element("past").Set("checked", v.past.timeline != nil)
	v.changed = true
}

// toggleTimeline opens or closes the timeline.
func (v *viewer) toggleTimeline() {
	if v.past.timeline != nil {
		v.closeTimeline()
		return
	}
	if v.scene == nil || v.panel == nil || v.body.Get("classList").Call("contains", "bare").Bool() {
		v.showsTimeline(false)
		return
	}
	if v.tuner().IsOpen() {
		v.toggleTuner()
	}
	t, err := timeline.New(v.scene, v.panel)
	if err != nil {
		v.fail(fmt.Errorf("timeline: %w", err))
		v.showsTimeline(false)
		return
	}
	v.past.timeline, v.past.size = t, image.Point{}
	v.showsTimeline(true)
	if isNarrow() && v.body.Get("classList").Call("contains", "panel").Bool() {
		v.togglePanel() // the sheet would be in its place
	}
}

// isNarrow reports whether the page is narrow, as the style sheet has it.
func isNarrow() bool {
	return js.Global().Call("matchMedia", "(max-width: 699px)").Get("matches").Bool()
}

// closeTimeline closes the timeline, if it is open.
func (v *viewer) closeTimeline() {
	if t := v.past.timeline; t != nil {
		if err := t.Close(); err != nil {
			v.fail(err)
		}
		v.past.ghost.Close()
		v.past.timeline, v.past.ghost = nil, nil
		v.showGhostBones()
		v.showsTimeline(false)
	}
}

// advanceTimeline passes time by the timeline, and reports whether it is open, and shows something
// else.
func (v *viewer) advanceTimeline(seconds float64) (open, changed bool, err error) {
	t := v.past.timeline
	if t == nil {
		return false, false, nil
	}
	if t.Closed() {
		v.closeTimeline()
		return false, false, nil
	}
	err = t.Advance(seconds)
	return true, t.Changed(), err
}

// pauseTimeline lets the timeline stop or play, and reports whether it is open.
func (v *viewer) pauseTimeline() bool {
	if v.past.timeline == nil {
		return false
	}
	if err := v.past.timeline.Toggle(); err != nil {
		v.fail(err)
	}
	return true
}

// stands reports whether nothing plays: neither the scene nor, while the timeline is open, its past.
func (v *viewer) stands() bool {
	if t := v.past.timeline; t != nil {
		return !t.Plays()
	}
	return v.Paused
}

// keyOfTimeline gives a key to the timeline, and reports whether it is open and takes the key. Of
// those that steer it takes all while it shows the past.
func (v *viewer) keyOfTimeline(name string, steers bool) bool {
	t := v.past.timeline
	if t == nil || t.Closed() {
		return false
	}
	known, err := t.Key(name, steers)
	if err != nil {
		v.fail(err)
	}
	return known
}

// showTimeline draws the timeline, if it has changed.
func (v *viewer) showTimeline(now time.Time) {
	s, p := v.strip(), &v.past
	if (s == nil) != (p.last == nil) {
		v.showsTimeline(s != nil)
		p.size = image.Point{}
	}
	isOther := p.last != s
	if p.last = s; s == nil {
		return
	}
	if v.marks.changed && p.timeline != nil {
		v.showGhostBones()
	}
	ratio := js.Global().Get("devicePixelRatio").Float()
	size := image.Pt(int(p.canvas.Get("clientWidth").Float()*ratio+0.5),
		int(p.canvas.Get("clientHeight").Float()*ratio+0.5))
	if size.X < 1 || size.Y < 1 || size == p.size && !isOther && (!s.Changed() || now.Sub(p.drawn) < timelineInterval) {
		return
	}
	if size != p.size {
		p.size = size
		p.canvas.Set("width", size.X)
		p.canvas.Set("height", size.Y)
		context := p.canvas.Call("getContext", "2d")
		context.Set("font", fmt.Sprintf("%gpx system-ui, sans-serif", 12*ratio))
		context.Set("textBaseline", "middle")
		p.painter = painter{context: context, widths: map[string]int{}}
	}
	p.drawn = now
	if p.timeline != nil {
		p.timeline.ForFingers = isNarrow()
	}
	s.Draw(&p.painter, size, ratio)
}

// drawGhost draws the character of the marked moment over the picture of the scene, if it has a surface.
func (v *viewer) drawGhost() error {
	p := &v.past
	if p.timeline == nil {
		return nil
	}
	shape := p.timeline.GhostShape()
	if shape == nil {
		return nil
	}
	if p.ghost == nil {
		var err error
		if p.ghost, err = ghost.New(v.scene.Animation().Library()); err != nil {
			return err
		}
	}
	return p.ghost.Draw(shape, v.camera.Camera, v.target)
}

// showGhostBones draws the bones of the marked moment over the picture, if the character has no surface.
func (v *viewer) showGhostBones() {
	p := &v.past
	var d strings.Builder
	if p.timeline != nil && p.timeline.GhostShape() == nil {
		clip := v.clip()
		width, height := v.canvas.Get("clientWidth").Float(), v.canvas.Get("clientHeight").Float()
		for _, bone := range p.timeline.Ghost() {
			a, b := clip.Mul4x1(bone[0].Vec4(1)), clip.Mul4x1(bone[1].Vec4(1))
			if a[3] > 0 && b[3] > 0 { // in front of the camera
				fmt.Fprintf(&d, "M%.1f %.1fL%.1f %.1f", width*(0.5+0.5*float64(a[0]/a[3])),
					height*(0.5-0.5*float64(a[1]/a[3])), width*(0.5+0.5*float64(b[0]/b[3])),
					height*(0.5-0.5*float64(b[1]/b[3])))
			}
		}
	}
	now := d.String()
	if now == p.bones {
		return
	}
	if p.path.IsUndefined() {
		p.path = createSVG("path")
		v.element("marks").Call("append", p.path)
	}
	p.bones = now
	p.path.Call("setAttribute", "d", now)
}
