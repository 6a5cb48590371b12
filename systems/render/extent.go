package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// ball encloses what is drawn, in world space.
type ball struct {
	center mgl32.Vec3
	radius float32
}

// placed returns where a matrix puts a ball.
func placed(world *rig.Matrix, center mgl32.Vec3, radius float32) ball {
	return ball{world.Point(center), radius * longestAxis(world)}
}

var emptyBox = assets.Box{
	Min: mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
	Max: mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32},
}

// grow returns a box that also holds the ball. What is not finite is left out.
func grow(box assets.Box, b ball) assets.Box {
	if sum := b.center[0] + b.center[1] + b.center[2] + b.radius; sum-sum != 0 {
		return box
	}
	for c := range 3 {
		box.Min[c] = min(box.Min[c], b.center[c]-b.radius)
		box.Max[c] = max(box.Max[c], b.center[c]+b.radius)
	}
	return box
}

// longestAxis returns by how much a matrix stretches the axis that it stretches most.
func longestAxis(m *rig.Matrix) float32 {
	var longest float32
	for c := range 3 {
		longest = max(longest, m[c]*m[c]+m[4+c]*m[4+c]+m[8+c]*m[8+c])
	}
	return float32(math.Sqrt(float64(longest)))
}

// mirrors says whether a matrix turns left to right.
func mirrors(m *rig.Matrix) bool {
	return m[0]*(m[5]*m[10]-m[6]*m[9])-m[1]*(m[4]*m[10]-m[6]*m[8])+m[2]*(m[4]*m[9]-m[5]*m[8]) < 0
}

// eye tells how much detail shows from where a picture is taken. The zero eye sees everything.
type eye struct {
	position mgl32.Vec3
	slack    float32 // world units that may be merged, for each unit of distance
}

// newEye returns the eye for pictures of that height in pixels, in which that many pixels may be merged.
func newEye(camera *Camera, height int, pixels float32) eye {
	if !(pixels > 0) || height < 1 {
		return eye{}
	}
	return eye{camera.Position, pixels * 2 * float32(math.Tan(float64(camera.fieldOfView())/2)) / float32(height)}
}

// coarseness returns how far apart, in world units, points of a ball may be that look like one.
func (e eye) coarseness(b ball) float32 {
	return e.slack * max(e.position.Sub(b.center).Len()-b.radius, 0)
}
