package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
)

// MaxFading is the largest number of playbacks that fade out of a [Channel].
const MaxFading = 4

// Fading is a playback that fades out, with its weight among all that fade out.
type Fading struct {
	Playback
	Weight float64
}

// Channel plays in one layer of a [Character]: one playback fades in while others fade out. It also
// holds the properties of the layer.
type Channel struct {
	Playback
	Fades             []Fading
	Elapsed, Duration float64
	Curve             func(x float64) float64 // nil is linear
	Paused            bool
	Sync              int // sync group; 0 is none
	// The remaining fields do not apply to the lowest layer.
	Weight, Target, Rate, TimeScale float64
	Mask                            *Mask
	Hidden                          bool // the mask was removed from the library
	Additive                        bool
}

// Event is a crossed marker of a clip, by its index, or -1 for the end of a playback.
type Event struct {
	Layer  int
	Clip   *assets.Clip
	Marker int
	Weight float64
}

// Frame is the result of advancing a [Character] by one frame.
type Frame struct {
	Pose   Pose
	Events []Event
	// Translation, in meters, and Yaw, in radians about the Y axis, are the root motion.
	Translation Vector
	Yaw         float64
}

// Character plays channels in layers, the lowest first.
type Character struct {
	Skeleton *assets.Skeleton
	Channels []Channel
}

// fadeIn returns the weight of the playback that fades in, from 0 to 1.
func (c *Channel) fadeIn() float64 {
	if len(c.Fades) == 0 || !(c.Elapsed < c.Duration) {
		return 1
	}
	x := math.Max(0, c.Elapsed/c.Duration)
	if c.Curve != nil {
		return c.Curve(x)
	}
	return x
}

// CrossFade begins a fade to another playback. Everything visible fades out, in its present
// proportions. If that is more than [MaxFading], that with the least weight is dropped. A frozen
// fade stops the playbacks that fade out.
func (c *Channel) CrossFade(next Playback, seconds float64, curve func(float64) float64, frozen bool) {
	if !(seconds > 0) {
		c.Fades, c.Playback = nil, next
		return
	}
	in := c.fadeIn()
	var fades []Fading
	for _, fade := range c.Fades {
		if fade.Weight *= 1 - in; fade.Weight > 0 {
			fades = append(fades, fade)
		}
	}
	current := Fading{c.Playback, in}
	if len(fades) == 0 {
		current.Weight = 1
	}
	if current.Mode == assets.Once && !current.Finished {
		current.Mode = assets.Hold // a playback that fades out stays visible at its end
	}
	fades = append(fades, current)
	if len(fades) > MaxFading {
		lightest := 0
		for i := range fades {
			if fades[i].Weight < fades[lightest].Weight {
				lightest = i
			}
		}
		fades = append(fades[:lightest:lightest], fades[lightest+1:]...)
	}
	sum := 0.0
	for _, fade := range fades {
		sum += fade.Weight
	}
	for i := range fades {
		fades[i].Weight /= sum
		if frozen {
			fades[i].Speed = 0
		}
	}
	c.Playback, c.Fades, c.Elapsed, c.Duration, c.Curve = next, fades, 0, seconds, curve
}

// advanceWeight moves the layer's weight toward its target.
func (c *Channel) advanceWeight(seconds float64) {
	step := seconds * c.Rate
	switch {
	case !(step > 0) || math.IsNaN(c.Target) || math.IsInf(c.Target, 0):
	case c.Weight < c.Target:
		c.Weight = math.Min(c.Weight+step, c.Target)
	default:
		c.Weight = math.Max(c.Weight-step, c.Target)
	}
}

// layerWeight returns the weight with which the layer is applied.
func (c *Channel) layerWeight() float64 {
	switch {
	case c.Hidden || math.IsNaN(c.Weight) || math.IsInf(c.Weight, 0):
		return 0
	case c.Additive:
		return Clamp(c.Weight, -1000, 1000)
	}
	return Clamp(c.Weight, 0, 1)
}

// playedClip is a playback of a channel after a frame, with its weight in the channel.
type playedClip struct {
	*Playback
	intervals []Interval
	finished  bool
	weight    float64
}

// leader is the playback that the others of its sync group follow.
type leader struct {
	start, end float64
	intervals  []Interval
	finished   bool
	backward   bool // its direction at the end of the frame
}

// Advance plays for a number of seconds and returns the result.
func (c *Character) Advance(seconds float64) Frame {
	var frame Frame
	var sum poseSum
	leaders := map[int]leader{}
	for i := range c.Channels {
		channel := &c.Channels[i]
		duration := seconds
		if i > 0 {
			if duration *= channel.TimeScale; !(channel.TimeScale > 0) || math.IsInf(channel.TimeScale, 0) {
				duration = 0
			}
		}
		if channel.Paused {
			duration = 0
		}
		channel.advanceWeight(duration)
		list := channel.play(duration, leaders)
		layerWeight := 1.0
		if i > 0 {
			layerWeight = channel.layerWeight()
		}
		for _, one := range list {
			frame.addEvents(i, one, layerWeight)
		}
		sum.addChannel(c.Skeleton, channel, list, layerWeight, i)
		frame.addRootMotion(i, channel, list, layerWeight)
	}
	frame.Pose = sum.pose()
	return frame
}

// Advance plays for a number of seconds, without a sync group.
func (c *Channel) Advance(seconds float64) { c.play(seconds, nil) }

// play advances the playbacks of the channel by a number of seconds.
func (c *Channel) play(seconds float64, leaders map[int]leader) []playedClip {
	var list []playedClip
	if len(c.Fades) > 0 {
		if c.Elapsed += seconds; !(c.Elapsed < c.Duration) {
			c.Fades = nil
		}
	}
	in := c.fadeIn()
	for i := range c.Fades {
		fade := &c.Fades[i]
		intervals, finished := fade.advance(seconds)
		list = append(list, playedClip{&fade.Playback, intervals, finished, (1 - in) * fade.Weight})
	}
	start, end := c.Span()
	if led, ok := leaders[c.Sync]; ok && c.Sync > 0 && end > start && led.end > led.start && !c.Paused {
		return append(list, c.follow(led, in))
	}
	_, taken := leaders[c.Sync]
	held := c.Paused && c.Sync > 0 && taken && (c.LoopLimit == 0 || c.LoopsDone < c.LoopLimit)
	if held && c.Backward && c.Mode != assets.PingPong && !c.Finished {
		speed := c.Speed // it keeps the leader's direction
		if c.Speed = 1; !(speed < 0) {
			c.Speed = -1
		}
		c.advance(0)
		c.Speed, c.Backward = speed, true
		return append(list, playedClip{&c.Playback, nil, false, in})
	}
	intervals, finished := c.advance(seconds)
	if c.Sync > 0 && !taken {
		if len(intervals) == 0 {
			intervals = []Interval{{From: c.Time, To: c.Time}}
		}
		leaders[c.Sync] = leader{start, end, intervals, finished, (c.Speed < 0) != c.Backward}
	}
	return append(list, playedClip{&c.Playback, intervals, finished, in})
}

// follow moves the playback to the same fraction of its span as the leader's. It counts the ends
// that the leader reaches as its own loops, and finishes at the last of them.
func (c *Channel) follow(led leader, in float64) playedClip {
	played := playedClip{&c.Playback, nil, false, in}
	start, end := c.Span()
	if c.Finished {
		if math.IsNaN(c.Time) || math.IsInf(c.Time, 0) {
			c.Time = start
		}
		c.Time = Clamp(c.Time, start, end)
		return played
	}
	at := func(time float64) float64 { return start + (time-led.start)/(led.end-led.start)*(end-start) }
	loops := c.Mode == assets.Loop || c.Mode == assets.PingPong
	left := -1
	switch {
	case !loops:
		left = 1
	case c.LoopLimit > 0:
		left = max(c.LoopLimit-c.LoopsDone, 0)
	}
	finish := func(at float64) playedClip {
		c.Time, c.Finished, played.finished = at, true, true
		return played
	}
	last := led.intervals[len(led.intervals)-1]
	c.Backward = led.backward != (c.Speed < 0)
	if left == 0 {
		if c.Mode == assets.PingPong {
			return finish(Clamp(c.Time, start, end))
		}
		if led.backward {
			return finish(start)
		}
		return finish(end)
	}
	for i, interval := range led.intervals {
		mapped := Interval{at(interval.From), at(interval.To), interval.Closed, interval.AtEnd}
		if interval.AtEnd {
			left--
			mapped.Closed = mapped.Closed || left == 0
			if loops && (left == 0 || !led.finished || i < len(led.intervals)-1) {
				// else it stays at the end of the loop
				c.LoopsDone++
			}
		}
		played.intervals = append(played.intervals, mapped)
		if interval.AtEnd && left == 0 {
			backward := mapped.To-start < end-mapped.To // an interval from an end to the same end has no direction
			c.Backward = backward != (c.Speed < 0)
			if backward {
				return finish(start)
			}
			return finish(end)
		}
	}
	c.Time = at(last.To)
	if last.Closed && !led.finished { // a loop that ends exactly at the end wrapped
		c.Time = start
		if last.backward() {
			c.Time = end
		}
	}
	return played
}

// addEvents appends the events of a playback.
func (f *Frame) addEvents(layer int, one playedClip, layerWeight float64) {
	weight := one.weight * layerWeight
	for _, part := range one.clipParts(one.intervals) {
		if part.clip == nil || !part.firesEvents {
			continue
		}
		for _, i := range crossedMarkers(part.clip, part.intervals) {
			if minWeight := float64(part.clip.Markers()[i].MinWeight); minWeight == 0 || math.Abs(weight) >= minWeight {
				f.Events = append(f.Events, Event{layer, part.clip, i, weight})
			}
		}
	}
	if one.finished {
		f.Events = append(f.Events, Event{layer, one.Clip, -1, weight})
	}
}

// addRootMotion blends the root motion of a channel over the layers below, or adds it.
func (f *Frame) addRootMotion(layer int, c *Channel, list []playedClip, layerWeight float64) {
	var translation Vector
	var yaw, shown, all float64
	for _, one := range list {
		all += one.weight
		if layer > 0 && !one.visible() {
			continue
		}
		for _, part := range one.clipParts(one.intervals) {
			w := one.weight * part.weight
			if w <= 0 || layer > 0 && part.clip == nil {
				continue
			}
			shown += w
			if part.clip != nil {
				step, rotation := rootMotionOver(part.clip, part.intervals)
				translation, yaw = translation.Add(step.Times(w)), yaw+w*rotation
			}
		}
	}
	if shown == 0 {
		return
	}
	root := c.Mask.joint(0)
	switch {
	case layer == 0:
		f.Translation, f.Yaw = translation.Times(1/shown), yaw/shown
	case c.Additive:
		f.Translation, f.Yaw = f.Translation.Add(translation.Times(layerWeight*root/all)),
			f.Yaw+layerWeight*root/all*yaw
	default:
		u := layerWeight * root * shown / all
		f.Translation, f.Yaw = f.Translation.lerp(translation.Times(1/shown), u), (1-u)*f.Yaw+u*yaw/shown
	}
}
