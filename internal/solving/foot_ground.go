package solving

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// FootGround is the ground under a foot in a frame. A zero FootGround is none.
type FootGround [layout.GroundRows]float32

// Set sets a point of the ground and its normal, both in the world.
func (g *FootGround) Set(point, normal mgl32.Vec3) {
	copy(g[layout.GroundPoint:], point[:])
	copy(g[layout.GroundNormal:], normal[:])
	has := float32(1)
	if g[layout.GroundHas] < 0 {
		has = 2
	}
	g[layout.GroundHas] = has
}

// SetPlanted sets what markers tell of the foot: above 0 that it is planted, below 0 that it is
// not, 0 nothing.
func (g *FootGround) SetPlanted(planted float32) {
	g[layout.GroundMarker] = Number(planted > 0) - Number(planted < 0)
}

// SetChanging sets that a transition changes how the foot moves, before Set sets the ground.
func (g *FootGround) SetChanging() { g[layout.GroundHas] = -1 }

// Number returns 1 for true and 0 for false, as rows of the kernels hold it.
func Number(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
