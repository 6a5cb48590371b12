package locomotion

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
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

// AddAssets adds the assets that the state machine names to the library: clips with root motion; the blend spaces
// "move", by speed in meters per second and turn, and "turn" on the spot, by turn, where -1 is right and 1 is left; and
// the mask "upper body".
func AddAssets(library *assets.Library, model *assets.Model) error {
	skeleton := library.Skeleton(model.Skeleton)
	addWalk := func(name, like string, speed, turn float64) (assets.ClipID, error) {
		c, err := mannequin.Stepping(name, skeleton, like, speed, turn)
		if err != nil {
			return 0, err
		}
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
			return 0, err
		}
		return library.AddClip(c), nil
	}
	move := blendspace.New2D("move", blendspace.Delaunay).SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot)
	turn := blendspace.New1D("turn").SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot)
	for _, side := range []struct {
		name string
		turn float64
	}{{"right", -1}, {"ahead", 0}, {"left", 1}} {
		walk, err := addWalk("walk "+side.name, "walk", walkSpeed, side.turn*walkTurn)
		if err != nil {
			return fmt.Errorf("locomotion: %w", err)
		}
		run, err := addWalk("run "+side.name, "run", runSpeed, side.turn*runTurn)
		if err != nil {
			return fmt.Errorf("locomotion: %w", err)
		}
		move.At2(walkSpeed, float32(side.turn), walk).At2(runSpeed, float32(side.turn), run)
		if side.turn != 0 {
			spot, err := addWalk("turn "+side.name, "walk", 0, side.turn*turnOnSpot)
			if err != nil {
				return fmt.Errorf("locomotion: %w", err)
			}
			turn.At(float32(side.turn), spot)
		}
	}
	leap, err := newLeap(library.Clip(model.Clip("jump")))
	if err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	library.AddClip(leap)
	for _, space := range []*blendspace.Builder{move, turn} {
		if _, err := space.Add(library); err != nil {
			return fmt.Errorf("locomotion: %w", err)
		}
	}
	// The right arm waves and the spine moves with it; the left arm keeps swinging.
	if _, err := rig.NewMask("upper body", skeleton).Feather("spine_2", 3).Subtree(0, "left_clavicle").Add(library); err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
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
