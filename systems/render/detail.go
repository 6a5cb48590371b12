package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// detail is the levels of detail of a mesh. All levels use the mesh's own vertices.
type detail struct {
	// errors holds how far each level is from the mesh, in the mesh's units. It is 0 for level 0,
	// which is the full mesh, and does not fall.
	errors []float32
}

// level returns the coarsest level whose error is no larger than the tolerance.
func (d *detail) level(tolerance float32) int {
	level := 0
	for level+1 < len(d.errors) && d.errors[level+1] <= tolerance {
		level++
	}
	return level
}

// viewer selects levels of detail by distance. The zero viewer selects full detail.
type viewer struct {
	position         mgl32.Vec3
	errorPerDistance float32 // tolerance per unit of distance
}

// newViewer returns the viewer for images of that height in pixels, with a tolerance in pixels.
func newViewer(camera *Camera, height int, pixels float32) viewer {
	if !(pixels > 0) || height < 1 {
		return viewer{}
	}
	return viewer{camera.Position, pixels * 2 * float32(math.Tan(float64(camera.fieldOfView())/2)) / float32(height)}
}

// tolerance returns the allowed error, in world units, for the nearest point of a sphere.
func (v viewer) tolerance(s sphere) float32 {
	return v.errorPerDistance * max(v.position.Sub(s.center).Len()-s.radius, 0)
}
