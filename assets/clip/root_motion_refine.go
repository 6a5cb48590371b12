package clip

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// sampleMotion fills the samples: one at the time of every key that takes part in the motion, and more between them
// where the tolerance needs them.
func (e *rootExtraction) sampleMotion() error {
	if err := e.refine(); err != nil || !e.options.Steady || e.clip.Duration() == 0 {
		return err
	}
	e.steady, e.total = true, e.samples[len(e.samples)-1].motion
	return e.refine()
}

// requiredTimes returns the times in seconds, ascending, at which there must be a sample, and which of them are jumps:
// times at which a track with [Step] interpolation changes.
func (e *rootExtraction) requiredTimes() (times []float32, jumps map[float32]bool) {
	start, end := e.clip.start, e.clip.end
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
					// The value before is kept until the last time below that a key can have.
					times = append(times, math.Nextafter32(time, -math.MaxFloat32))
					jumps[time] = true
				}
			}
		}
	}
	for _, j := range e.path {
		add(&e.tracks[j])
	}
	for i := range e.carriers[1:] {
		add(&e.carriers[1+i].tracks)
	}
	first, last := float32(start), float32(end)
	times = slices.DeleteFunc(times, func(t float32) bool { return t <= first || t >= last })
	times = append(times, first, last)
	slices.Sort(times)
	return slices.Compact(times), jumps
}

const (
	maxBisections  = 14      // how often the time between two required samples may be halved
	maxRootSamples = 1 << 20 // the largest number of samples
)

// refine samples the motion at the required times and halves the time between two samples until every carrier is within
// the tolerance between them.
func (e *rootExtraction) refine() error {
	times, jumps := e.requiredTimes()
	e.samples = e.samples[:0]
	e.samples = append(e.samples, e.newSample(times[0], nil))
	for _, target := range times[1:] {
		pending := []float32{target}
		for len(pending) > 0 {
			before := &e.samples[len(e.samples)-1]
			next := e.newSample(pending[len(pending)-1], before)
			jump := jumps[next.key] && math.Nextafter32(before.key, math.MaxFloat32) == next.key
			if excess, at := e.worstError(before, &next); !jump && excess > 0 {
				middle := float32((float64(before.key) + float64(next.key)) / 2)
				if len(pending) > maxBisections || len(e.samples) > maxRootSamples || middle <= before.key || middle >= next.key {
					return fmt.Errorf("at %.6g s the error exceeds the tolerance of %.3g m by %.3g m, even with keys %.3g s apart",
						at, e.tolerance, excess, next.time-before.time)
				}
				pending = append(pending, middle)
				continue
			}
			e.samples = append(e.samples, next)
			pending = pending[:len(pending)-1]
		}
	}
	return nil
}

// newSample returns the sample at the time of a key in seconds, after the sample before, which is nil for the first.
// The times of the first and the last sample are the clip's exact start and end, which need not be float32.
func (e *rootExtraction) newSample(key float32, before *rootSample) rootSample {
	n := rootSample{time: float64(key), key: key}
	switch key {
	case float32(e.clip.start):
		n.time = e.clip.start
	case float32(e.clip.end):
		n.time = e.clip.end
	}
	if before != nil {
		n.motion = e.motionAt(n.time, before.motion)
	}
	for i := range e.carriers {
		local := e.stripJoint(&e.carriers[i], n.time, n.motion)
		if before != nil && exact.Dot32(local.rotation, before.stripped[i].rotation) < 0 {
			for k := range local.rotation {
				local.rotation[k] = -local.rotation[k]
			}
		}
		n.stripped = append(n.stripped, local)
	}
	return n
}

// worstError returns the largest excess of [rootExtraction.carrierError] between two samples, and its time in seconds.
// It is 0 if every carrier is within the tolerance.
func (e *rootExtraction) worstError(a, b *rootSample) (meters, time float64) {
	for _, u := range [...]float64{0.25, 0.5, 0.75} {
		at := a.time + float64(u*(b.time-a.time))
		motion := newMotion(a.motion.translation().Lerp(b.motion.translation(), u), a.motion.Yaw+float64(u*(b.motion.Yaw-a.motion.Yaw)))
		for i := range e.carriers {
			if excess := e.carrierError(&e.carriers[i], at, u, motion, &a.stripped[i], &b.stripped[i]); !(excess <= meters) {
				meters, time = excess, at
			}
		}
	}
	return meters, time
}

// carrierError returns by how many meters a carrier's error exceeds the tolerance at the fraction u between two
// samples, or 0. The error is the distance between the joint in the clip and in the new tracks with the motion applied,
// plus what the difference in rotation moves a point as far from the joint as the skeleton's size.
func (e *rootExtraction) carrierError(c *carrier, time, u float64, motion Motion, a, b *strippedJoint) float64 {
	want := c.tracks.at(time)
	sampled := exact.ToVec3(a.translation).Lerp(exact.ToVec3(b.translation), u).Float32()
	got := e.options.Up.rotate(motion.Yaw, c.parentToModel.Point(exact.ToVec3(sampled))).Add(motion.translation())
	position := c.parentToModel.Point(want.translation)
	distance := got.Sub(position).Length()
	if e.options.Yaw {
		var q [4]float32
		exact.Slerp(&q, &a.rotation, &b.rotation, float32(u))
		rotation := rotatedAbout(c.yawAxis, motion.Yaw, exact.ToQuat(q))
		var same, opposite float64 // squared distances to the wanted quaternion and to its negative
		for i, v := range want.rotation {
			same += float64((rotation[i] - v) * (rotation[i] - v))
			opposite += float64((rotation[i] + v) * (rotation[i] + v))
		}
		distance += float64(2 * math.Sqrt(min(same, opposite)) * e.size)
	}
	// The rounding of a few float32 numbers of this size.
	const rounding = 1.0 / (1 << 21)
	var magnitude float64
	for i, v := range motion.translation() {
		magnitude += math.Abs(position[i]) + math.Abs(v)
	}
	return max(0, distance-e.tolerance-float64((magnitude+e.size)*rounding))
}
