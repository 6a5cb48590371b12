package systems_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
)

// tick is the unit of time of the event model, in seconds. All times of a test are whole ticks, so
// that the engine's arithmetic is exact and the model can count in integers.
const tick = 1.0 / 256

// tickClip is a clip as the event model sees it.
type tickClip struct {
	id              assets.ClipID
	start, duration int
	markers         []tickMarker // ascending
}

type tickMarker struct {
	at        int // ticks from the clip's start
	minWeight float64
}

// tickPlayback plays a clip tick by tick.
type tickPlayback struct {
	clip        *tickClip // nil is none
	place       int       // ticks from the clip's start
	halves      int       // twice the speed
	mode        assets.PlayMode
	limit, done int
	finished    bool
	backward    bool
}

// tickEvent is a marker, or with marker -1 the end of a playback.
type tickEvent struct {
	layer, marker int
	clip          *tickClip
	weight        float64
}

func (e tickEvent) String() string {
	return fmt.Sprintf("layer %d, clip %d, marker %d, weight %.3f", e.layer, e.clip.id, e.marker, e.weight)
}

// falling reports whether time decreases.
func (p *tickPlayback) falling() bool {
	return (p.halves < 0) != (p.mode == assets.PingPong && p.backward)
}

// far returns the end of the clip toward which it plays.
func (p *tickPlayback) far() int {
	if p.falling() {
		return 0
	}
	return p.clip.duration
}

// advance moves the playback on and calls fire with each marker that it passes, and with -1 when it
// finishes.
func (p *tickPlayback) advance(ticks int, fire func(marker int)) {
	if p.clip == nil {
		return
	}
	p.backward = p.backward && (p.finished || p.mode == assets.PingPong)
	looping := !p.finished && (p.mode == assets.Loop || p.mode == assets.PingPong)
	if p.mode == assets.Loop && looping && p.limit > 0 && p.done >= p.limit {
		p.place, p.finished = p.far(), true
		fire(-1)
		return
	}
	p.enter(looping)
	if p.finished {
		return
	}
	if looping && p.limit > 0 && p.done >= p.limit {
		p.finished = true
		fire(-1)
		return
	}
	for range max(ticks*p.halves, -ticks*p.halves) / 2 {
		if p.moveOne(fire); p.finished {
			fire(-1)
			return
		}
	}
}

// enter brings a place outside the clip into it.
func (p *tickPlayback) enter(looping bool) {
	outside := p.place < 0 || p.place > p.clip.duration
	switch {
	case looping && p.mode == assets.Loop:
		if outside {
			p.place = modulo(p.place, p.clip.duration)
		}
		if p.place == p.far() { // the end is the beginning of the next loop
			p.place = p.clip.duration - p.far()
		}
	case looping && outside:
		if p.place = modulo(p.place, 2*p.clip.duration); p.place > p.clip.duration {
			p.place, p.backward = 2*p.clip.duration-p.place, !p.backward
		}
	case outside:
		p.place = max(0, min(p.place, p.clip.duration))
	}
}

func modulo(a, n int) int { return ((a % n) + n) % n }

// moveOne passes the markers of this moment and moves on by one tick.
func (p *tickPlayback) moveOne(fire func(marker int)) {
	if p.place == p.far() && p.arrive(fire) {
		return
	}
	p.pass(fire)
	if p.falling() {
		p.place--
	} else {
		p.place++
	}
	if p.place == p.far() {
		p.arrive(fire)
	}
}

// arrive is what happens at the end toward which it plays. It reports whether the playback
// finished.
func (p *tickPlayback) arrive(fire func(marker int)) bool {
	switch p.mode {
	case assets.Once, assets.Hold:
		p.pass(fire)
		p.finished = true
		return true
	}
	p.done++
	if p.limit > 0 && p.done >= p.limit {
		p.pass(fire)
		p.finished = true
		return true
	}
	if p.mode == assets.Loop {
		p.pass(fire)
		p.place = p.clip.duration - p.far()
	} else {
		p.backward = !p.backward // the markers here fire on the way back
	}
	return false
}

// pass fires the markers at the place.
func (p *tickPlayback) pass(fire func(marker int)) {
	for k := range p.clip.markers {
		if p.falling() {
			k = len(p.clip.markers) - 1 - k
		}
		if p.clip.markers[k].at == p.place {
			fire(k)
		}
	}
}

// isAtEnd reports whether nothing is left to play.
func (p *tickPlayback) isAtEnd() bool {
	switch {
	case p.mode == assets.Loop || p.mode == assets.PingPong:
		return p.limit > 0 && p.done >= p.limit
	case p.clip == nil:
		return p.halves < 0 && p.place <= 0 || p.halves >= 0 && p.place >= 0
	case p.halves < 0:
		return p.place <= 0
	}
	return p.place >= p.clip.duration
}

func (p *tickPlayback) seek(place int) {
	p.place, p.finished = place, false
	if p.limit > 0 && p.done >= p.limit {
		p.done = p.limit - 1
	}
}

// tickLayer is a layer of a character: a playback, those that fade out, and the layer's own time.
type tickLayer struct {
	tickPlayback
	number            int
	paused            bool
	scaleHalves       int // twice the layer's time scale
	weight            float64
	fades             []tickFade
	elapsed, duration int // of the crossfade
}

type tickFade struct {
	tickPlayback
	weight float64
}

func (l *tickLayer) fadedIn() float64 {
	if len(l.fades) == 0 {
		return 1
	}
	return float64(l.elapsed) / float64(l.duration)
}

// advance advances a layer by ticks of the character's time and returns the events.
func (l *tickLayer) advance(ticks int) (fired []tickEvent) {
	ticks = ticks * l.scaleHalves / 2
	if l.paused {
		ticks = 0
	}
	if l.elapsed += ticks; l.elapsed >= l.duration {
		l.fades = nil
	}
	faded := l.fadedIn()
	for i := range l.fades {
		fade := &l.fades[i]
		fade.advance(ticks, l.firing(&fired, fade.clip, (1-faded)*fade.weight))
	}
	l.tickPlayback.advance(ticks, l.firing(&fired, l.clip, faded))
	return fired
}

// firing returns a function that appends the events of a playback with a weight in the layer.
func (l *tickLayer) firing(fired *[]tickEvent, c *tickClip, weight float64) func(int) {
	return func(marker int) {
		e := tickEvent{l.number, marker, c, weight * l.weight}
		if marker < 0 || e.weight >= c.markers[marker].minWeight {
			*fired = append(*fired, e)
		}
	}
}

// crossfade makes the layer fade to the start of a clip.
func (l *tickLayer) crossfade(c *tickClip, ticks int, frozen bool) {
	if ticks > 0 {
		var fades []tickFade
		faded := l.fadedIn()
		for _, fade := range l.fades {
			if fade.weight *= 1 - faded; fade.weight > 0 {
				fades = append(fades, fade)
			}
		}
		if len(fades) == 0 {
			faded = 1
		}
		source := tickFade{l.tickPlayback, faded}
		if source.mode == assets.Once && !source.finished {
			source.mode = assets.Hold
		}
		fades = append(fades, source)
		sum := 0.0
		for _, fade := range fades {
			sum += fade.weight
		}
		for i := range fades {
			if fades[i].weight /= sum; frozen {
				fades[i].halves = 0
			}
		}
		l.fades = fades
	} else {
		l.fades = nil
	}
	l.elapsed, l.duration = 0, ticks
	l.clip, l.finished, l.backward, l.done, l.place = c, false, false, 0, 0
	if l.halves < 0 && c != nil {
		l.place = c.duration
	}
}
