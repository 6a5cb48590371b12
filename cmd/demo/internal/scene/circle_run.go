package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
)

// circleRun is the name of the clip of [withCircleRun].
const circleRun = "run in a circle"

// withCircleRun returns a copy of a mannequin with one more clip, a run along a circle of which one
// round takes a period when it loops as [Scene.addLooping] lets it, and where the runner is at a
// time. The steps follow the circle: those of the straight run would slip on it.
func withCircleRun(library *assets.Library, model *assets.Model) (
	*assets.Model, func(seconds float64) mgl32.Mat4, error,
) {
	const turn = 2 * math.Pi / Period      // radians per second, to the right
	const speed = 0.8 * mannequin.RunSpeed // meters per second: faster, one would have to lean too far
	straight := library.Clip(model.Clip("run"))
	rate := loopingSpeed(straight)
	made, err := courses.Stepping(circleRun, straight.Skeleton(), "run", speed, -turn/rate)
	if err == nil {
		made, err = clip.ExtractRootMotion(made, clip.RootMotionOptions{})
	}
	if err != nil {
		return nil, nil, err
	}
	copied := *model
	copied.SetClips(library, append(slices.Clone(model.Clips), library.AddClip(made)))
	if _, err := library.AddModel(&copied); err != nil {
		return nil, nil, err
	}
	radius := speed * rate / turn
	return &copied, func(seconds float64) mgl32.Mat4 {
		angle := turn * seconds
		at := mgl32.Translate3D(float32(radius*math.Cos(angle)), 0, float32(radius*math.Sin(angle)))
		return at.Mul4(mgl32.HomogRotate3DY(float32(-angle)))
	}, nil
}
