package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/exact"
)

// Gait is a clip with the speed in meters a second at which a character moves in it.
type Gait struct {
	Speed float32
	Clip  id.Clip
}

// SpeedLocomotion begins a blend space along a line that is steered by speed, in meters a second: standing, walking, running. It
// goes on as any builder does, for example to SyncByMarkers.
func SpeedLocomotion(name string, gaits ...Gait) *Builder {
	b := New1D(name)
	for _, g := range gaits {
		b.At(g.Speed, g.Clip)
	}
	return b
}

// DirectionalLocomotion begins a blend space by polar gradient bands that is steered by velocity, in meters a second: x to the
// right, y forward. Idle is standing still; [BlendSpaceBuilder.Ring] adds the clips that move.
func DirectionalLocomotion(name string, idle id.Clip) *Builder {
	return New2D(name, PolarGradientBands).At2(0, 0, idle)
}

// Ring adds clips that move at one speed in directions evenly spread, forward (0, speed) first, then clockwise as seen from
// above: of four, forward, right, backward, left; of eight, those with the diagonals in between. A clip of 0 is left out: its
// neighbors fill in for it.
func (b *Builder) Ring(speed float32, clips ...id.Clip) *Builder {
	for i, clip := range clips {
		if clip != 0 {
			x, y := around(i, len(clips))
			b.At2(float32(float64(speed)*x), float32(float64(speed)*y), clip)
		}
	}
	return b
}

// around returns the direction that is i steps of n clockwise from (0, 1). What is an axis or a diagonal is so exactly.
func around(i, n int) (x, y float64) {
	if 8*i%n != 0 {
		return exact.SinCos(2 * math.Pi * float64(i) / float64(n))
	}
	eighth := 8 * i / n
	compass := [8]float64{0, math.Sqrt2 / 2, 1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2} // the sines
	return compass[eighth], compass[(eighth+2)%8]
}
