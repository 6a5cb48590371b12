package footing

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// Stance follows a foot frame by frame, and measures how far it slides while it stands.
//
// A foot stands from one frame to the next if one of its joints is low in both. Of a foot that rolls,
// that joint counts which moves least. In the first such step the foot comes down, and in the last
// one it goes up, so that neither counts as sliding: a step counts as soon as another one follows.
type Stance struct {
	// Steps is how many frames the foot has stood for; 0 while it does not.
	Steps int
	// Slide is how far it is, seen from above, from where it stood first, the frame before.
	Slide float64

	x, z         float64 // the way of the steps that count
	nextX, nextZ float64 // the last step
	places       []mgl32.Vec3
	low          []bool
}

// Add adds a frame: where the joints of the foot are, and which of them are as low as those of a foot
// that stands. The drift is what the ground moves in a frame. It reports whether the foot stands.
func (s *Stance) Add(places []mgl32.Vec3, low []bool, driftX, driftZ float64) bool {
	stands, stepX, stepZ := false, 0.0, 0.0
	for k := range s.places {
		if !low[k] || !s.low[k] {
			continue
		}
		x, z := float64(places[k][0]-s.places[k][0])-driftX, float64(places[k][2]-s.places[k][2])-driftZ
		if !stands || level(x, z) < level(stepX, stepZ) {
			stands, stepX, stepZ = true, x, z
		}
	}
	s.places, s.low = append(s.places[:0], places...), append(s.low[:0], low...)
	if !stands {
		s.Lift()
		return false
	}
	if s.Steps > 1 {
		s.x, s.z = s.x+s.nextX, s.z+s.nextZ
		s.Slide = level(s.x, s.z)
	}
	s.nextX, s.nextZ = stepX, stepZ
	s.Steps++
	return true
}

// Lift ends the time in which the foot stands.
func (s *Stance) Lift() { s.Steps, s.Slide, s.x, s.z = 0, 0, 0, 0 }

// isFarther reports whether a foot has slid farther than before; a slide that is no number is.
func isFarther(slide, before float64) bool { return slide > before || math.IsNaN(slide) }

// level returns the length of a way over level ground.
func level(x, z float64) float64 { return exact.XYZ(x, 0, z).Length() }
