package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// advance moves a playback on by seconds, which are not negative, and brings its time into the clip. A speed that is
// not finite stands still, a time that is not finite becomes the clip's start. A loop or ping-pong through a clip of no
// duration stays at its start without end.
func advance(p *components.Playback, clip *assets.Clip, seconds float64) {
	if p.Time-p.Time != 0 {
		p.Time = clip.Start()
	}
	step := math.Abs(float64(seconds * float64(p.Speed)))
	if end := math.Abs(p.Time) + step; end-end != 0 {
		step = 0
	}
	switch {
	case p.Finished:
		p.Time = clip.Clamp(p.Time)
	case p.Mode == components.Loop:
		advanceLoop(p, clip, step)
	case p.Mode == components.PingPong:
		advancePingPong(p, clip, step)
	default:
		advanceOnce(p, clip, step)
	}
}

func advanceOnce(p *components.Playback, clip *assets.Clip, step float64) {
	if p.Speed < 0 {
		p.Time = clip.Clamp(p.Time - step)
		p.Finished = step > 0 && p.Time == clip.Start()
		return
	}
	p.Time = clip.Clamp(p.Time + step)
	p.Finished = step > 0 && p.Time == clip.End()
}

// advanceLoop measures the way from where a pass begins: the clip's start, or backwards its end.
func advanceLoop(p *components.Playback, clip *assets.Clip, step float64) {
	duration := clip.Duration()
	if !(duration > 0) {
		p.Time = clip.Start()
		return
	}
	backward := p.Speed < 0
	way := p.Time - clip.Start()
	if backward {
		way = clip.End() - p.Time
	}
	way = modulo(way, duration) + step
	if passes := math.Floor(way / duration); finishes(p, passes) {
		p.Time = clip.End()
		if backward {
			p.Time = clip.Start()
		}
		return
	}
	way = modulo(way, duration)
	if backward {
		p.Time = clip.End() - way
	} else {
		p.Time = clip.Start() + way
	}
}

// advancePingPong measures the way from the end of the clip that the pass began at. A seek beyond the clip goes there and
// back as playing would.
func advancePingPong(p *components.Playback, clip *assets.Clip, step float64) {
	start, end, duration := clip.Start(), clip.End(), clip.Duration()
	if !(duration > 0) {
		p.Time = start
		return
	}
	if p.Time < start || p.Time > end {
		x := modulo(p.Time-start, 2*duration)
		if x > duration {
			x = 2*duration - x
			p.Backward = !p.Backward
		}
		p.Time = clip.Clamp(start + x)
	}
	if step == 0 {
		return
	}
	falling := p.Backward != (p.Speed < 0)
	way := p.Time - start
	if falling {
		way = end - p.Time
	}
	way += step
	passes := math.Floor(way / duration)
	left := float64(p.Repeats) - float64(p.Passes)
	done := finishes(p, passes)
	if done {
		passes, way = left-1, duration // the last pass runs to its end
	} else {
		way = modulo(way, duration)
	}
	if math.Mod(passes, 2) != 0 {
		p.Backward = !p.Backward
		falling = !falling
	}
	if falling {
		p.Time = clip.Clamp(end - way)
	} else {
		p.Time = clip.Clamp(start + way)
	}
}

// finishes counts passes and says whether the playback has now made as many as it should; it is finished then.
func finishes(p *components.Playback, passes float64) bool {
	total := float64(p.Passes) + passes
	if p.Repeats > 0 && total >= float64(p.Repeats) {
		p.Passes, p.Finished = p.Repeats, true
		return true
	}
	p.Passes = uint32(min(total, math.MaxUint32))
	return false
}

// modulo returns x in [0, m) by whole m.
func modulo(x, m float64) float64 {
	if x >= 0 && x < m {
		return x
	}
	x = math.Mod(x, m)
	if x < 0 {
		x += m
	}
	if x >= m { // a tiny negative rest rounds up to m
		return 0
	}
	return x
}
