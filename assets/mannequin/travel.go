package mannequin

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// Traveling returns one of the mannequin's clips under a new name, moving over the ground as authored clips with root motion do: the
// root goes ahead at a speed in meters a second, and turns left about the up axis by an angle in radians a second, so that its way is
// straight or a circle. With [WalkSpeed], [RunSpeed] and no turn the planted feet of walk and run stay where they are.
// assets.ExtractRootMotion takes the motion out again. The error is that of a clip of another character, or one whose root moves already.
func Traveling(name string, c *assets.Clip, speed, turn float64) (*assets.Clip, error) {
	if c == nil {
		return clip.NewBuilder(name, nil).Build()
	}
	b := clip.NewBuilder(name, c.Skeleton()).Copy(c)
	// An arc bends between keys: cubic ones follow it to a few micrometers.
	steps := 1
	if turn != 0 {
		steps = max(1, int(float64(c.Duration()*keyRate)+0.5))
	}
	var times []float32
	var places []mgl32.Vec3
	var turns []mgl32.Quat
	for k := range steps + 1 {
		seconds := float64(c.Duration()*float64(k)) / float64(steps)
		key := float32(c.Start() + seconds)
		if k > 0 && key <= times[k-1] {
			break // a clip of no duration
		}
		times = append(times, key)
		heading := float64(turn * seconds)
		ahead := rotate(rotationY(heading), exact.Vec3{0, 0, speed})
		place := rotate(rotationY(float64(heading/2)), exact.Vec3{0, 0, float64(float64(speed*seconds) * chord(heading))})
		if turn != 0 {
			places = append(places, vec32(ahead), vec32(place), vec32(ahead))
		} else {
			places = append(places, vec32(place))
		}
		turns = append(turns, quat32(rotationY(heading)))
	}
	if turn == 0 {
		return b.Translation(int(root), clip.Linear, times, places).Build()
	}
	return b.Translation(int(root), clip.CubicHermite, times, places).Rotation(int(root), clip.Linear, times, turns).Build()
}

// chord returns the length of the chord of an arc as a part of the arc's own.
func chord(angle float64) float64 {
	if angle == 0 {
		return 1
	}
	half := float64(angle / 2)
	return exact.Sin(half) / half
}
