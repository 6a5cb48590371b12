package scene

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// crewed is a world with the same crowd as the others, but another number of workers.
type crewed struct {
	workers int
	scene   *Scene
	seconds [recentFrames]float64 // that the animation's last frames took, a ring buffer
	frames  int
}

// recentFrames is of how many frames the text shows the shortest one: what else runs on the machine
// disturbs the others.
const recentFrames = 60

// add records the time of a frame.
func (c *crewed) add(seconds float64) {
	c.seconds[c.frames%recentFrames] = seconds
	c.frames++
}

// least returns the time of the shortest one of the recent frames.
func (c *crewed) least() float64 { return slices.Min(c.seconds[:max(1, min(c.frames, recentFrames))]) }

// crews returns the numbers of workers that are compared: 1, 2, 4 and so on, up to the number of
// processors that Go uses.
func crews() (list []int) {
	for n := 1; n < runtime.GOMAXPROCS(0); n *= 2 {
		list = append(list, n)
	}
	return append(list, runtime.GOMAXPROCS(0))
}

// rowCrowd is the number of characters of [NewMultithreading].
const rowCrowd = 30 * 20

// NewMultithreading returns a scene of a crowd that is animated several times over, in worlds of
// their own, by different numbers of workers. The text shows how long each took.
func NewMultithreading(library *assets.Library, model *assets.Model) (*Scene, error) {
	models, err := cast(library, model)
	if err != nil {
		return nil, err
	}
	var all []*crewed
	var shown *Scene // the scene that is drawn has the most workers
	for _, workers := range crews() {
		s, err := newRows(library, models, workers)
		if err != nil {
			for _, c := range all {
				c.scene.Close()
			}
			return nil, err
		}
		shown = s
		all = append(all, &crewed{workers: workers, scene: s})
	}
	for _, c := range all[:len(all)-1] {
		shown.companions = append(shown.companions, c.scene)
	}
	shown.direct = func(time float64) error {
		for _, c := range shown.companions {
			if err := c.advanceTo(time); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range all {
		c.scene.observe = func(float64) error {
			var sum time.Duration
			for _, t := range c.scene.animation.Timings() {
				sum += t.Last
			}
			c.add(sum.Seconds())
			return nil
		}
	}
	shown.report = func() string {
		var text strings.Builder
		fmt.Fprintf(&text, "%d characters, two clips each; the shortest of %d frames", rowCrowd, recentFrames)
		for _, c := range all {
			fmt.Fprintf(&text, "\nworkers %2d: %5.2f ms a frame, %.1f times as fast as one", c.workers, 1000*c.least(),
				all[0].least()/max(c.least(), 1e-9))
		}
		return text.String()
	}
	if err := shown.addBars(all); err != nil {
		return nil, err
	}
	if err := shown.addCourt(area{half: 13, back: 20}); err != nil {
		return nil, err
	}
	shown.yaw, shown.pitch, shown.distance = 0, 15, 0.66
	for range 4 { // the first frames take longer
		if err := shown.Update(1.0 / 60); err != nil {
			return nil, err
		}
	}
	for _, c := range all {
		c.frames, c.scene.time = 0, 0
		c.scene.longest = 1.0 / 60
	}
	return shown, nil
}

// addBars adds a bar for each number of workers, in front of the crowd: the longer its frames take
// by those of one worker, the higher it is.
func (s *Scene) addBars(all []*crewed) error {
	const high, apart, front = 2.4, 1.9, 1.5
	var bars []ecs.Entity
	places := spread(len(all), apart)
	for i, c := range all {
		color := []mgl32.Vec3{blue, orange, green, amber}[i%4]
		bar, err := s.put("bar", color, mgl32.Translate3D(places[i], 0, front),
			boxAt(mgl32.Vec3{0.55, high / 2, 0.2}, mgl32.Vec3{0, high / 2, 0}))
		if err != nil {
			return err
		}
		bars = append(bars, bar)
		text := fmt.Sprintf("%d workers", c.workers)
		if c.workers == 1 {
			text = "1 worker"
		}
		if _, err := s.putSign(text, 0.34, mgl32.Translate3D(places[i], 0.05, front+0.4).
			Mul4(mgl32.HomogRotate3DX(-0.4))); err != nil {
			return err
		}
	}
	show := s.observe
	s.observe = func(seconds float64) error {
		for i, c := range all {
			share := float32(min(1.2, c.least()/max(all[0].least(), 1e-9)))
			s.move(bars[i], mgl32.Translate3D(places[i], 0, front).Mul4(mgl32.Scale3D(1, max(share, 0.01), 1)))
		}
		return show(seconds)
	}
	return nil
}

// newRows returns a scene of rows of characters, each of which blends two clips.
func newRows(library *assets.Library, models []*assets.Model, workers int) (*Scene, error) {
	s, err := newScene(library, systems.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	const columns = 30
	clips := []string{"dance", "wave", "idle"}
	for i := range rowCrowd {
		row, column := i/columns, i%columns
		model := models[(i*7+row)%len(models)]
		at := mgl32.Translate3D(0.9*(float32(column)-columns/2+0.5), 0, -0.9*float32(row))
		a, err := s.add(model, at, model.Clip(clips[(i*5+row+column/7)%len(clips)]), float64(i*29%97)/97)
		if err == nil {
			over := s.animation.Player(a.entity).Layer(1)
			err = errors.Join(over.Overlay(model.Clip("idle"), systems.WholeBody, 0), over.FadeWeight(0.3, 0))
		}
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("scene: %w", err)
		}
	}
	return s, nil
}
