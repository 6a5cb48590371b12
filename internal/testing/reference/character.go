package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
)

// MaxFading is how many motions fade out of a [Channel] at most.
const MaxFading = 4

// Fading is a motion that fades out, with its part of what did when the fade began.
type Fading struct {
	Playing
	Weight float64
}

// Channel is what plays in one layer of a [Character]: a motion that fades in while others fade out, and how the layer shows.
type Channel struct {
	Playing
	Fades             []Fading
	Elapsed, Duration float64
	Curve             func(x float64) float64 // nil is straight
	Paused            bool
	Sync              int // group; 0 is none
	// What follows is of layers above the lowest.
	Weight, Target, Rate, TimeScale float64
	Mask                            *Mask
	Hidden                          bool // the mask is gone
	Additive                        bool
}

// Fired is an event: a marker of a clip that was passed, or -1 for a motion that has come to its end.
type Fired struct {
	Layer  int
	Clip   *assets.Clip
	Marker int
	Weight float64
}

// Moment is what a character makes of a frame.
type Moment struct {
	Pose  Pose
	Fired []Fired
	// Way and Yaw are the root motion about the Y axis, in radians.
	Way Vector
	Yaw float64
}

// Character plays channels over each other, the lowest first.
type Character struct {
	Skeleton *assets.Skeleton
	Channels []Channel
}

// in returns how far the fade is.
func (c *Channel) in() float64 {
	if len(c.Fades) == 0 || !(c.Elapsed < c.Duration) {
		return 1
	}
	x := math.Max(0, c.Elapsed/c.Duration)
	if c.Curve != nil {
		return c.Curve(x)
	}
	return x
}

// Cross begins a fade to another motion. All that shows fades out in the proportions it has; of too many the lightest ends.
func (c *Channel) Cross(next Playing, seconds float64, curve func(float64) float64, frozen bool) {
	if !(seconds > 0) {
		c.Fades, c.Playing = nil, next
		return
	}
	in := c.in()
	var fades []Fading
	for _, fade := range c.Fades {
		if fade.Weight *= 1 - in; fade.Weight > 0 {
			fades = append(fades, fade)
		}
	}
	current := Fading{c.Playing, in}
	if len(fades) == 0 {
		current.Weight = 1
	}
	if current.Mode == assets.Once && !current.Finished {
		current.Mode = assets.Hold // it stays until it is gone
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
	c.Playing, c.Fades, c.Elapsed, c.Duration, c.Curve = next, fades, 0, seconds, curve
}

// weigh moves the layer's weight toward its target.
func (c *Channel) weigh(seconds float64) {
	step := seconds * c.Rate
	switch {
	case !(step > 0) || math.IsNaN(c.Target) || math.IsInf(c.Target, 0):
	case c.Weight < c.Target:
		c.Weight = math.Min(c.Weight+step, c.Target)
	default:
		c.Weight = math.Max(c.Weight-step, c.Target)
	}
}

// shows returns how much of the layer shows.
func (c *Channel) shows() float64 {
	switch {
	case c.Hidden || math.IsNaN(c.Weight) || math.IsInf(c.Weight, 0):
		return 0
	case c.Additive:
		return Clamp(c.Weight, -1000, 1000)
	}
	return Clamp(c.Weight, 0, 1)
}

// played is a motion of a channel, as a frame left it.
type played struct {
	*Playing
	legs     []Leg
	finished bool
	weight   float64
}

// leader is the motion that the others of its sync group follow.
type leader struct {
	start, end float64
	from       float64
	legs       []Leg
	finished   bool
}

// Advance lets seconds pass and returns the frame.
func (c *Character) Advance(seconds float64) Moment {
	var moment Moment
	var below sum
	leaders := map[int]leader{}
	for i := range c.Channels {
		channel := &c.Channels[i]
		lasts := seconds
		if i > 0 {
			if lasts *= channel.TimeScale; !(channel.TimeScale > 0) || math.IsInf(channel.TimeScale, 0) {
				lasts = 0
			}
		}
		if channel.Paused {
			lasts = 0
		}
		channel.weigh(lasts)
		list := channel.play(lasts, leaders)
		shows := 1.0
		if i > 0 {
			shows = channel.shows()
		}
		for _, one := range list {
			moment.fire(i, one, shows)
		}
		below.lay(c.Skeleton, channel, list, shows, i)
		moment.travel(i, channel, list, shows)
	}
	moment.Pose = below.pose()
	return moment
}

// Pass lets seconds pass for what the channel plays, which follows nobody.
func (c *Channel) Pass(seconds float64) { c.play(seconds, nil) }

// play moves what the channel plays on.
func (c *Channel) play(seconds float64, leaders map[int]leader) []played {
	var list []played
	if len(c.Fades) > 0 {
		if c.Elapsed += seconds; !(c.Elapsed < c.Duration) {
			c.Fades = nil
		}
	}
	in := c.in()
	for i := range c.Fades {
		fade := &c.Fades[i]
		legs, finished := fade.advance(seconds)
		list = append(list, played{&fade.Playing, legs, finished, (1 - in) * fade.Weight})
	}
	start, end := c.Span()
	if led, ok := leaders[c.Sync]; ok && c.Sync > 0 && end > start && led.end > led.start && !c.Paused {
		return append(list, c.follow(led, in))
	}
	legs, finished := c.advance(seconds)
	if _, taken := leaders[c.Sync]; c.Sync > 0 && !taken {
		if len(legs) == 0 {
			legs = []Leg{{c.Time, c.Time, false}}
		}
		leaders[c.Sync] = leader{start, end, legs[0].From, legs, finished}
	}
	return append(list, played{&c.Playing, legs, finished, in})
}

// follow puts a motion at the part of its own where the leader is.
func (c *Channel) follow(led leader, in float64) played {
	start, end := c.Span()
	at := func(time float64) float64 { return start + (time-led.start)/(led.end-led.start)*(end-start) }
	list := played{&c.Playing, nil, led.finished, in}
	last := led.legs[len(led.legs)-1]
	if math.Abs(c.Time-at(led.from)) < 1e-9 {
		for _, leg := range led.legs {
			list.legs = append(list.legs, Leg{at(leg.From), at(leg.To), leg.Whole})
		}
	} else {
		list.finished = false
	}
	c.Time = at(last.To)
	if last.Whole && !led.finished { // a loop that ends just there is at its beginning again
		c.Time = start
		if last.backward() {
			c.Time = end
		}
	}
	return list
}

// fire adds the events of a motion.
func (m *Moment) fire(layer int, one played, shows float64) {
	weight := one.weight * shows
	for _, part := range one.parts(one.legs) {
		if part.clip == nil || !part.fires {
			continue
		}
		for _, i := range passed(part.clip, part.legs) {
			if least := float64(part.clip.Markers()[i].MinWeight); least == 0 || math.Abs(weight) >= least {
				m.Fired = append(m.Fired, Fired{layer, part.clip, i, weight})
			}
		}
	}
	endless := (one.Mode == assets.Loop || one.Mode == assets.PingPong) && one.Repeats == 0
	if one.finished && !endless { // a motion without end may follow one that finished
		m.Fired = append(m.Fired, Fired{layer, one.Clip, -1, weight})
	}
}

// travel mixes the movement of a channel into that of those below it.
func (m *Moment) travel(layer int, c *Channel, list []played, shows float64) {
	var way Vector
	var yaw, counted, all float64
	for _, one := range list {
		all += one.weight
		if layer > 0 && !one.shown() {
			continue
		}
		for _, part := range one.parts(one.legs) {
			w := one.weight * part.weight
			if w <= 0 || layer > 0 && part.clip == nil {
				continue
			}
			counted += w
			if part.clip != nil {
				step, turn := Traveled(part.clip, part.legs)
				way, yaw = way.Add(step.Times(w)), yaw+w*turn
			}
		}
	}
	if counted == 0 {
		return
	}
	root := c.Mask.joint(0)
	switch {
	case layer == 0:
		m.Way, m.Yaw = way.Times(1/counted), yaw/counted
	case c.Additive:
		m.Way, m.Yaw = m.Way.Add(way.Times(shows*root/all)), m.Yaw+shows*root/all*yaw
	default:
		u := shows * root * counted / all
		m.Way, m.Yaw = m.Way.lerp(way.Times(1/counted), u), (1-u)*m.Yaw+u*yaw/counted
	}
}
