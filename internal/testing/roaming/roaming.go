package roaming

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/exact"
)

// The speeds of courses in meters a second.
const (
	Walk = mannequin.WalkSpeed
	Run  = mannequin.RunSpeed
)

// Moves returns a course of some seconds: a person who stands, walks and runs, at all speeds,
// ahead, sideways and backward, turns on the spot, turns in curves and turns back. Equal seeds make
// equal courses.
func Moves(seed uint64, seconds float64) []courses.Move {
	random := rand.New(rand.NewPCG(seed, 26))
	var moves []courses.Move
	add := func(duration, speed, direction, facing float64) {
		duration = min(duration, seconds)
		seconds -= duration
		sin, cos := exact.SinCos(direction)
		moves = append(moves, courses.Move{Seconds: duration, X: speed * sin, Z: speed * cos, Heading: facing})
	}
	// fraction returns a number from 0 to 1, and signed one from -1 to 1.
	fraction := func() float64 { return float64(random.Float64()) }
	signed := func() float64 { return float64(fraction()*2) - 1 }
	heading := 0.0
	add(1, 0, 0, 0)
	for seconds > 0 {
		speed := []float64{Walk, Run, 0.3 + float64(fraction()*(Run-0.3))}[random.IntN(3)]
		duration := 0.5 + float64(1.5*fraction())
		switch random.IntN(10) {
		case 0: // stops
			add(duration, 0, 0, heading)
		case 1: // turns on the spot
			heading += float64(signed() * math.Pi)
			add(duration, 0, 0, heading)
		case 2: // sidesteps and walks back, facing as before
			for range 3 {
				add(duration, min(speed, 2), float64(fraction()*2*math.Pi), heading)
			}
		case 3, 4: // turns back
			heading += math.Pi + float64(0.6*signed())
			add(duration, speed, heading, heading)
		case 5, 6: // a curve
			turn := float64(signed() * 3)
			for range 8 {
				heading += float64(turn * 0.2)
				add(0.2, speed, heading, heading)
			}
		default: // another direction
			heading += float64(2 * signed())
			add(duration, speed, heading, heading)
		}
	}
	return moves
}

// clipSeconds is how long a clip is at most.
const clipSeconds = 60

// Clips adds clips with root motion of courses that take some seconds together, a minute each, to a
// library. They are named by their numbers.
func Clips(library *assets.Library, model *assets.Model, seconds float64) ([]id.Clip, error) {
	var clips []id.Clip
	for seconds > 0 {
		n := len(clips)
		c, err := courses.Roaming(fmt.Sprintf("roaming %d", n), library.Skeleton(model.Skeleton),
			Moves(uint64(n), min(seconds, clipSeconds))...)
		if err != nil {
			return nil, err
		}
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{AllowStill: true}); err != nil {
			return nil, err
		}
		clips = append(clips, library.AddClip(c))
		seconds -= clipSeconds
	}
	return clips, nil
}

// Add adds a database of such clips, with the features that suit walking and running: 27 numbers.
func Add(library *assets.Library, model *assets.Model, seconds float64) (id.Motion, error) {
	clips, err := Clips(library, model, seconds)
	if err != nil {
		return 0, err
	}
	b := matching.NewBuilder("roaming", library.Skeleton(model.Skeleton)).
		Position("left_foot", 0.75).Position("right_foot", 0.75).
		Velocity("left_foot", 1).Velocity("right_foot", 1).Velocity("hips", 1).
		Trajectory(3, 1.5, 0.2, 0.5, 1)
	for _, c := range clips {
		b.Clip(c, nil)
	}
	return b.Add(library)
}
