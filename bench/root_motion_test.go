package bench

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
)

// travelingWalk returns a walk that moves over the ground, straight or in a curve.
func travelingWalk(b *testing.B, turn float64) *assets.Clip {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	clip, err := courses.Traveling("walk", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, turn)
	if err != nil {
		b.Fatal(err)
	}
	return clip
}

// BenchmarkRootMotion is the cost of a character's root motion in a frame: computing the movement,
// and applying it.
func BenchmarkRootMotion(b *testing.B) {
	for name, turn := range map[string]float64{"straight": 0, "curve": 0.8} {
		c, err := clip.ExtractRootMotion(travelingWalk(b, turn), clip.RootMotionOptions{})
		if err != nil {
			b.Fatal(err)
		}
		motion := c.RootMotion()
		b.Run("work=travel/path="+name, func(b *testing.B) {
			var sum clip.Motion
			time := 0.0
			for b.Loop() {
				now, loops := time+1.0/60, 0
				if now >= c.End() {
					now, loops = now-c.Duration(), 1
				}
				sum = sum.AddScaled(motion.Travel(time, now, loops, false), 1)
				time = now
			}
			perCharacter(b, 1, 0, "")
		})
		b.Run("work=apply/path="+name, func(b *testing.B) {
			matrix, exact := mgl32.Ident4(), [16]float64{}
			step := motion.Delta(0, 1.0/60)
			for b.Loop() {
				clip.ApplyMotion(&matrix, &exact, step, motion.Up())
			}
			perCharacter(b, 1, 0, "")
		})
	}
}

// BenchmarkExtractRootMotion extracts the root motion of a clip.
func BenchmarkExtractRootMotion(b *testing.B) {
	for name, turn := range map[string]float64{"straight": 0, "curve": 0.8} {
		c := travelingWalk(b, turn)
		b.Run("path="+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
