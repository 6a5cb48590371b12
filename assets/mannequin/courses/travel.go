package courses

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// Traveling returns a copy of one of the mannequin's clips, under a new name, that moves over the
// ground as authored clips with root motion do. The root moves ahead at a speed in meters a second
// and turns left about the up axis by turn radians a second, so that its path is a straight line or
// a circle. With mannequin.WalkSpeed or RunSpeed and no turn, the planted feet of "walk" or "run"
// stay where they are. [clip.ExtractRootMotion] is the inverse.
//
// It returns an error for a nil clip, for a clip whose root has a track already, and for a speed or
// a turn that is not finite.
func Traveling(name string, c *assets.Clip, speed, turn float64) (*assets.Clip, error) {
	if c == nil {
		return clip.NewBuilder(name, nil).Build()
	}
	b := clip.NewBuilder(name, c.Skeleton()).Copy(c)
	// A circle needs many keys: with cubic ones at keyRate the error is a few micrometers. A line
	// needs two.
	intervals := 1
	if turn != 0 {
		intervals = max(1, int(float64(c.Duration()*posing.KeyRate)+0.5))
	}
	p := path{speed, turn}
	var times []float32
	var translations []mgl32.Vec3
	var rotations []mgl32.Quat
	for k := range intervals + 1 {
		seconds := float64(c.Duration()*float64(k)) / float64(intervals)
		time := float32(c.Start() + seconds)
		if k > 0 && time <= times[k-1] {
			break // the clip has no duration
		}
		times = append(times, time)
		position, heading := p.at(seconds)
		rotation := posing.RotationY(heading)
		if turn != 0 {
			velocity := posing.Vec32(posing.Rotate(rotation, exact.Vec3{0, 0, speed}))
			// both tangents are the velocity
			translations = append(translations, velocity, posing.Vec32(position), velocity)
		} else {
			translations = append(translations, posing.Vec32(position))
		}
		rotations = append(rotations, posing.Quat32(rotation))
	}
	if turn == 0 {
		return b.Translation(int(posing.Root), clip.Linear, times, translations).Build()
	}
	b.Translation(int(posing.Root), clip.CubicHermite, times, translations)
	return b.Rotation(int(posing.Root), clip.Linear, times, rotations).Build()
}

// path is a straight line or a circle over the ground that begins at the origin toward +Z.
type path struct {
	speed float64 // meters a second
	turn  float64 // radians a second to the left
}

// at returns the position on the path at a time in seconds, and the heading there: the angle from
// +Z to the left in radians.
func (p path) at(seconds float64) (position exact.Vec3, heading float64) {
	heading = float64(p.turn * seconds)
	chord := float64(float64(p.speed*seconds) * chordFraction(heading))
	return posing.Rotate(posing.RotationY(heading/2), exact.Vec3{0, 0, chord}), heading
}

// beside returns the position at a distance in meters to the left of the path at a time in seconds,
// and the heading there.
func (p path) beside(seconds, left float64) (position exact.Vec3, heading float64) {
	position, heading = p.at(seconds)
	return position.Add(posing.Rotate(posing.RotationY(heading), exact.Vec3{left, 0, 0})), heading
}

// chordFraction returns the length of the chord of a circular arc as a fraction of the length of
// the arc.
func chordFraction(angle float64) float64 {
	if angle == 0 {
		return 1
	}
	half := float64(angle / 2)
	return exact.Sin(half) / half
}
