package findings

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/footing"
)

const (
	sampleRate = 60 // times a second at which clips are looked at
	// slideSpeed is how much faster than the others a foot that stands moves at least if it slides,
	// in sizes of the skeleton a second.
	slideSpeed = 0.35
)

// checkGround finds how a clip moves over the ground: as a whole, and by its feet. If all feet that
// stand move alike the character walks on the spot; if they do not, they slide.
func (c *checker) checkGround(source *assets.Clip) {
	where := fmt.Sprintf("clip %q", source.Name())
	walk, ok := footing.WalkOf(source, c.body, sampleRate, math.MaxInt)
	if !ok {
		return
	}
	if walk.Travels && source.RootMotion() == nil {
		c.find("root-motion-left", where,
			fmt.Sprintf("expected root motion for a clip that moves its character by %.4g, found none; "+
				"in a loop it jumps back", walk.Away),
			"open it with Options.RootMotion of package gltfio, or extract it by clip.ExtractRootMotion")
	}
	if len(walk.Steps) == 0 {
		return
	}
	if walk.IsOnTheSpot {
		c.find("no-root-motion", where,
			fmt.Sprintf("expected root motion of a character that walks, found none; its feet stand "+
				"at a speed of %.3g", walk.Speed),
			fmt.Sprintf("move the character ahead by %.3g units a second times the speed of "+
				"the clip", walk.Speed))
	}
	deviation := make([]float64, len(walk.Steps))
	for i, s := range walk.Steps {
		deviation[i] = math.Hypot(s.X*sampleRate-walk.DriftX, s.Z*sampleRate-walk.DriftZ)
	}
	if slide := quantile(deviation, 3, 4); slide > slideSpeed*c.size {
		c.find("feet-slide", where,
			fmt.Sprintf("expected feet that stand still while they are on the ground, found a quarter "+
				"of the moments faster than %.3g units a second", slide),
			"mend the clip, or lock the feet by modifier.Feet")
	}
}

// angle returns the angle between two rotations in degrees.
func angle(a, b mgl32.Quat) float64 {
	dot := math.Abs(float64(a.Normalize().Dot(b.Normalize())))
	return 2 * math.Acos(min(dot, 1)) * 180 / math.Pi
}

func quaternion(v []float32) mgl32.Quat { return mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]} }
