package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// row is what was measured of a clip, or of several together.
type row struct {
	name               string
	clips, exact       int // exact is how many of the clips stay exact
	joints             int
	seconds            float64 // of animation
	raw, keys, bytes   int
	tolerance, largest float64       // meters for a character 1.8 m tall; largest is the largest error
	bake, sample       time.Duration // to bake; to sample a pose
	reasons            []string      // of clips that stay exact
}

func movesJoint(t clip.JointTrack) bool { return t.Property < clip.MorphWeights }

// keyBytes returns what the keys of a clip's joints take in memory. Times that several tracks share
// count once.
func keyBytes(c *assets.Clip) (bytes int) {
	timelines := map[int]bool{}
	for i, t := range c.Tracks() {
		if movesJoint(t) {
			bytes += 4 * len(t.Track.Values())
			timelines[c.Timeline(i)] = true
		}
	}
	for timeline := range timelines {
		bytes += 4 * len(c.Timelines()[timeline])
	}
	return bytes
}

// measure bakes the clips of a source with a tolerance in meters.
func (s *source) measure(tolerance float64) []row {
	rows := make([]row, len(s.clips))
	for i, c := range s.clips {
		var baked *bake.BakedClip
		var report bake.Report
		r := row{
			name: s.name + ": " + c.Name(), clips: 1, joints: c.Skeleton().Len(), seconds: c.Duration(),
			tolerance: tolerance,
		}
		r.bake = least(3, 1, func() { baked, report = bake.Bake(c, bake.Options{Tolerance: tolerance}) })
		r.raw, r.keys = report.RawBytes, keyBytes(c)
		var sample func(time float64, pose *rig.Pose)
		if baked == nil {
			r.exact, r.bytes = 1, r.keys
			r.reasons = []string{r.name + ": " + report.Reason}
			var sampler clip.Sampler
			sample = func(time float64, pose *rig.Pose) { sampler.Sample(c, time, pose.Locals, pose.Morphs) }
		} else {
			r.bytes = report.Bytes
			r.largest = largestError(c, baked, report.Tolerance/tolerance)
			sample = func(time float64, pose *rig.Pose) { baked.Sample(time, pose.Locals, pose.Morphs) }
		}
		r.sample = timeSampling(c, randomTimes(c), sample)
		rows[i] = r
	}
	return rows
}

// sum returns the rows of several clips as one: the sums of bytes, seconds and times to bake, the
// largest error, and the mean time to sample a pose.
func sum(name string, rows []row) row {
	total := row{name: name}
	for _, r := range rows {
		total.clips, total.exact, total.seconds = total.clips+r.clips, total.exact+r.exact, total.seconds+r.seconds
		total.raw, total.keys, total.bytes = total.raw+r.raw, total.keys+r.keys, total.bytes+r.bytes
		total.joints, total.tolerance, total.largest = max(total.joints, r.joints), r.tolerance,
			max(total.largest, r.largest)
		total.bake, total.sample = total.bake+r.bake, total.sample+r.sample*time.Duration(r.clips)
		total.reasons = append(total.reasons, r.reasons...)
	}
	total.sample /= time.Duration(max(1, total.clips))
	return total
}

// least returns the least time of several runs of a function, divided by how often a run does
// something.
func least(runs, times int, run func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range runs {
		start := time.Now()
		run()
		best = min(best, time.Since(start)/time.Duration(times))
	}
	return best
}

// poses is how many poses are sampled to find the time that one takes.
const poses = 1000

// randomTimes returns times at random in a clip.
func randomTimes(c *assets.Clip) []float64 {
	random := rand.New(rand.NewPCG(1, 1))
	times := make([]float64, poses)
	for i := range times {
		times[i] = c.Start() + random.Float64()*c.Duration()
	}
	return times
}

// timeSampling returns how long it takes to sample a pose, on average over times of a clip.
func timeSampling(c *assets.Clip, times []float64, sample func(time float64, pose *rig.Pose)) time.Duration {
	pose := rig.NewPose(c.Skeleton())
	return least(10, len(times), func() {
		for _, t := range times {
			sample(t, pose)
		}
	})
}

// maxTimes bounds the times at which a clip's error is measured.
const maxTimes = 1500

// errorTimes returns the key times of a clip, seven times between each two of them, and random
// times.
func errorTimes(c *assets.Clip) []float64 {
	times := []float64{c.Start(), c.End()}
	for i, t := range c.Tracks() {
		if movesJoint(t) {
			for _, key := range c.Timelines()[c.Timeline(i)] {
				times = append(times, c.Clamp(float64(key)))
			}
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	for k, keys := 1, len(times); k < keys; k++ {
		for part := 1; part < 8; part++ {
			times = append(times, times[k-1]+(times[k]-times[k-1])*float64(part)/8)
		}
	}
	random := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		times = append(times, c.Start()+random.Float64()*c.Duration())
	}
	if len(times) > maxTimes {
		random.Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
		times = times[:maxTimes]
	}
	return times
}

// largestError returns the largest error of a baked clip in meters for a character 1.8 m tall, by
// the float64 reference. Scale is the size of the skeleton relative to such a character.
func largestError(c *assets.Clip, baked *bake.BakedClip, scale float64) float64 {
	return newTruth(c, scale, bake.DefaultVertexDistance*scale, errorTimes(c)).errorOf(baked)
}

// truth is where the virtual vertices of a clip should be at a number of times, by the float64
// reference.
type truth struct {
	clip    *assets.Clip
	scale   float64 // the size of the skeleton relative to a character 1.8 m tall
	offsets []reference.Vector
	times   []float64            // seconds
	models  [][]reference.Matrix // by time, then joint
}

// newTruth poses a clip at times in seconds. Virtual vertices are at a distance from each joint, in
// units of the skeleton.
func newTruth(c *assets.Clip, scale, distance float64, times []float64) *truth {
	s := c.Skeleton()
	t := &truth{clip: c, scale: scale, times: times, offsets: make([]reference.Vector, s.Len())}
	for joint, m := range reference.Models(s, reference.Rest(s)) {
		for axis := range 3 {
			length := math.Sqrt(m[0][axis]*m[0][axis] + m[1][axis]*m[1][axis] + m[2][axis]*m[2][axis])
			if !(length > 1e-6) {
				length = 1
			}
			t.offsets[joint][axis] = max(distance/length, s.VertexDistance(joint))
		}
	}
	for _, time := range times {
		t.models = append(t.models, t.pose(reference.Sample(c, time)))
	}
	return t
}

// pose returns the model matrices of a pose of the clip. A pose of an additive clip is added to the
// rest pose.
func (t *truth) pose(p reference.Pose) []reference.Matrix {
	s := t.clip.Skeleton()
	if t.clip.Additive() {
		p = reference.Add(reference.Rest(s), p, nil, 1)
	}
	return reference.Models(s, p)
}

// errorOf is [truth.largestError] of a baked clip.
func (t *truth) errorOf(baked *bake.BakedClip) float64 {
	pose := rig.NewPose(t.clip.Skeleton())
	return t.largestError(func(_ int, time float64) reference.Pose {
		baked.Sample(time, pose.Locals, pose.Morphs)
		return reference.PoseOf(pose)
	})
}

// largestError returns the largest distance of a virtual vertex from where it should be, in meters
// for a character 1.8 m tall. Sample returns the pose at a time, of which it also gets the index.
func (t *truth) largestError(sample func(i int, time float64) reference.Pose) float64 {
	largest := 0.0
	for i, time := range t.times {
		got, want := t.pose(sample(i, time)), t.models[i]
		for joint := range got {
			for axis := range 3 {
				var vertex reference.Vector
				vertex[axis] = t.offsets[joint][axis]
				p, q := got[joint].Point(vertex), want[joint].Point(vertex)
				d := math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
				if !(d <= largest) {
					largest = d
				}
			}
		}
	}
	return largest / t.scale
}
