package matching

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/steps"
	"github.com/sinew-go/sinew/systems/internal/advance"
)

// searched is a motion in which frames are searched: a [search.Database]. A program without one
// does not contain their methods.
type searched interface {
	Times() []float64
	Time(frame int) float64
	FrameAt(time float64) int
	RangeOf(frame int) int
	Query(frame int, wish []search.Point, dst []float32) []float32
	Trajectory(query []float32, dst []search.Point) []search.Point
	Search(query []float32, options search.Search) (frame int, cost float32)
}

// of returns the database of a motion, or nil if it is none.
func of(library *assets.Library, p *components.Playback) searched {
	if p.Motion == 0 {
		return nil
	}
	if m := library.Motion(p.Motion); m != nil && m.Single == 0 {
		d, _ := m.Motion.(searched)
		return d
	}
	return nil
}

// IsDatabase reports whether a motion of a library is searched.
func IsDatabase(library *assets.Library, motion id.Motion) bool {
	return of(library, &components.Playback{Motion: motion}) != nil
}

// AppendTimes appends the future times of the first database that a character plays to dst.
func AppendTimes(library *assets.Library, player *components.AnimationPlayer, layers advance.Layers,
	dst []float64,
) []float64 {
	c := Character{Player: player, Layers: layers}
	if d, _, _ := c.database(library); d != nil {
		dst = appendFuture(dst, d)
	}
	return dst
}

func appendFuture(dst []float64, d searched) []float64 {
	for _, time := range d.Times() {
		if time > 0 && len(dst) < components.MaxWishPoints {
			dst = append(dst, time)
		}
	}
	return dst
}

// Character holds the components of a character with a wish. A pointer is nil if the character
// lacks the component; it always has a wish and a player.
type Character struct {
	Wish            *components.Wish
	Player          *components.AnimationPlayer
	Fades           *components.BlendState
	Layers          advance.Layers
	Controller      *components.Controller
	Inertialization *components.Inertialization
	TimeScale       *components.TimeScale
	Matrix          *mgl32.Mat4 // of its Transform
	Slot            int         // by which characters take turns
}

// database returns the database in the lowest layer that plays one, its playback and its layer.
func (c *Character) database(library *assets.Library) (searched, *components.Playback, int) {
	if d := of(library, &c.Player.Playback); d != nil {
		return d, &c.Player.Playback, 0
	}
	for i := 1; ; i++ {
		layer := c.Layers.At(i)
		if layer == nil {
			return nil, nil, 0
		}
		if d := of(library, &layer.Playback); d != nil {
			return d, &layer.Playback, i
		}
	}
}

// state returns the state of a layer of the character's graph with its number
// ([components.ControllerLayer].State), or nil and 0 if no graph drives it.
func (c *Character) state(library *assets.Library, layer int) (*machine.LeafState, int16) {
	if c.Controller == nil {
		return nil, 0
	}
	g := library.Graph(c.Controller.Graph)
	if g == nil || layer >= len(g.Layers()) || layer >= len(c.Controller.Layers) {
		return nil, 0
	}
	states, number := g.States(), c.Controller.Layers[layer].State
	if c.Controller.Entered != c.Controller.Graph || number < 1 || int(number) > len(states) {
		return nil, 0
	}
	return &states[number-1], number
}

const (
	// turns is how many characters take turns in an interval.
	turns = 8
	// blend is how many seconds the difference to the frames before takes to decay.
	blend = 0.18
	// near is how many frames beside the current one are near it.
	near = 10
	// settle is how many seconds pass at least between a search and one because the wish changed:
	// changes of motion would pile up, and carry joints beyond what either motion does.
	settle = 0.1
	// farther and otherwise are by how many meters, and up to which cosine between directions, a
	// wish changes much.
	farther, otherwise = 0.5, 0.8
)

// Matcher searches for characters, one after the other. The zero value is ready.
type Matcher struct {
	springs Springs
	times   []float64
	points  []search.Point
	query   []float32
	ground  Ground
	turn    turn // only during Match
}

// turn is a character that is matched.
type turn struct {
	library   *assets.Library
	character *Character
	seconds   float64
}

// Move moves the wish of a character by some seconds of the world, and predicts its points at the
// times of the database that the character plays.
func (m *Matcher) Move(library *assets.Library, c *Character, seconds float64) {
	m.ground.StandOn(c.Matrix)
	m.times = AppendTimes(library, c.Player, c.Layers, m.times[:0])
	m.springs.Move(c.Wish, &m.ground, advance.CharacterTime(seconds, c.TimeScale), m.times)
}

// Match searches in the database that a character plays if it is time to, some seconds of the world
// later, and lets the playback jump to what it finds.
func (m *Matcher) Match(library *assets.Library, c *Character, seconds float64) {
	m.turn = turn{library, c, seconds}
	steps.Databases.Do(m)
	m.turn = turn{}
}

// DoWithDatabase implements [steps.Database]: it is the turn of a character to be matched.
func (m *Matcher) DoWithDatabase() {
	m.match(m.turn.library, m.turn.character, m.turn.seconds)
}

func (m *Matcher) match(library *assets.Library, c *Character, seconds float64) {
	w := c.Wish
	d, p, layer := c.database(library)
	m.times = m.times[:0]
	if d != nil {
		m.times = appendFuture(m.times, d)
	}
	seconds = advance.CharacterTime(seconds, c.TimeScale)
	if d == nil || p.Held || c.Player.Paused && layer == 0 || layer > 0 && c.Layers.At(layer).Paused {
		w.Matched = 0
		return
	}
	state, number := c.state(library, layer)
	begins := w.Matched != p.Motion || int(w.MatchedLayer) != layer || w.MatchedState != number
	if !(w.Wait > 0 && w.Wait <= w.Interval) { // the program made the interval shorter
		w.Wait = 0
	}
	w.Wait -= float32(seconds)
	isDue := begins || !(w.Wait > 0) || w.Interval-w.Wait >= settle && m.hasChanged(w) || ends(d, p, seconds)
	if !isDue {
		return
	}
	interval := max(w.Interval, 0)
	switch {
	case begins:
		w.Wait = interval * float32(1+c.Slot%turns) / turns
	case w.Wait > 0: // before its turn
		w.Wait = interval
	default:
		w.Wait = max(w.Wait+interval, 0)
	}
	w.Matched, w.MatchedLayer, w.MatchedState, w.Asked = p.Motion, uint8(layer), number, m.asked(w)
	search := m.search(c, d, p, state)
	if begins {
		search.Current = -1
	}
	if frame, _ := d.Search(m.query, search); frame >= 0 {
		c.jump(library, p, layer, d, frame)
	}
}

// search returns what a character looks for, and makes the query for it.
func (m *Matcher) search(c *Character, d searched, p *components.Playback, state *machine.LeafState) search.Search {
	w := c.Wish
	options := search.Search{
		Required: w.Required, Forbidden: w.Forbidden, Current: d.FrameAt(p.Time),
		Stay: w.Stay, Near: near, NearCost: w.Stay,
	}
	if state != nil {
		options.Required |= state.Required
		options.Forbidden |= state.Forbidden
	}
	m.ground.StandOn(c.Matrix)
	m.wish(w, d, options.Current)
	return options
}

// Asked is what a search for a character compares.
type Asked struct {
	Database *search.Database
	Layer    int
	Query    []float32
	Search   search.Search
}

// Ask returns what a search for a character would compare now. It reports whether the character
// plays a database.
func Ask(library *assets.Library, c *Character) (Asked, bool) {
	found, p, layer := c.database(library)
	d, ok := found.(*search.Database)
	if !ok {
		return Asked{}, false
	}
	var m Matcher
	m.times = appendFuture(nil, d)
	state, _ := c.state(library, layer)
	search := m.search(c, d, p, state)
	return Asked{d, layer, m.query, search}, true
}

// asked returns the last point of a wish relative to its place.
func (m *Matcher) asked(w *components.Wish) components.WishPoint {
	if len(m.times) == 0 {
		return components.WishPoint{Direction: w.Place.Direction}
	}
	last := w.Points[len(m.times)-1]
	return components.WishPoint{Position: last.Position.Sub(w.Place.Position), Direction: last.Direction}
}

// hasChanged reports whether a wish is much different from that of the last search.
func (m *Matcher) hasChanged(w *components.Wish) bool {
	now := m.asked(w)
	if !(exact.ToVec3(now.Position.Sub(w.Asked.Position)).Length() <= farther) {
		return true
	}
	a, b := exact.ToVec3(now.Direction).Normalized(), exact.ToVec3(w.Asked.Direction).Normalized()
	return !(a.Dot(b) >= otherwise)
}

// ends reports whether a playback is about to leave the range that it is in, or to stop at its end.
func ends(d searched, p *components.Playback, seconds float64) bool {
	if p.Speed < 0 {
		return false
	}
	now := d.FrameAt(p.Time)
	ahead := p.Time + float64(seconds*float64(p.Speed))
	next := d.FrameAt(ahead + d.Time(1) - d.Time(0))
	return next == now || d.RangeOf(next) != d.RangeOf(now)
}

// jump lets a playback go on from a frame, unless it is there.
func (c *Character) jump(library *assets.Library, p *components.Playback, layer int, d searched, frame int) {
	if frame == d.FrameAt(p.Time) {
		return
	}
	next := *p
	next.Time, next.Finished = d.Time(frame), false
	if n := c.Inertialization; n == nil && layer == 0 && c.Fades != nil && c.Controller == nil {
		advance.StartTransition(library, nil, true, p, c.Fades, next, advance.Crossfade{Seconds: blend})
		return
	} else if n != nil && n.History > 0 {
		advance.RequestInertialization(n, blend)
	}
	*p = next
}

// wish makes the query for what a wish wants after a frame.
func (m *Matcher) wish(w *components.Wish, d searched, frame int) {
	m.query = d.Query(frame, nil, m.query)
	m.points = d.Trajectory(m.query, m.points)
	k := 0
	for i, time := range d.Times() {
		if time > 0 && k < len(m.times) { // what is past is as it was
			m.points[i] = m.ground.Seen(&w.Points[k])
			k++
		}
	}
	m.query = d.Query(frame, m.points, m.query)
}
