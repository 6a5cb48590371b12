package bake

import (
	"math"
	"slices"
)

// maxBakedRate bounds the frames a second where a step of the grid is cut in parts.
const maxBakedRate = 500

// span is a run of steps of a grid with frames spread evenly over it: more than one step that one interval will do for, or one
// step in several parts.
type span struct {
	first, steps, parts int
}

// partCounts are the numbers of parts that a span may have, and spanLengths those of steps.
var (
	partCounts  = [16]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}
	spanLengths = [...]int{1, 2, 3, 4, 6, 8, 12, 15}
)

// time returns when a place within the span is, from 0 at its first frame to 1 at the one behind its last.
func (s span) time(g grid, place float64) float64 {
	return g.time(float64(s.first) + float64(place*float64(s.steps)))
}

// cut divides a grid into spans with as few frames as keep the error of interpolation below a limit in meters: each span is made as
// long as it will do. Where no number of parts will do, it returns the error and the time in seconds.
func (b *baker) cut(g grid, limit float64) (spans []span, meters, at float64) {
	keys := keyTimes(b.clip)
	for k := 0; k < g.intervals; {
		s := span{k, 1, 1}
		meters = b.spanError(g, s, keys, limit)
		if meters <= limit {
			for _, steps := range spanLengths[1:] {
				longer := span{k, steps, 1}
				if k+steps > g.intervals || !(b.spanError(g, longer, keys, limit) <= limit) {
					break
				}
				s = longer
			}
		} else {
			for _, s.parts = range partCounts[1:] {
				if meters = b.spanError(g, s, keys, limit); meters <= limit || float64(float64(s.parts)*g.rate) >= maxBakedRate {
					break
				}
			}
			if !(meters <= limit) {
				return nil, meters, b.errorMetric.suspect
			}
		}
		spans = append(spans, s)
		k += s.steps
	}
	return spans, 0, 0
}

// spanError returns the error that frames of float32 would have over a span, or some error above the limit.
func (b *baker) spanError(g grid, s span, keys []float64, limit float64) float64 {
	frames := make([][]float32, s.parts+1)
	before := b.clip.BaseLocals()
	for k := range frames {
		frames[k] = b.frame(s.time(g, float64(k)/float64(s.parts)), before)
		before = frames[k]
	}
	b.errorMetric.expect(b.spanMoments(nil, g, s, keys, 4))
	return b.errorMetric.error(limit, func(time float64, locals []float32) {
		place := float64(float64(float64((time-g.first)*g.rate)-float64(s.first)) * float64(s.parts))
		place = max(0, place/float64(s.steps))
		k := min(int(place), s.parts-1)
		interpolate(locals, frames[k], frames[k+1], float32(place-float64(k)))
	})
}

// spanMoments appends when to compare in a span: at so many places of each of its steps and parts, at every key between its frames, and
// just before it. There is at least one.
func (b *baker) spanMoments(times []float64, g grid, s span, keys []float64, density int) []float64 {
	from, to := s.time(g, 0), s.time(g, 1)
	times = append(times, b.clip.Clamp(from))
	add := func(t float64) {
		if t >= b.clip.Start() && t <= b.clip.End() {
			times = append(times, t)
		}
	}
	n := s.steps * s.parts * density
	for k := 1; k < n; k++ {
		add(s.time(g, float64(k)/float64(n)))
	}
	steps := hasSteps(b.clip)
	first, _ := slices.BinarySearch(keys, from)
	for _, t := range keys[first:] {
		if t > to {
			break
		}
		add(t)
		if before := math.Nextafter(t, math.Inf(-1)); steps && before >= from {
			add(before)
		}
	}
	return times
}

// frameTable packs, for each step of a grid, where its frames are; see [BakedClip.locate]. It is nil where every step has one.
func frameTable(g grid, spans []span) []uint32 {
	list := make([]uint32, 0, g.intervals)
	frame := 0
	for _, s := range spans {
		parts := slices.Index(partCounts[:], s.parts)
		for back := range s.steps {
			list = append(list, uint32(frame|back<<frameBits|s.steps<<(frameBits+4)|parts<<(frameBits+8)))
		}
		frame += s.parts
	}
	if len(spans) == g.intervals && frame == g.intervals {
		return nil
	}
	return list
}

// frameBits is how many bits of an entry of the table are the number of a frame.
const frameBits = 20
