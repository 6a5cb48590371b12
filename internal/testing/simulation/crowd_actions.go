package simulation

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// The number of characters at the start, and its limits.
const (
	initialCount = 28
	maxCount     = 40
	minCount     = 20
)

// speeds are the speeds to choose from.
var speeds = [...]float32{1, -1, 0.37, -2.5, 7, 1, 0, -0.001, 1, 1.25}

// changePlayers is the script: it changes the crowd before a frame. Characters are spawned and
// removed in fixed frames; everything else is chosen by a random number generator that is the same
// on every machine.
func (w *crowd) changePlayers(frame int) error {
	switch {
	case frame == 1:
		for range initialCount {
			if _, err := w.spawn(); err != nil {
				return err
			}
		}
		for i := range w.characters {
			if err := w.playRandomClip(&w.characters[i]); err != nil {
				return err
			}
		}
		return w.attach(&w.characters[0])
	case frame%11 == 5 && len(w.characters) < maxCount:
		c, err := w.spawn()
		if err != nil {
			return err
		}
		return w.playRandomClip(c)
	case frame%13 == 7 && len(w.characters) > minCount:
		w.remove(w.random.IntN(len(w.characters)))
	}
	if err := w.chooseSkinned(frame); err != nil {
		return err
	}
	if frame%40 < 7 { // interrupts the fade of one character in each frame, until there are more fades than can be kept
		return w.fadeToRandomClip(&w.characters[frame/40%len(w.characters)], 0.5)
	}
	for range 3 {
		if err := w.changeRandomly(&w.characters[w.random.IntN(len(w.characters))]); err != nil {
			return err
		}
	}
	return nil
}

// chooseSkinned enables CPU skinning for one character in the first three of every 50 frames.
func (w *crowd) chooseSkinned(frame int) error {
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

// playRandomClip gives a character a random clip, speed and play mode.
func (w *crowd) playRandomClip(c *character) error {
	player := w.animation.Player(c.entity)
	if err := player.SetSpeed(speeds[w.random.IntN(len(speeds))]); err != nil {
		return err
	}
	if err := player.SetMode(assets.PlayMode(w.random.IntN(3)), uint32(w.random.IntN(4))); err != nil {
		return err
	}
	return player.CrossFade(c.model.Clips[w.random.IntN(len(c.model.Clips))], 0, systems.WithRestart())
}

// fadeToRandomClip crossfades a character to a random one of its clips.
func (w *crowd) fadeToRandomClip(c *character, duration float64) error {
	return w.animation.Player(c.entity).CrossFade(c.model.Clips[w.random.IntN(len(c.model.Clips))], duration,
		systems.WithRestart())
}

// changeRandomly makes one random change to a character.
func (w *crowd) changeRandomly(c *character) error {
	player := w.animation.Player(c.entity)
	switch w.random.IntN(12) {
	case 0:
		return w.playRandomClip(c)
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
		*w.details.Get(c.entity) = components.LevelOfDetail{
			Interval: uint16(w.random.IntN(5)),
			Culled:   w.random.IntN(4) == 0,
		}
	default:
		return w.fadeToRandomClip(c, float64(w.random.IntN(800))/1000)
	}
	return nil
}
