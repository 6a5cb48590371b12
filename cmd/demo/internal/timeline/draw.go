package timeline

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"math"
	"path"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/rewind"
)

// curve is the color of lines through values.
var curve = color.RGBA{140, 190, 240, 255}

// The sizes in pixels of a display that is not scaled.
const (
	buttonHeight = 20
	rulerHeight  = 18
	laneHeight   = 17
	lineHeight   = 26 // of a lane with a line or shares
	labelWidth   = 118
	detailsWidth = 230
	margin       = 4
	detailsFrom  = 620 // the least width that has room for details

	// For fingers buttons have this least size.
	touchHeight      = 40
	touchWidth       = 38
	narrowLabelWidth = 84
	changeReach      = 5  // of the mouse around a transition
	touchReach       = 14 // of a finger
)

// layout is where what was drawn last reacts to the mouse.
type layout struct {
	size    image.Point
	scale   float64
	time    image.Rectangle // the ruler and the tracks
	ruler   image.Rectangle
	buttons []hit
	changes []hit
	content int // the height of all lanes
}

// hit is a place that reacts.
type hit struct {
	area  image.Rectangle
	name  string // of the action of a button, or of the lane of a transition
	frame int    // where a transition begins
}

// px returns a length in pixels.
func (t *Timeline) px(length float64) int { return int(length*t.layout.scale + 0.5) }

// Changed reports whether something changed since the last drawing.
func (t *Timeline) Changed() bool { return t.changed }

// Area returns where an action's button reacts in what was drawn last, or "tracks", "ruler" or
// "transition", of which there may be several.
func (t *Timeline) Area(name string) (areas []image.Rectangle) {
	switch name {
	case "tracks":
		return append(areas, t.layout.time)
	case "ruler":
		return append(areas, t.layout.ruler)
	case "transition":
		for _, h := range t.layout.changes {
			areas = append(areas, h.area)
		}
	}
	for _, h := range t.layout.buttons {
		if h.name == name {
			areas = append(areas, h.area)
		}
	}
	return areas
}

// Draw draws the timeline in a size in pixels, on a display on which lengths are multiplied by a
// scale.
func (t *Timeline) Draw(p workbench.Painter, size image.Point, scale float64) {
	t.changed = false
	t.layout = layout{size: size, scale: scale}
	p.Fill(image.Rectangle{Max: size}, workbench.Background)
	top := t.drawButtons(p)
	right := size.X
	if size.X >= t.px(detailsFrom) {
		right -= t.px(detailsWidth)
	}
	label := t.px(labelWidth)
	if t.ForFingers {
		label = t.px(narrowLabelWidth)
	}
	l := &t.layout
	l.ruler = image.Rect(label, top, right-t.px(margin), top+t.px(rulerHeight))
	l.time = image.Rect(l.ruler.Min.X, l.ruler.Max.Y, l.ruler.Max.X, size.Y-1)
	t.drawLanes(p)
	t.drawRuler(p)
	t.drawMoments(p)
	if right < size.X {
		t.drawDetails(p, image.Rect(right, top, size.X-t.px(margin), size.Y))
	}
}

// x returns where a moment is.
func (t *Timeline) x(seconds float64) int {
	r := t.layout.time
	return r.Min.X + int(math.Round((seconds-t.from)/t.span*float64(r.Dx())))
}

// secondsAt returns the moment at a place.
func (t *Timeline) secondsAt(x int) float64 {
	r := t.layout.time
	return t.from + t.span*float64(x-r.Min.X)/float64(max(r.Dx(), 1))
}

// ends of a frame on the display: a frame is shown from its end on, until that of the next one.
func (t *Timeline) frameArea(from, to int) (left, right int) {
	left = t.x(t.frames[from].seconds)
	if to+1 < len(t.frames) {
		return left, t.x(t.frames[to+1].seconds)
	}
	return left, t.x(t.frames[to].seconds) + 1
}

// drawButtons draws the buttons, in as many rows as they need, and the time that is shown. It returns
// where they end.
func (t *Timeline) drawButtons(p workbench.Painter) (bottom int) {
	right := t.layout.size.X - t.px(margin)
	x, y, height, least := t.px(margin), 0, t.px(buttonHeight), 0
	if t.ForFingers {
		height, least = t.px(touchHeight), t.px(touchWidth)
	}
	for i := range actions {
		a := &actions[i]
		if a.button == "" || a.keys == nil && !t.ForFingers {
			continue
		}
		text, back := a.button, workbench.Field
		width := least
		switch a.name {
		case "play":
			width = max(width, t.px(36))
			if t.Plays() {
				text = "stop"
			}
		case "play on":
			if t.ForFingers {
				text = "go on"
			}
		case "mark":
			if t.marked != nil {
				back = workbench.Filled
			}
		case "shares":
			if t.joint != "" {
				back = workbench.Filled
			}
		case "no loop":
			if !t.looping {
				continue
			}
		}
		width = max(width, p.Width(text)+t.px(10))
		if x+width > right {
			x, y = t.px(margin), y+height
		}
		area := image.Rect(x, y+t.px(2), x+width, y+height-t.px(2))
		p.Fill(area, back)
		inner := area
		inner.Min.X += (width - p.Width(text)) / 2
		p.Text(inner, text, workbench.Bright)
		t.layout.buttons = append(t.layout.buttons, hit{area: area, name: a.name})
		x = area.Max.X + t.px(3)
	}
	text := t.status()
	if t.message != "" && t.layout.size.X < t.px(detailsFrom) { // there is no place for details
		text = t.message
	}
	if x+t.px(6)+p.Width(text) > right { // a line of its own
		x, y, height = 0, y+height, t.px(laneHeight)
	}
	p.Text(image.Rect(x+t.px(6), y, right, y+height), text, t.statusColor())
	return y + height
}

func (t *Timeline) statusColor() color.RGBA {
	if t.live {
		return workbench.Dim
	}
	return workbench.Accent
}

// status tells what is shown.
func (t *Timeline) status() string {
	text := fmt.Sprintf("%.2f s, frame %d of %d", t.Seconds(), t.shown+1, len(t.frames))
	rate := t.rate
	switch {
	case t.live:
		text = "records: " + text
		rate = 1
	case t.rate == 0:
		text = "stands at " + text
	default:
		text = "plays " + text
	}
	if rate *= t.Speed; rate != 1 && rate != 0 {
		text += fmt.Sprintf(", x%g", rate)
	}
	return text
}

// drawRuler draws the marks of seconds, and the loop.
func (t *Timeline) drawRuler(p workbench.Painter) {
	r := t.layout.ruler
	p.Fill(image.Rect(0, r.Min.Y, r.Max.X, r.Max.Y), workbench.FixedField)
	name := ""
	if !t.character.IsZero() {
		name = fmt.Sprintf("entity %d", t.character.ID())
	}
	p.Text(image.Rect(t.px(margin), r.Min.Y, r.Min.X, r.Max.Y), name, workbench.Dim)
	low, high := t.frames[0].seconds, t.frames[len(t.frames)-1].seconds
	p.Fill(image.Rect(t.x(low), r.Max.Y-t.px(3), t.x(high)+1, r.Max.Y).Intersect(r), workbench.Field)
	if t.looping {
		p.Fill(image.Rect(t.x(t.loop[0]), r.Min.Y, t.x(t.loop[1])+1, r.Max.Y).Intersect(r), workbench.Filled)
	}
	step := tickStep(t.span * float64(t.px(60)) / float64(max(r.Dx(), 1)))
	for i := math.Ceil(max(t.from, 0) / step); i*step <= t.from+t.span; i++ {
		x := t.x(i * step)
		p.Fill(image.Rect(x, r.Min.Y+t.px(4), x+1, r.Max.Y).Intersect(r), workbench.Dim)
		if text := fmt.Sprintf("%g", math.Round(i*step*1000)/1000); x+t.px(3)+p.Width(text) < r.Max.X {
			p.Text(image.Rect(x+t.px(3), r.Min.Y, r.Max.X, r.Max.Y), text, workbench.Dim)
		}
	}
}

// tickStep returns a round number of seconds that is not below another.
func tickStep(least float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(least, 1e-3))))
	for _, factor := range []float64{1, 2, 5} {
		if step*factor >= least {
			return step * factor
		}
	}
	return 10 * step
}

// drawMoments draws the shown moment and the marked one over the tracks.
func (t *Timeline) drawMoments(p workbench.Painter) {
	area := t.layout.ruler.Union(t.layout.time)
	if m := t.marked; m != nil {
		x := t.x(m.seconds)
		p.Fill(image.Rect(x, area.Min.Y, x+t.px(1), area.Max.Y).Intersect(area), workbench.Ghost)
	}
	width := max(1, t.px(1.5))
	x := t.x(t.Seconds())
	if x <= area.Max.X { // at the end of what is seen it is seen whole
		x = min(x, area.Max.X-width)
	}
	p.Fill(image.Rect(x, area.Min.Y, x+width, area.Max.Y).Intersect(area), workbench.Accent)
	size := t.px(4)
	for i := range size { // a triangle that points down
		p.Fill(image.Rect(x-size+i, area.Min.Y+i, x+size-i+1, area.Min.Y+i+1).Intersect(area), workbench.Accent)
	}
}

// drawLanes draws the lanes of what is seen.
func (t *Timeline) drawLanes(p workbench.Painter) {
	first, last := t.indexAt(t.from), t.indexAt(t.from+t.span)
	lanes, _ := t.lanes(first, last)
	area := t.layout.time
	t.layout.content = 0
	for i := range lanes {
		t.layout.content += t.px(lanes[i].height()) + 1
	}
	t.scroll = max(0, min(t.scroll, t.layout.content-area.Dy()))
	y := area.Min.Y - t.scroll
	for i := range lanes {
		l := &lanes[i]
		r := image.Rect(area.Min.X, y, area.Max.X, y+t.px(l.height()))
		y = r.Max.Y + 1
		if r.Max.Y <= area.Min.Y || r.Min.Y >= area.Max.Y {
			continue
		}
		seen := r.Intersect(area)
		p.Fill(seen, workbench.FixedField)
		label := image.Rect(t.px(margin), seen.Min.Y, area.Min.X-t.px(margin), seen.Max.Y)
		if seen.Dy() >= t.px(laneHeight)-t.px(4) {
			p.Text(label, l.label, workbench.Dim)
		}
		t.drawLane(p, l, r, first, last)
	}
	if t.layout.content > area.Dy() { // the scroll bar
		height, top := area.Dy()*area.Dy()/t.layout.content, t.scroll*area.Dy()/t.layout.content
		p.Fill(image.Rect(area.Max.X, area.Min.Y+top, area.Max.X+t.px(3), area.Min.Y+top+height), workbench.Dim)
	}
	if len(lanes) == 0 {
		p.Text(area.Inset(t.px(margin)), "no character to tell of", workbench.Dim)
	}
}

// height returns the height of a lane.
func (l *lane) height() float64 {
	if l.kind == line || l.kind == stacks {
		return lineHeight
	}
	return laneHeight
}

// drawLane draws what a lane shows in a rectangle.
func (t *Timeline) drawLane(p workbench.Painter, l *lane, r image.Rectangle, first, last int) {
	seen := t.layout.time
	switch l.kind {
	case bands:
		for _, s := range l.Spans {
			left, right := t.frameArea(s.From, s.To)
			p.Fill(image.Rect(left, r.Min.Y+1, right, r.Max.Y-1).Intersect(seen), colorOf(s.Text))
			p.Fill(image.Rect(left, r.Min.Y+1, left+1, r.Max.Y-1).Intersect(seen), workbench.Background)
		}
		for _, s := range l.over.Spans {
			left, right := t.frameArea(s.From, s.To)
			p.Fill(image.Rect(left, r.Max.Y-t.px(4), right, r.Max.Y-1).Intersect(seen), workbench.Accent)
			t.drawChange(p, hit{name: l.Name, frame: s.From}, image.Pt(left, (r.Min.Y+r.Max.Y)/2))
		}
		t.drawValues(p, l.over.Values, r, first, 0, 1, workbench.Dim)
		for _, s := range l.Spans {
			t.drawName(p, l, s, r, first)
		}
	case line:
		t.drawValues(p, l.Values, r, first, l.low, l.high, curve)
	case marks:
		for i, s := range l.Spans {
			x, _ := t.frameArea(s.From, s.From)
			p.Fill(image.Rect(x, r.Min.Y+2, x+t.px(2), r.Max.Y-2).Intersect(seen), workbench.Accent)
			end := seen.Max.X
			if i+1 < len(l.Spans) {
				end, _ = t.frameArea(l.Spans[i+1].From, l.Spans[i+1].From)
			}
			text := t.eventText(s)
			if from := x + t.px(5); from+p.Width(text) < min(end, seen.Max.X) && r.In(seen) {
				p.Text(image.Rect(from, r.Min.Y, end, r.Max.Y), text, workbench.Dim)
			}
		}
	case stacks:
		t.drawShares(p, r, first, last)
	}
}

// drawName writes what plays in a span, or which state it is: beside the transition or the fade with which
// the span begins, or over it where there is not enough room.
func (t *Timeline) drawName(p workbench.Painter, l *lane, s rewind.Span, r image.Rectangle, first int) {
	left, right := t.frameArea(s.From, s.To)
	area := image.Rect(left, r.Min.Y+1, right, r.Max.Y-1).Intersect(t.layout.time)
	text := path.Base(s.Text)
	if settled := max(area.Min.X, t.settledAt(l, s, first)) + t.px(4); settled+p.Width(text) < area.Max.X {
		area.Min.X = settled
	} else {
		area.Min.X += t.px(9)
	}
	if area.Dx() > t.px(24) && area.Dy() > t.px(laneHeight)-t.px(5) {
		p.Text(area, text, workbench.Bright)
	}
}

// settledAt returns where the transition or the fade is over with which a span of a lane begins.
func (t *Timeline) settledAt(l *lane, s rewind.Span, first int) int {
	x, _ := t.frameArea(s.From, s.From)
	for _, o := range l.over.Spans {
		if o.From <= s.To && o.To >= s.From {
			_, x = t.frameArea(o.From, min(o.To, s.To))
			break
		}
	}
	for i := s.From; i <= s.To && i-first < len(l.over.Values) && l.over.Values[i-first] < 1; i++ {
		_, x = t.frameArea(i, i)
	}
	return x
}

// eventText returns the name of an event's marker, or else the event in words.
func (t *Timeline) eventText(s rewind.Span) string {
	if r := t.frames[s.From].row; r != nil {
		for _, e := range r.Events {
			if e.String() == s.Text && e.Name != "" {
				return e.Name
			}
		}
	}
	return s.Text
}

// drawChange draws the diamond at the beginning of a transition.
func (t *Timeline) drawChange(p workbench.Painter, h hit, at image.Point) {
	size, reach := t.px(changeReach), t.px(changeReach)
	if t.ForFingers {
		reach = t.px(touchReach)
	}
	h.area = image.Rect(at.X-reach, at.Y-reach, at.X+reach+1, at.Y+reach+1)
	seen := t.layout.time
	if !at.In(seen) {
		return
	}
	chosen := t.choice != nil && t.choice.layer == h.name && t.choice.seconds == t.frames[h.frame].seconds
	fill := workbench.Accent
	if chosen {
		fill = workbench.Bright
	}
	for i := -size; i <= size; i++ {
		width := size - max(i, -i)
		p.Fill(image.Rect(at.X-width, at.Y+i, at.X+width+1, at.Y+i+1), fill)
	}
	t.layout.changes = append(t.layout.changes, h)
}

// drawValues draws a line through the values of frames.
func (t *Timeline) drawValues(p workbench.Painter, values []explain.Number, r image.Rectangle, first int, low, high float64,
	c color.RGBA,
) {
	seen := t.layout.time
	inner := image.Rect(r.Min.X, r.Min.Y+2, r.Max.X, r.Max.Y-2)
	before, run := -1, 0 // the height of the line so far, and where the present flat part begins
	thick := max(1, t.px(1.2))
	flush := func(to int) {
		if before >= 0 && to > run {
			p.Fill(image.Rect(run, before, to, before+thick).Intersect(seen), c)
		}
	}
	for i, value := range values {
		left, right := t.frameArea(first+i, first+i)
		v := float64(value)
		if math.IsNaN(v) {
			flush(left)
			before = -1
			continue
		}
		share := min(1, max(0, (v-low)/max(high-low, 1e-9)))
		y := inner.Max.Y - thick - int(math.Round(share*float64(inner.Dy()-thick)))
		if y != before {
			flush(left)
			if before >= 0 {
				p.Fill(image.Rect(left, min(before, y), left+thick, max(before, y)+thick).Intersect(seen), c)
			}
			before, run = y, left
		}
		if i == len(values)-1 {
			flush(right)
		}
	}
}

// drawShares draws the shares of the clips in a joint's rotation, on top of each other.
func (t *Timeline) drawShares(p workbench.Painter, r image.Rectangle, first, last int) {
	seen := t.layout.time
	for i := first; i <= last; i++ {
		row := t.frames[i].row
		if row == nil {
			continue
		}
		left, right := t.frameArea(i, i)
		sum := 0.0
		for _, s := range row.joint.Clips {
			if !(s.Share > 0) {
				continue
			}
			bottom := r.Max.Y - 1 - int(sum*float64(r.Dy()-2))
			sum = min(1, sum+float64(s.Share))
			top := r.Max.Y - 1 - int(sum*float64(r.Dy()-2))
			p.Fill(image.Rect(left, top, max(right, left+1), bottom).Intersect(seen), colorOf(s.Clip))
		}
	}
	name, begins := "", 0
	for i := first; i <= last+1; i++ { // the name of the largest share where it is that for long
		now := ""
		if i <= last && t.frames[i].row != nil {
			now = largestShare(t.frames[i].row)
		}
		if now == name {
			continue
		}
		if name != "" && i-1 >= begins {
			left, right := t.frameArea(begins, i-1)
			area := image.Rect(left+t.px(4), r.Min.Y, right, r.Max.Y).Intersect(seen)
			if area.Dx() > p.Width(name) && area.Dy() > t.px(laneHeight)-t.px(5) {
				p.Text(area, name, workbench.Bright)
			}
		}
		name, begins = now, i
	}
}

// largestShare returns the clip with the largest share.
func largestShare(r *row) string {
	name, most := "", 0.0
	for _, s := range r.joint.Clips {
		if float64(s.Share) > most {
			name, most = path.Base(s.Clip), float64(s.Share)
		}
	}
	return name
}

// drawDetails draws lines of text beside the tracks.
func (t *Timeline) drawDetails(p workbench.Painter, area image.Rectangle) {
	step := t.px(laneHeight - 2)
	area.Min.X += t.px(margin)
	y := area.Min.Y + t.px(2)
	for _, text := range t.Details() {
		for _, part := range wrap.Text(text, area.Dx(), p.Width) {
			if y+step > area.Max.Y {
				return
			}
			p.Text(image.Rect(area.Min.X, y, area.Max.X, y+step), part, workbench.Bright)
			y += step
		}
	}
}

// colorOf returns the color of a clip or a state, by its name: dark, so that text is seen on it.
func colorOf(name string) color.RGBA {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // it never fails
	angle := float64(h.Sum32()%997) / 997 * 2 * math.Pi
	wave := func(shift float64) uint8 { return uint8(82 + 44*math.Cos(angle+shift)) }
	return color.RGBA{wave(0), wave(2 * math.Pi / 3), wave(4 * math.Pi / 3), 255}
}
