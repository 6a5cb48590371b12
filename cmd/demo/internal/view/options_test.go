package view

import (
	"errors"
	"image"
	"math"
	"testing"
)

func TestCompleteFillsInDefaults(t *testing.T) {
	for _, row := range []struct {
		name   string
		given  Options
		frames int
		size   image.Point
	}{
		{"GIF", Options{Headless: true, FPS: 25}, 105, image.Pt(640, 360)},
		{"named GIF", Options{Out: "a.GIF", FPS: 10}, 42, image.Pt(640, 360)},
		{"PNG", Options{Out: "a.png", FPS: 25}, 1, image.Pt(1280, 720)},
		{"locomotion GIF", Options{Headless: true, FPS: 25, Scene: Locomotion}, 250, image.Pt(640, 360)},
		{"all given", Options{Out: "a.png", FPS: 25, Frames: 7, Size: image.Pt(8, 9)}, 7, image.Pt(8, 9)},
	} {
		o := row.given
		if err := o.Complete(); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if o.Frames != row.frames || o.Size != row.size || !o.Headless || o.Out == "" {
			t.Errorf("%s: %+v", row.name, o)
		}
	}
}

func TestInvalidOptions(t *testing.T) {
	for _, row := range []struct {
		option string
		given  Options
	}{
		{"out", Options{Out: "a.avi", FPS: 25}},
		{"out", Options{Out: "gif", FPS: 25}},
		{"fps", Options{Out: "a.gif", FPS: 60}},
		{"fps", Options{Out: "a.gif", FPS: 0}},
		{"fps", Options{Out: "a.png", FPS: math.NaN()}},
		{"frames", Options{Out: "a.gif", FPS: 25, Frames: -1}},
		{"frames", Options{Out: "a.gif", FPS: 25, Frames: 10_000}},
		{"frames", Options{Out: "a.png", Strip: true, FPS: 25, Frames: 99_999, Size: image.Pt(16384, 16384)}},
		{"count", Options{Out: "a.png", FPS: 25, Count: 2_000_000}},
		{"time", Options{Out: "a.png", FPS: 25, Start: -1}},
		{"time", Options{Out: "a.png", FPS: 25, Start: math.Inf(1)}},
		{"scene", Options{Out: "a.png", FPS: 25, Scene: "opera"}},
		{"scene", Options{Out: "a.png", FPS: 25, Scene: Locomotion, Count: 2}},
		{"scene", Options{Out: "a.png", FPS: 25, Scene: Locomotion, Clip: "walk"}},
		{"press", Options{Out: "a.png", FPS: 25, Press: []string{"w"}}},
		{"press", Options{Out: "a.png", FPS: 25, Scene: Locomotion, Press: []string{"w", "x"}}},
		{"clips", Options{Out: "a.png", FPS: 25, Clips: []string{"a.glb"}, Scene: "springs"}},
		{"clips", Options{Out: "a.png", FPS: 25, Clips: []string{"a.glb"}, Count: 2}},
		{"strip", Options{Out: "a.gif", FPS: 25, Strip: true}},
		{"size", Options{Out: "a.png", FPS: 25, Size: image.Pt(20000, 10)}},
	} {
		o := row.given
		var wrong *OptionError
		if err := o.Complete(); !errors.As(err, &wrong) || wrong.Option != row.option {
			t.Errorf("%+v: %v, want an error of %s", row.given, err, row.option)
		}
	}
}
