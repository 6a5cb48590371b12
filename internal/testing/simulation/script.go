package simulation

import (
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// The piece begins with so many characters, and never has more than most or fewer than least.
const (
	first = 28
	most  = 40
	least = 20
)

// speeds are what players are set to.
var speeds = [...]float32{1, -1, 0.37, -2.5, 7, 1, 0, -0.001, 1, 1.25}

// act is the script: what happens before a frame. Entrances and exits have their times; who does what else is drawn from a
// generator that is the same on every machine.
func (w *stage) act(frame int) error {
	switch {
	case frame == 1:
		for range first {
			if _, err := w.spawn(); err != nil {
				return err
			}
		}
		for i := range w.characters {
			if err := w.play(&w.characters[i]); err != nil {
				return err
			}
		}
		return w.attach(&w.characters[0])
	case frame%11 == 5 && len(w.characters) < most:
		c, err := w.spawn()
		if err != nil {
			return err
		}
		return w.play(c)
	case frame%13 == 7 && len(w.characters) > least:
		w.remove(w.random.IntN(len(w.characters)))
	}
	if err := w.watch(frame); err != nil {
		return err
	}
	if frame%40 < 7 { // one whose fades are interrupted again and again, beyond what can fade at once
		return w.fade(&w.characters[frame/40%len(w.characters)], 500*time.Millisecond)
	}
	for range 3 {
		if err := w.direct(&w.characters[w.random.IntN(len(w.characters))]); err != nil {
			return err
		}
	}
	return nil
}

// watch has one character skinned on the CPU for the first frames of every 50.
func (w *stage) watch(frame int) error {
	if frame%50 < 3 {
		return w.animation.EnableVertices(w.characters[frame/50%len(w.characters)].entity)
	}
	for _, c := range w.characters {
		if w.skinned.Get(c.entity) != nil {
			w.skinned.Remove(c.entity)
		}
	}
	return nil
}

// play gives a character a clip, a speed and a way of ending.
func (w *stage) play(c *character) error {
	player := w.animation.Player(c.entity)
	if err := player.SetSpeed(speeds[w.random.IntN(len(speeds))]); err != nil {
		return err
	}
	if err := player.SetMode(assets.PlayMode(w.random.IntN(3)), uint32(w.random.IntN(4))); err != nil {
		return err
	}
	return player.CrossFade(c.model.Clips[w.random.IntN(len(c.model.Clips))], 0, systems.WithRestart())
}

// fade crossfades a character to another of its clips.
func (w *stage) fade(c *character, duration time.Duration) error {
	return w.animation.Player(c.entity).CrossFade(c.model.Clips[w.random.IntN(len(c.model.Clips))], duration, systems.WithRestart())
}

// direct has a character do one thing out of all that it can be told to.
func (w *stage) direct(c *character) error {
	player := w.animation.Player(c.entity)
	switch w.random.IntN(12) {
	case 0:
		return w.play(c)
	case 1:
		return player.Stop(0)
	case 2:
		return player.SetSpeed(speeds[w.random.IntN(len(speeds))])
	case 3:
		return player.SetMode(assets.PlayMode(w.random.IntN(3)), uint32(w.random.IntN(4)))
	case 4:
		return player.Seek(float64(w.random.IntN(4096)-1024) / 512)
	case 5:
		return player.Pause()
	case 6:
		return player.Resume()
	case 7:
		return w.attach(c)
	case 8:
		if w.kept.Get(c.entity) == nil {
			return w.animation.EnableModelMatrices(c.entity)
		}
		w.kept.Remove(c.entity)
	case 9:
		if w.details.Get(c.entity) == nil {
			w.details.Add(c.entity)
		}
		*w.details.Get(c.entity) = components.LevelOfDetail{Interval: uint16(w.random.IntN(5)), Culled: w.random.IntN(4) == 0}
	default:
		return w.fade(c, time.Duration(w.random.IntN(800))*time.Millisecond)
	}
	return nil
}
