package clip_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
)

func TestRootMotionFromSamples(t *testing.T) {
	source, hips := stroll(), clip.RootMotionOptions{Number: 1, Yaw: true}
	times := []float64{0, 0.5, 1}
	motions := []clip.Motion{{}, {Z: 1}, {Z: 2, Yaw: 1}}
	motion, err := clip.NewRootMotion(source, hips, times, motions)
	if err != nil {
		t.Fatal(err)
	}
	times[1], motions[1] = 9, clip.Motion{X: 9} // copied
	if got := motion.At(0.75); got != (clip.Motion{Z: 1.5, Yaw: 0.5}) || motion.Total().Z != 2 ||
		motion.Source() != source || motion.Options() != hips {
		t.Errorf("at 0.75 s: %v", got)
	}
	with, err := clip.WithRootMotion(source, motion)
	if err != nil || with.RootMotion() != motion || source.RootMotion() != nil {
		t.Errorf("%v", err)
	}
	if without, err := clip.WithRootMotion(with, nil); err != nil || without.RootMotion() != nil {
		t.Errorf("%v", err)
	}
	other, err := clip.NewRootMotion(stroll(), hips, []float64{0}, []clip.Motion{{}})
	if err != nil {
		t.Fatal(err)
	}
	for want, build := range map[string]func() error{
		"expected a source clip, found nil": func() error { _, err := clip.NewRootMotion(nil, hips, times, motions); return err },
		"expected a joint below 1": func() error {
			_, err := clip.NewRootMotion(source, clip.RootMotionOptions{Number: 2}, times, motions)
			return err
		},
		"expected Y or Z up": func() error {
			_, err := clip.NewRootMotion(source, clip.RootMotionOptions{Number: 1, Up: 7}, times, motions)
			return err
		},
		"2 times and 3": func() error { _, err := clip.NewRootMotion(source, hips, times[:2], motions); return err },
		"expected a time after": func() error {
			_, err := clip.NewRootMotion(source, hips, []float64{1, 1}, motions[:2])
			return err
		},
		"sample 0: expected a finite time and motion, found NaN s": func() error {
			_, err := clip.NewRootMotion(source, hips, []float64{math.NaN()}, motions[:1])
			return err
		},
		"expected a clip, found nil": func() error { _, err := clip.WithRootMotion(nil, motion); return err },
		"a source for skeleton \"":   func() error { _, err := clip.WithRootMotion(source, other); return err },
	} {
		if err := build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
