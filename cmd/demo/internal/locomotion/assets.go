package locomotion

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
)

// Speeds in meters per second, and turn rates in radians per second for a turn parameter of 1.
const (
	walkSpeed  = mannequin.WalkSpeed
	runSpeed   = mannequin.RunSpeed
	walkTurn   = 0.9
	runTurn    = 1.1
	turnOnSpot = 1.4 // while standing
)

// The leap is the mannequin's jump, but moves ahead while in the air.
const (
	takeOff      = 0.76 // seconds into the clip
	touchDown    = 1.28 // seconds into the clip
	leapDistance = 1.4  // meters
)

// landing is the name of the leap's marker.
const landing = "landing"

// AddAssets adds the clips that the state machine names to the library: walking, running and
// turning with root motion, and the leap. The blend spaces and the mask are in [Document].
func AddAssets(library *assets.Library, model *assets.Model) error {
	skeleton := library.Skeleton(model.Skeleton)
	addWalk := func(name, like string, speed, turn float64) error {
		c, err := courses.Stepping(name, skeleton, like, speed, turn)
		if err != nil {
			return fmt.Errorf("locomotion: %w", err)
		}
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
			return fmt.Errorf("locomotion: %w", err)
		}
		library.AddClip(c)
		return nil
	}
	for _, side := range []struct {
		name string
		turn float64
	}{{"right", -1}, {"ahead", 0}, {"left", 1}} {
		if err := addWalk("walk "+side.name, "walk", walkSpeed, side.turn*walkTurn); err != nil {
			return err
		}
		if err := addWalk("run "+side.name, "run", runSpeed, side.turn*runTurn); err != nil {
			return err
		}
		if side.turn != 0 {
			if err := addWalk("turn "+side.name, "walk", 0, side.turn*turnOnSpot); err != nil {
				return err
			}
		}
	}
	leap, err := newLeap(library.Clip(model.Clip("jump")))
	if err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	library.AddClip(leap)
	return nil
}

// newLeap returns the jump with root motion: it moves ahead while nothing touches the ground.
func newLeap(jump *assets.Clip) (*assets.Clip, error) {
	const root = 0
	times := []float32{0, takeOff, touchDown, float32(jump.End())}
	c, err := clip.NewBuilder("leap", jump.Skeleton()).Copy(jump).
		Translation(root, clip.Linear, times, []mgl32.Vec3{{}, {}, {0, 0, leapDistance}, {0, 0, leapDistance}}).
		Marker(clip.Marker{Name: landing, Time: touchDown}).Build()
	if err != nil {
		return nil, err
	}
	return clip.ExtractRootMotion(c, clip.RootMotionOptions{})
}
