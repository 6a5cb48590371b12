package tuning

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// still is the color of a joint of weight 0.
var still = color.RGBA{84, 96, 114, 255}

// The sizes in pixels of a display that is not scaled.
const (
	titleHigh  = 20
	boxHigh    = 24
	boxPadding = 10
	dotSize    = 9
	near       = 7 // to an arrow or a sample
	border     = 26
	weightDrag = 120 // over which a weight changes from 0 to 1
)

// layout is where what was drawn last reacts to the mouse.
type layout struct {
	scale float64
	area  image.Rectangle // of the drawing below the title
	hits  []hit
	space [4]float64 // of a blend space: the least and the largest coordinates
}

// hitKind is what reacts.
type hitKind uint8

const (
	boxHit hitKind = iota
	dotHit
	arrowHit
	sampleHit
	jointHit
)

// hit is a place that reacts.
type hit struct {
	kind  hitKind
	name  string // of a state, a sample's clip or a joint
	index int    // of a transition of the state, or a sample
	area  image.Rectangle
}

// anyStateName names the box from which transitions of any state lead; no state has it.
const anyStateName = "\x00any"

// HasPicture reports whether there is a picture of the shown part.
func (t *Tuner) HasPicture() bool {
	if !t.IsOpen() {
		return false
	}
	t.offered()
	_, p := t.shownPart()
	return p != nil && p.kind != solverPart && p.kind != parametersPart
}

// Changed reports whether the picture shows something else than what was drawn last.
func (t *Tuner) Changed() bool { return t.changed || t.drag.active || t.lit != t.litNow() }

// Area returns where something reacts in what was drawn last: "box NAME", "dot NAME", which begins
// a transition, "arrow NAME NUMBER", "sample NUMBER" or "joint NAME". It reports whether it does.
func (t *Tuner) Area(name string) (area image.Rectangle, ok bool) {
	for _, h := range t.layout.hits {
		state := h.name
		if state == anyStateName {
			state = "any state"
		}
		texts := [...]string{
			boxHit: "box " + state, dotHit: "dot " + state, arrowHit: "arrow " + state + " " + strconv.Itoa(h.index),
			sampleHit: "sample " + strconv.Itoa(h.index), jointHit: "joint " + h.name,
		}
		if texts[h.kind] == name {
			return h.area, true
		}
	}
	return image.Rectangle{}, false
}

func (t *Tuner) px(length float64) int { return int(length*t.layout.scale + 0.5) }

// Draw draws the picture in a size in pixels, on a display on which lengths are multiplied by a
// scale.
func (t *Tuner) Draw(p workbench.Painter, size image.Point, scale float64) {
	t.changed, t.lit, t.size = false, t.litNow(), size
	t.layout = layout{scale: scale}
	p.Fill(image.Rectangle{Max: size}, workbench.Background)
	d, shown := t.shownPart()
	if shown == nil || d.root == nil {
		return
	}
	title := image.Rect(t.px(8), 0, size.X, t.px(titleHigh))
	t.layout.area = image.Rect(0, title.Max.Y, size.X, size.Y)
	p.Fill(t.layout.area, workbench.FixedField)
	hint := ""
	switch shown.kind {
	case machinePart:
		hint = "drag boxes; drag a dot to a box: a transition"
		t.drawMachine(p, d, shown)
	case spacePart:
		hint = "drag the samples"
		t.drawSpace(p, d, shown)
	case maskPart:
		hint = "drag a joint right and left: its weight"
		t.drawMask(p, d, shown)
	}
	p.Text(title, shown.title, workbench.Bright)
	title.Min.X = max(title.Min.X+p.Width(shown.title)+t.px(16), size.X-p.Width(hint)-t.px(8))
	p.Text(title, hint, workbench.Dim)
}

// litNow tells which states and arrows are lit, as a text that changes with them.
func (t *Tuner) litNow() string {
	d, p := t.shownPart()
	if p == nil || p.kind != machinePart {
		return ""
	}
	now, from := t.running(d, p)
	return now + "\x00" + from
}

// running returns the name of the state of a machine that runs, and of the one that it comes from
// while a transition goes on, which are empty for none.
func (t *Tuner) running(d *document, p *part) (now, from string) {
	character, ok := t.panel.Selected()
	if !ok {
		return "", ""
	}
	controller := t.animation.Controller(character)
	g, component := controller.Graph(), controller.Component()
	if g == nil || component == nil || (graphSource{t.library, component.Graph}) != d.source ||
		p.layer >= len(g.Layers()) {
		return "", ""
	}
	layer := component.Layers[p.layer]
	if layer.State > 0 {
		now = inMachine(g, int(layer.State-1), p.name)
	}
	if layer.Transition > 0 && layer.Previous > 0 {
		from = inMachine(g, int(layer.Previous-1), p.name)
	}
	return now, from
}

// inMachine returns the name in a machine of the state that is, or has in it, a leaf state.
func inMachine(g *graph.Graph, leaf int, machine string) string {
	rest := g.Path(leaf)
	if machine != "" {
		if len(rest) <= len(machine) || rest[:len(machine)] != machine || rest[len(machine)] != '/' {
			return ""
		}
		rest = rest[len(machine)+1:]
	}
	for i := range rest {
		if rest[i] == '/' {
			return rest[:i]
		}
	}
	return rest
}

// boxes returns the names of the boxes of a machine, and where their middles are.
func (t *Tuner) boxes(d *document, p *part) (names []string, at []image.Point) {
	machine := d.root.at(p.at)
	states := machine.list("states")
	index := map[string]int{}
	entry := machine.string("entry")
	for i, s := range states { // the entry first
		if name := s.string("name"); name == entry || entry == "" && i == 0 {
			names = append(names, name)
		}
	}
	for _, s := range states {
		if name := s.string("name"); len(names) == 0 || name != names[0] {
			names = append(names, name)
		}
	}
	for i, name := range names {
		index[name] = i
	}
	leads := make([][]int, len(names))
	for _, s := range states {
		from := index[s.string("name")]
		for _, transition := range s.list("transitions") {
			if to, ok := index[transition.string("to")]; ok && to != from {
				leads[from] = append(leads[from], to)
			}
		}
	}
	places := place(leads)
	area := t.layout.area
	if len(machine.list("anyState")) > 0 { // a place at the left of all
		names, places = append(names, anyStateName), append(places, point{0, 0})
		for i := range places[:len(places)-1] {
			places[i].x = 0.16 + 0.84*places[i].x
		}
		places[len(places)-1] = point{0.09, 0.15}
	}
	for i, name := range names {
		to := places[i]
		if kept, ok := d.keptPlace(p, name); ok {
			to = kept
		}
		at = append(at, area.Min.Add(image.Pt(int(to.x*float64(area.Dx())), int(to.y*float64(area.Dy())))))
	}
	return names, at
}

// shownName returns what a box is labeled with.
func shownName(name string) string {
	if name == anyStateName {
		return "any state"
	}
	return name
}

func (t *Tuner) drawMachine(p workbench.Painter, d *document, shown *part) {
	names, at := t.boxes(d, shown)
	boxes := make([]image.Rectangle, len(names))
	index := map[string]int{}
	for i, name := range names {
		half := image.Pt(p.Width(shownName(name))/2+t.px(boxPadding), t.px(boxHigh)/2)
		middle := image.Pt(min(max(at[i].X, half.X+2), t.size.X-half.X-t.px(dotSize)),
			min(max(at[i].Y, t.layout.area.Min.Y+half.Y+2), t.size.Y-half.Y-2))
		boxes[i], index[name] = image.Rectangle{middle.Sub(half), middle.Add(half)}, i
	}
	now, from := t.running(d, shown)
	machine := d.root.at(shown.at)
	arrows := func(name string, transitions []*value) {
		for k, transition := range transitions {
			to, ok := index[transition.string("to")]
			if !ok {
				continue
			}
			c, width := workbench.Dim, 1.5
			chosen := t.chosen.transition == k && (t.chosen.anyState && name == anyStateName ||
				!t.chosen.anyState && t.chosen.state == name && name != "")
			switch {
			case chosen:
				c, width = workbench.Bright, 2.5
			case from != "" && (name == from || name == anyStateName && !hasTransition(machine, from, now)) && names[to] == now:
				c, width = workbench.Accent, 2.5
			}
			t.drawArrow(p, boxes[index[name]], boxes[to], hit{kind: arrowHit, name: name, index: k}, width, c)
		}
	}
	for _, s := range machine.list("states") {
		arrows(s.string("name"), s.list("transitions"))
	}
	arrows(anyStateName, machine.list("anyState"))
	if t.drag.active && t.drag.hit.kind == dotHit {
		box := boxes[index[t.drag.hit.name]]
		p.Line(image.Pt(box.Max.X, (box.Min.Y+box.Max.Y)/2), t.drag.at, 2*t.layout.scale, workbench.Accent)
	}
	for i, name := range names {
		t.drawBox(p, d, shown, name, boxes[i], name == now, name == from)
	}
}

// hasTransition reports whether a state of a machine has a transition to another one.
func hasTransition(machine *value, from, to string) bool {
	for _, s := range machine.list("states") {
		if s.string("name") == from {
			for _, transition := range s.list("transitions") {
				if transition.string("to") == to {
					return true
				}
			}
		}
	}
	return false
}

func (t *Tuner) drawBox(p workbench.Painter, d *document, shown *part, name string, box image.Rectangle, runs, ends bool) {
	c, edge := workbench.Field, workbench.Field
	switch {
	case runs:
		c, edge = workbench.Filled, workbench.Accent
	case ends:
		c, edge = workbench.Filled, workbench.Filled
	}
	if !t.chosen.anyState && t.chosen.transition < 0 && t.chosen.state == name && name != "" {
		edge = workbench.Bright
	}
	p.Fill(box.Inset(-t.px(2)), edge)
	p.Fill(box, c)
	text := box
	text.Min.X += t.px(boxPadding)
	p.Text(text, shownName(name), workbench.Bright)
	if at, ok := d.ownerPath(shown, name, false); ok && d.root.at(at).member("machine") != nil {
		// There is a machine in it.
		p.Fill(image.Rect(box.Min.X, box.Max.Y-t.px(3), box.Max.X, box.Max.Y), workbench.Dim)
	}
	dot := image.Rect(box.Max.X-t.px(dotSize)/2, (box.Min.Y+box.Max.Y-t.px(dotSize))/2,
		box.Max.X+t.px(dotSize)/2, (box.Min.Y+box.Max.Y+t.px(dotSize))/2)
	p.Fill(dot, workbench.Accent)
	t.layout.hits = append(t.layout.hits,
		hit{kind: dotHit, name: name, area: dot}, hit{kind: boxHit, name: name, area: box})
}

// drawArrow draws an arrow from a box to another one, aside from the one back.
func (t *Tuner) drawArrow(p workbench.Painter, from, to image.Rectangle, h hit, width float64, c color.RGBA) {
	a, b := middle(from), middle(to)
	length := math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y))
	if length < 1 {
		return
	}
	dx, dy := float64(b.X-a.X)/length, float64(b.Y-a.Y)/length
	aside := 5 * t.layout.scale
	side := image.Pt(int(-dy*aside), int(dx*aside))
	a, b = edgeOf(from, a, dx, dy).Add(side), edgeOf(to, b, -dx, -dy).Add(side)
	p.Line(a, b, width*t.layout.scale, c)
	for _, turn := range []float64{0.45, -0.45} {
		sin, cos := math.Sincos(math.Pi + turn)
		head := image.Pt(int((dx*cos-dy*sin)*9*t.layout.scale), int((dx*sin+dy*cos)*9*t.layout.scale))
		p.Line(b, b.Add(head), width*t.layout.scale, c)
	}
	h.area = image.Rectangle{middle(image.Rectangle{a, b}), middle(image.Rectangle{a, b})}.Inset(-t.px(near))
	t.layout.hits = append(t.layout.hits, h)
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

// edgeOf returns where a line from the middle of a box leaves it.
func edgeOf(box image.Rectangle, at image.Point, dx, dy float64) image.Point {
	far := math.Inf(1)
	if dx != 0 {
		far = math.Min(far, float64(box.Dx())/2/math.Abs(dx))
	}
	if dy != 0 {
		far = math.Min(far, float64(box.Dy())/2/math.Abs(dy))
	}
	return at.Add(image.Pt(int(dx*far), int(dy*far)))
}

// inSpace returns where a position in a blend space is in the picture.
func (t *Tuner) inSpace(x, y float64) image.Point {
	r, s := t.layout.area.Inset(t.px(border)), t.layout.space
	return image.Pt(r.Min.X+int(share(x, s[0], s[1])*float64(r.Dx())), r.Max.Y-int(share(y, s[2], s[3])*float64(r.Dy())))
}

func share(x, low, high float64) float64 {
	if !(high > low) {
		return 0.5
	}
	return (x - low) / (high - low)
}

// spaceRange returns the least and largest coordinates of the samples, with room around.
func spaceRange(space *value) (s [4]float64) {
	s = [4]float64{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, sample := range space.list("samples") {
		x, y := sample.member("x").number(0), sample.member("y").number(0)
		s = [4]float64{min(s[0], x), max(s[1], x), min(s[2], y), max(s[3], y)}
	}
	for i := 0; i < 4; i += 2 {
		room := max(0.15*(s[i+1]-s[i]), 0.1)
		s[i], s[i+1] = s[i]-room, s[i+1]+room
	}
	return s
}

func (t *Tuner) drawSpace(p workbench.Painter, d *document, shown *part) {
	space := d.root.at(shown.at)
	if t.drag.active { // the picture stands still
		t.layout.space = t.drag.space
	} else {
		t.layout.space = spaceRange(space)
	}
	r := t.layout.area.Inset(t.px(border))
	zero := t.inSpace(0, 0)
	if zero.X >= r.Min.X && zero.X <= r.Max.X {
		p.Line(image.Pt(zero.X, r.Min.Y), image.Pt(zero.X, r.Max.Y), 1, workbench.Field)
	}
	if zero.Y >= r.Min.Y && zero.Y <= r.Max.Y {
		p.Line(image.Pt(r.Min.X, zero.Y), image.Pt(r.Max.X, zero.Y), 1, workbench.Field)
	}
	for i, sample := range space.list("samples") {
		x, y := sample.member("x"), sample.member("y")
		at := t.inSpace(x.number(0), y.number(0))
		area := image.Rectangle{at, at}.Inset(-t.px(6))
		p.Fill(area, workbench.Accent)
		text := sample.string("clip") + "  " + x.text
		if y != nil {
			text += " " + y.text
		}
		width := p.Width(text)
		left := max(4, min(at.X-width/2, t.size.X-width-4))
		p.Text(image.Rect(left, area.Max.Y, t.size.X, area.Max.Y+t.px(15)), text, workbench.Bright)
		t.layout.hits = append(t.layout.hits, hit{kind: sampleHit, name: sample.string("clip"), index: i, area: area})
	}
}

// drawMask draws the skeleton from the front in its rest pose, with the weights of its joints.
func (t *Tuner) drawMask(p workbench.Painter, d *document, shown *part) {
	mask := d.mask(shown.name)
	if mask == nil {
		return
	}
	skeleton := mask.Skeleton()
	matrices := rig.NewPose(skeleton).ModelMatrices(nil)
	at := make([]image.Point, skeleton.Len())
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for j := range at {
		m := rig.MatrixAt(matrices, j)
		for axis, x := range [2]float64{float64(m[3]), float64(m[7])} {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	area := t.layout.area.Inset(t.px(14))
	scale := min(float64(area.Dx())/max(high[0]-low[0], 1e-6), float64(area.Dy())/max(high[1]-low[1], 1e-6))
	for j := range at {
		m := rig.MatrixAt(matrices, j)
		at[j] = image.Pt((area.Min.X+area.Max.X)/2+int((float64(m[3])-(low[0]+high[0])/2)*scale),
			area.Max.Y-int((float64(m[7])-low[1])*scale))
		if parent := skeleton.Parent(j); parent >= 0 {
			p.Line(at[parent], at[j], 1.5*t.layout.scale, workbench.Field)
		}
	}
	for j := range at {
		weight := float64(mask.Weight(j))
		mix := func(a, b uint8) uint8 { return uint8(float64(a) + weight*(float64(b)-float64(a))) }
		dot := image.Rectangle{at[j], at[j]}.Inset(-t.px(4))
		lit := workbench.Accent
		p.Fill(dot, color.RGBA{mix(still.R, lit.R), mix(still.G, lit.G), mix(still.B, lit.B), 255})
		t.layout.hits = append(t.layout.hits, hit{kind: jointHit, name: skeleton.JointName(j), index: j, area: dot})
	}
	if t.drag.hit.kind == jointHit && t.drag.hit.name != "" {
		j := t.drag.hit.index
		if j < len(at) {
			p.Text(image.Rect(at[j].X+t.px(10), at[j].Y-t.px(8), t.size.X, at[j].Y+t.px(8)),
				skeleton.JointName(j)+" "+strconv.FormatFloat(float64(mask.Weight(j)), 'g', 3, 64), workbench.Bright)
		}
	}
}
