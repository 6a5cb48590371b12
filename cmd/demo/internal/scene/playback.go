package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
)

// playing is a way to play a clip.
type playing struct {
	sign  string
	mode  assets.PlayMode
	speed float32
}

// playings are the ways of [NewPlayback]. The last one is paused now and then.
var playings = []playing{
	{"loop", assets.Loop, 1},
	{"slow", assets.Loop, 0.5},
	{"backward", assets.Loop, -1},
	{"ping-pong", assets.PingPong, 1},
	{"once", assets.Once, 1},
	{"hold", assets.Hold, 1},
	{"paused", assets.Loop, 1},
}

// playbackPeriod is the time after which those start again that end by themselves, in seconds.
const playbackPeriod = Period

// onceFadeOut is how long the one that plays once takes to fade out to the rest pose, in seconds.
const onceFadeOut = 0.4

// pausePeriod is how often the last character pauses, for half of that time, in seconds.
const pausePeriod = 1.4

// NewPlayback returns a scene of mannequins that play one clip in different ways: looped, slower,
// backward, as a ping-pong, once, once and then held, and with pauses. The knob in front of each
// shows the time in the clip.
func NewPlayback(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newCastScene(library, model)
	if err != nil {
		return nil, err
	}
	var gauges []gauge
	for i, x := range spread(len(playings), 0.95) {
		p := playings[i]
		a, err := s.signed(models[i], p.sign, x, models[i].Clip("jump"))
		if err != nil {
			return nil, err
		}
		player := s.animation.Player(a.entity)
		if err := errors.Join(player.SetMode(p.mode, 0), player.SetSpeed(p.speed)); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		if p.mode == assets.Once { // it fades out to a pose whose feet stand elsewhere
			player.Playback().FadeOut = onceFadeOut
			feet, err := s.placeFeet(models[i], level)
			if err != nil {
				return nil, err
			}
			if err := s.standOn(a, feet); err != nil {
				return nil, err
			}
		}
		g, err := s.addGauge(x, inFront, 0.6)
		if err != nil {
			return nil, err
		}
		gauges = append(gauges, g)
	}
	rounds := 0.0
	remember(s, &rounds)
	s.direct = func(time float64) error {
		round := math.Floor((time + timeTolerance) / playbackPeriod)
		for i, a := range s.characters {
			player := s.animation.Player(a.entity)
			if mode := playings[i].mode; round != rounds && (mode == assets.Once || mode == assets.Hold) {
				if err := player.Restart(); err != nil {
					return err
				}
			}
		}
		rounds = round
		last := s.animation.Player(s.characters[len(s.characters)-1].entity)
		if math.Mod(time, pausePeriod) < pausePeriod/2 {
			return last.Resume()
		}
		return last.Pause()
	}
	s.observe = func(float64) error {
		for i, a := range s.characters {
			if c := library.Clip(s.animation.Player(a.entity).Component().Motion); c != nil && c.Duration() > 0 {
				s.show(gauges[i], (s.animation.Player(a.entity).Component().Time-c.Start())/c.Duration())
			}
		}
		return nil
	}
	if err := s.addCourt(area{half: 3.6}); err != nil {
		return nil, err
	}
	s.fit()
	s.longest = 1.0 / 30 // so that restarts and pauses come at their time in long updates too
	s.yaw, s.pitch, s.distance = 0, 12, 0.88
	return s, s.Update(0)
}
