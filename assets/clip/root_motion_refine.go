package clip

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// sampleMotion fills the samples: one at the time of every key that takes part in the motion, and
// more between them where the tolerance needs them.
func (e *rootExtraction) sampleMotion() error {
	err := e.refine()
	if e.travel = e.measureTravel(); err != nil || !e.options.Steady || e.clip.Duration() == 0 {
		return err
	}
	e.steady, e.total = true, e.samples[len(e.samples)-1].motion
	return e.refine()
}

// requiredTimes returns the times in seconds, ascending, at which there must be a sample, and which
// of them are jumps: times at which a track with [Step] interpolation changes.
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
	order.Stable(times, cmp.Compare[float32])
	return slices.Compact(times), jumps
}

const (
	maxBisections  = 14      // how often the time between two required samples may be halved
	maxRootSamples = 1 << 20 // the largest number of samples
)

// refine samples the motion at the required times and halves the time between two samples until
// every carrier is within the tolerance between them.
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
				if len(pending) > maxBisections || len(e.samples) > maxRootSamples || middle <= before.key ||
					middle >= next.key {
					return fmt.Errorf(
						"at %.6g s: expected an error of at most %.3g m, found one that exceeds it by %.3g "+
							"m, even with keys %.3g s apart", at, e.tolerance, excess, next.time-before.time)
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

// newSample returns the sample at the time of a key in seconds, after the sample before, which is
// nil for the first. The times of the first and the last sample are the clip's exact start and end,
// which need not be float32.
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

// worstError returns the largest excess of the error over the tolerance between two samples in
// meters, and its time in seconds. It is 0 if every joint is within the tolerance.
//
// A quick bound at three times is enough to find most pairs of samples that are too far apart.
// Pairs that pass are measured more finely and around the largest error, which need not be at any
// of these times.
func (e *rootExtraction) worstError(a, b *rootSample) (meters, time float64) {
	best, bestU := math.Inf(-1), 0.5
	look := func(u float64, measure func(*rootExtraction, *carrierState) float64) {
		if excess := e.largestExcess(a, b, u, measure); !(excess <= best) {
			best, bestU = excess, u
		}
	}
	for _, u := range [...]float64{0.25, 0.5, 0.75} {
		look(u, (*rootExtraction).excessOfBound)
	}
	if best <= 0 {
		points := 16
		if best < -0.75*e.tolerance {
			points = 8
		}
		best = math.Inf(-1)
		for i := range points {
			look((float64(i)+0.5)/float64(points), (*rootExtraction).excess)
		}
		i, _ := slices.BinarySearch(e.timesBelow, a.time)
		for ; i < len(e.timesBelow) && e.timesBelow[i] < b.time; i++ {
			look((e.timesBelow[i]-a.time)/(b.time-a.time), (*rootExtraction).excess)
		}
		// The largest error lies between the neighbors of the largest measured one.
		for width := 0.5 / float64(points); best <= 0 && best > -0.75*e.tolerance && width > 1e-3; width /= 2 {
			center := bestU
			look(max(center-width, 0), (*rootExtraction).excess)
			look(min(center+width, 1), (*rootExtraction).excess)
		}
	}
	return max(best, 0), a.time + float64(bestU*(b.time-a.time))
}

// largestExcess returns the largest result of a measure for all carriers at the fraction u between
// two samples.
func (e *rootExtraction) largestExcess(a, b *rootSample, u float64,
	measure func(*rootExtraction, *carrierState) float64,
) float64 {
	state := carrierState{time: a.time + float64(u*(b.time-a.time))}
	state.motion = newMotion(a.motion.translation().Lerp(b.motion.translation(), u),
		a.motion.Yaw+float64(u*(b.motion.Yaw-a.motion.Yaw)))
	largest := math.Inf(-1)
	for i := range e.carriers {
		e.compare(&state, &e.carriers[i], &a.stripped[i], &b.stripped[i], u)
		if excess := measure(e, &state); !(excess <= largest) {
			largest = excess
		}
	}
	return largest
}

// carrierState is a carrier at one time, in the clip and in the new tracks with the motion applied.
type carrierState struct {
	carrier                       *carrier
	time                          float64 // seconds
	motion                        Motion
	want                          localTransform
	wantPosition, gotPosition     exact.Vec3 // in model space
	gotTranslation                exact.Vec3 // in the new tracks, without the motion
	gotRotation, strippedRotation exact.Quat // in the new tracks with the motion and without it
}

// compare computes the state of a carrier at the fraction u between two samples.
func (e *rootExtraction) compare(s *carrierState, c *carrier, a, b *strippedJoint, u float64) {
	s.carrier, s.want = c, c.tracks.at(s.time)
	s.gotTranslation = exact.ToVec3(exact.ToVec3(a.translation).Lerp(exact.ToVec3(b.translation), u).Float32())
	s.gotPosition = e.options.Up.rotate(s.motion.Yaw,
		c.parentToModel.Point(s.gotTranslation)).Add(s.motion.translation())
	s.wantPosition = c.parentToModel.Point(s.want.translation)
	if e.options.Yaw {
		var q [4]float32
		exact.Slerp(&q, &a.rotation, &b.rotation, float32(u))
		s.strippedRotation = exact.ToQuat(q)
		s.gotRotation = rotatedAbout(c.yawAxis, s.motion.Yaw, s.strippedRotation)
	}
}

// excessOfBound returns by how many meters a bound of a carrier's error exceeds the tolerance. The
// bound is the error of the carrier's position, plus how far the difference in rotation moves a
// point as far away as the skeleton's size.
func (e *rootExtraction) excessOfBound(s *carrierState) float64 {
	return s.gotPosition.Sub(s.wantPosition).Length() + float64(e.angleError(s)*e.size) - e.tolerance -
		s.rounding(e.size)
}

// excess returns by how many meters the error of a carrier or of a joint below it exceeds the
// tolerance. It is negative where all are within the tolerance.
func (e *rootExtraction) excess(s *carrierState) float64 {
	distance := s.gotPosition.Sub(s.wantPosition).Length()
	bound := distance + float64(e.angleError(s)*s.carrier.leverArm)
	if allowed := e.tolerance + s.rounding(e.size); bound <= allowed {
		return bound - allowed
	}
	below, leverArm := e.distanceBelow(s)
	return max(distance, below) - e.tolerance - s.rounding(max(e.size, leverArm))
}

// distanceBelow returns the largest distance in meters between a joint below the carrier in the
// clip and with the new tracks, and how far the farthest of these joints is from the carrier.
func (e *rootExtraction) distanceBelow(s *carrierState) (largest, leverArm float64) {
	c := s.carrier
	if !e.options.Yaw || len(c.below) == 0 {
		return 0, 0
	}
	// The positions below a carrier, in its own space, are the same in both.
	if e.matrices == nil {
		e.matrices = make([]exact.Affine, len(e.tracks))
	}
	for _, j := range c.below {
		local := e.tracks[j].at(s.time)
		matrix := local.matrix()
		if parent := e.clip.skeleton.Parent(j); parent != c.joint {
			matrix = e.matrices[parent].Mul(&matrix)
		}
		e.matrices[j] = matrix
		point := matrix.Translation().Times(s.want.scale)
		want := c.parentToModel.Point(s.want.rotation.Rotate(point).Add(s.want.translation))
		got := c.parentToModel.Point(s.strippedRotation.Rotate(point).Add(s.gotTranslation))
		got = e.options.Up.rotate(s.motion.Yaw, got).Add(s.motion.translation())
		largest, leverArm = max(largest, got.Sub(want).Length()), max(leverArm, want.Sub(s.wantPosition).Length())
	}
	return largest, leverArm
}

// angleError returns a bound in radians of the difference between the rotations.
func (e *rootExtraction) angleError(s *carrierState) float64 {
	if !e.options.Yaw {
		return 0
	}
	var same, opposite float64 // squared distances to the wanted quaternion and to its negative
	for i, v := range s.want.rotation {
		same += float64((s.gotRotation[i] - v) * (s.gotRotation[i] - v))
		opposite += float64((s.gotRotation[i] + v) * (s.gotRotation[i] + v))
	}
	return float64(2 * math.Sqrt(min(same, opposite)))
}

// rounding returns how far the rounding of a few float32 numbers moves a point that is some meters
// from the carrier.
func (s *carrierState) rounding(leverArm float64) float64 {
	const relative = 1.0 / (1 << 21)
	var magnitude float64
	for i, v := range s.motion.translation() {
		magnitude += math.Abs(s.wantPosition[i]) + math.Abs(v)
	}
	return float64((magnitude + leverArm) * relative)
}
