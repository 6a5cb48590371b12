package clip

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// run fills the nodes: the moments of all keys that have a part in the motion, and between them as many more as it takes.
func (w *rootExtraction) sampleMotion() error {
	if err := w.refine(); err != nil || !w.options.Steady || w.clip.Duration() == 0 {
		return err
	}
	w.steady, w.total = true, w.samples[len(w.samples)-1].motion
	return w.refine()
}

// moments returns the times of the keys that there must be, in order, and of those the ones that a value jumps to.
func (w *rootExtraction) requiredTimes() (times []float32, jumps map[float32]bool) {
	start, end := w.clip.start, w.clip.end
	jumps = map[float32]bool{}
	add := func(j *jointTracks) {
		for _, t := range j.all() {
			if t == nil {
				continue
			}
			for k, time := range t.times {
				if !(float64(time) > start && float64(time) <= end) {
					continue
				}
				times = append(times, time)
				if t.interpolation == Step && k > 0 {
					// The value before holds until the last moment that a key can have.
					times = append(times, math.Nextafter32(time, -math.MaxFloat32))
					jumps[time] = true
				}
			}
		}
	}
	for _, j := range w.path {
		add(&w.tracks[j])
	}
	for i := range w.carriers[1:] {
		add(&w.carriers[1+i].tracks)
	}
	first, last := float32(start), float32(end)
	times = slices.DeleteFunc(times, func(t float32) bool { return t <= first || t >= last })
	times = append(times, first, last)
	slices.Sort(times)
	return slices.Compact(times), jumps
}

const (
	// maxRootDepth is how often the time between two keys is halved at most, and maxRootNodes how many moments there may be.
	maxBisections  = 14
	maxRootSamples = 1 << 20
)

func (w *rootExtraction) refine() error {
	times, jumps := w.requiredTimes()
	w.samples = w.samples[:0]
	w.add(w.newSample(times[0], nil))
	for _, target := range times[1:] {
		pending := []float32{target}
		for len(pending) > 0 {
			before := &w.samples[len(w.samples)-1]
			next := w.newSample(pending[len(pending)-1], before)
			jump := jumps[next.key] && math.Nextafter32(before.key, math.MaxFloat32) == next.key
			if off, at := w.worstError(before, &next); !jump && off > 0 {
				middle := float32((float64(before.key) + float64(next.key)) / 2)
				if len(pending) > maxBisections || len(w.samples) > maxRootSamples || middle <= before.key || middle >= next.key {
					return fmt.Errorf("keys as close as %.3g s do not keep it within %.3g m: at %.6g s it is %.3g m more off",
						next.time-before.time, w.tolerance, at, off)
				}
				pending = append(pending, middle)
				continue
			}
			w.add(next)
			pending = pending[:len(pending)-1]
		}
	}
	return nil
}

func (w *rootExtraction) add(n rootSample) { w.samples = append(w.samples, n) }

// node returns what is at a moment. The first and the last are the clip's very start and end, which need not be float32.
func (w *rootExtraction) newSample(key float32, before *rootSample) rootSample {
	n := rootSample{time: float64(key), key: key}
	switch key {
	case float32(w.clip.start):
		n.time = w.clip.start
	case float32(w.clip.end):
		n.time = w.clip.end
	}
	if before != nil {
		n.motion = w.motionAt(n.time, before.motion)
	}
	for i := range w.carriers {
		at := w.stripJoint(&w.carriers[i], n.time, n.motion)
		if before != nil && exact.Dot32(at.rotation, before.stripped[i].rotation) < 0 {
			for k := range at.rotation {
				at.rotation[k] = -at.rotation[k]
			}
		}
		n.stripped = append(n.stripped, at)
	}
	return n
}

// error returns by how much more than it may a joint is off between two moments, with the motion put back, and when. It is 0
// where all is well.
func (w *rootExtraction) worstError(a, b *rootSample) (meters, time float64) {
	for _, u := range [...]float64{0.25, 0.5, 0.75} {
		at := a.time + float64(u*(b.time-a.time))
		m := newMotion(mix3(a.motion.translation(), b.motion.translation(), u), a.motion.Yaw+float64(u*(b.motion.Yaw-a.motion.Yaw)))
		for i := range w.carriers {
			if off := w.carrierError(&w.carriers[i], at, u, m, &a.stripped[i], &b.stripped[i]); !(off <= meters) {
				meters, time = off, at
			}
		}
	}
	return meters, time
}

// off returns by how much more than it may a mover is off at the fraction u between two moments.
func (w *rootExtraction) carrierError(m *carrier, time, u float64, motion Motion, a, b *strippedJoint) float64 {
	want := m.tracks.at(time)
	// What sampling the new tracks will give, with the motion put back.
	var p [3]float64
	for i, v := range mix3(wide3(a.translation), wide3(b.translation), u) {
		p[i] = float64(float32(v))
	}
	got := w.options.Up.rotate(motion.Yaw, m.parentToModel.point(p))
	right := m.parentToModel.point(want.translation)
	var off, large float64
	for i, v := range motion.translation() {
		d := got[i] + v - right[i]
		off += float64(d * d)
		large += math.Abs(right[i]) + math.Abs(v)
	}
	off = math.Sqrt(off)
	if w.options.Yaw {
		var q [4]float32
		exact.Slerp(&q, &a.rotation, &b.rotation, float32(u))
		turned := turnBy(m.yawAxis, motion.Yaw, [4]float64{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])})
		var apart, opposite float64
		for i, v := range want.rotation {
			apart += float64((turned[i] - v) * (turned[i] - v))
			opposite += float64((turned[i] + v) * (turned[i] + v))
		}
		off += float64(2 * math.Sqrt(min(apart, opposite)) * w.size) // as far as it takes what hangs from the joint
	}
	const rounding = 1.0 / (1 << 21) // of a few float32 numbers
	return max(0, off-w.tolerance-float64((large+w.size)*rounding))
}

func mix3(a, b [3]float64, u float64) (out [3]float64) {
	for i := range a {
		out[i] = a[i] + float64(u*(b[i]-a[i]))
	}
	return out
}

func wide3(v [3]float32) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }
