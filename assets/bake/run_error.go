package bake

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
)

// runSpacer measures the error of interpolation between unquantized frames over runs of a grid's
// cells. It remembers what it measured, since the same runs are tried with several limits.
type runSpacer struct {
	*baker
	grid  frameGrid
	known map[frameRun]runError
	// Scratch: a run's first frame, and the difference from it to the last.
	from, delta []float32
}

// runError is the largest error of a run in meters, or the first one that was found above a limit,
// and its time in seconds.
type runError struct{ meters, time, limit float64 }

// runSpacer returns the one for the rotations that are divided now, the first ones of the same
// list: their number tells which.
func (b *baker) runSpacer(g frameGrid) *runSpacer {
	s := b.spacers[len(b.divided)]
	if s == nil {
		n := len(b.clip.BaseLocals())
		s = &runSpacer{
			baker: b, grid: g, known: map[frameRun]runError{}, from: make([]float32, n), delta: make([]float32, n),
		}
		b.spacers[len(b.divided)] = s
	}
	return s
}

// interpolationError returns the error of interpolation between unquantized frames over a run.
func (s *runSpacer) interpolationError(r frameRun, limit float64) runError {
	e, known := s.known[r]
	if !known || e.meters > e.limit && e.meters <= limit {
		if r.intervals > 1 {
			e = s.measureDense(r, limit)
		} else {
			e = s.measureCells(r, limit)
		}
		e.limit = limit
		s.known[r] = e
	}
	return e
}

// measureCells measures a run of one interval. It begins in the middle, where the error of a long
// run is largest.
func (s *runSpacer) measureCells(r frameRun, limit float64) runError {
	copy(s.from, s.errorMetric.exactPose(r.time(s.grid, 0, 1)))
	alignHemispheres(s.from, s.clip.BaseLocals())
	s.divideRotations(s.from)
	copy(s.delta, s.errorMetric.exactPose(r.time(s.grid, 1, 1)))
	alignHemispheres(s.delta, s.from)
	s.divideRotations(s.delta)
	kernel.AddScaled(s.delta, s.from, -1)
	sample := func(time float64, locals []float32) {
		position := (float64((time-s.grid.origin)*s.grid.rate) - float64(r.firstCell)) / float64(r.cells)
		interpolate(locals, s.from, s.delta, float32(max(0, position)))
		writeStepped(s.stepped, time, locals)
	}
	worst := runError{}
	first, end := r.firstCell/2, (r.firstCell+r.cells+1)/2
	for k := range end - first {
		i := first + (k+(end-first)/2)%(end-first)
		p := s.cells.pair(i)
		from, to := 0, p.count
		if 2*i < r.firstCell {
			from = p.second
		}
		if 2*i+1 >= r.firstCell+r.cells {
			to = p.second
		}
		if e := s.errorMetric.errorBetween(p.comparisons, from, to, sample); !(e.meters <= worst.meters) {
			worst = e
		}
		if !(worst.meters <= limit) {
			break
		}
	}
	return worst
}

// measureDense measures one cell that is divided into several intervals.
func (s *runSpacer) measureDense(r frameRun, limit float64) runError {
	frames, deltas := make([][]float32, r.intervals+1), make([][]float32, r.intervals)
	previous := s.clip.BaseLocals()
	for k := range frames {
		frames[k] = s.sampleFrame(r.time(s.grid, k, r.intervals), previous)
		previous = frames[k]
		if k > 0 {
			deltas[k-1] = append([]float32(nil), frames[k]...)
			kernel.AddScaled(deltas[k-1], frames[k-1], -1)
		}
	}
	sample := func(time float64, locals []float32) {
		position := float64(float64(float64((time-s.grid.origin)*s.grid.rate)-float64(r.firstCell)) *
			float64(r.intervals))
		position = max(0, position)
		k := min(int(position), r.intervals-1)
		interpolate(locals, frames[k], deltas[k], float32(position-float64(k)))
		writeStepped(s.stepped, time, locals)
	}
	s.errorMetric.failed = 0
	meters := s.errorMetric.maxError(s.cells.dense(r), limit, sample)
	return runError{meters: meters, time: s.errorMetric.failedTime}
}

// interpolate does for unquantized frames, the first of which is given with the difference to the
// second, what [kernel.SampleBaked] does for baked ones.
func interpolate(dst, from, delta []float32, u float32) {
	copy(dst, from)
	kernel.AddScaled(dst, delta, u)
	kernel.Normalize(dst)
}

// errorBetween returns the largest error, from the index of one time of comparisons up to another,
// of the poses that sample writes.
func (e *errorMetric) errorBetween(comparisons []comparison, from, to int,
	sample func(time float64, locals []float32),
) runError {
	worst := runError{}
	for k, c := range comparisons {
		first := k * kernel.Lanes
		begin, end := max(from-first, 0), min(to-first, len(c.times))
		if begin >= end {
			continue
		}
		for lane := begin; lane < end; lane++ {
			sample(c.times[lane], e.lanePose(lane))
		}
		squares := e.laneDistances(c.expected)
		for lane := begin; lane < end; lane++ {
			if d := math.Sqrt(float64(squares[lane])); !(d <= worst.meters) {
				worst = runError{meters: d, time: c.times[lane]}
			}
		}
	}
	return worst
}
