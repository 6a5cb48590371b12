package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// NewView returns the view of a camera, given its projection matrix and its view matrix from world to camera space.
func NewView(projection, view mgl32.Mat4) components.View {
	var v components.View
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				v.Matrix[4*c+r] += float32(projection[4*k+r] * view[4*c+k])
			}
		}
	}
	if world, ok := rig.MatrixFromMat4(view).Inverse(); ok {
		v.Position = mgl32.Vec3{world[3], world[7], world[11]}
	}
	return v
}

// plane holds the points p with normal·p + distance = 0.
type plane struct {
	normal   exact.Vec3
	distance float64
}

// frustum is the part of the world that a view shows.
type frustum struct {
	planes   [6]plane   // with unit normals that point inward
	position exact.Vec3 // of the camera
	// scale is the height of an object 2 m high at distance 1, as a fraction of half the view's height.
	scale float64
	// orthographicDistance replaces the distance from the camera where the view is orthographic; otherwise it is 0.
	orthographicDistance float64
}

// newFrustum derives the planes from the rows of a view's matrix. The method is from G. Gribb and K. Hartmann, "Fast
// Extraction of Viewing Frustum Planes from the World-View-Projection Matrix" (2001).
func newFrustum(view *components.View) frustum {
	var rows [4]plane
	for r := range rows {
		m := view.Matrix[r:]
		rows[r] = plane{exact.Vec3{float64(m[0]), float64(m[4]), float64(m[8])}, float64(m[12])}
	}
	f := frustum{
		position: exact.Vec3{float64(view.Position[0]), float64(view.Position[1]), float64(view.Position[2])},
		scale:    rows[1].normal.Length(),
	}
	last := rows[3]
	for i := range 3 {
		row := rows[i]
		f.planes[2*i] = normalizedPlane(plane{last.normal.Add(row.normal), last.distance + row.distance})
		f.planes[2*i+1] = normalizedPlane(plane{last.normal.Sub(row.normal), last.distance - row.distance})
	}
	if last.normal.Length() == 0 {
		f.orthographicDistance = math.Abs(last.distance)
	}
	return f
}

// normalizedPlane returns a plane with a normal of length 1. Without a normal, as for a far plane at infinity,
// everything is inside.
func normalizedPlane(p plane) plane {
	length := p.normal.Length()
	if !(length > 0) {
		return plane{}
	}
	return plane{p.normal.Normalized(), p.distance / length}
}

// sees reports whether the view may show part of a sphere. It is true if the sphere is not finite.
func (f *frustum) sees(center exact.Vec3, radius float64) bool {
	for i := range f.planes {
		if p := &f.planes[i]; p.normal.Dot(center)+p.distance < -radius {
			return false
		}
	}
	return true
}

// size returns the apparent height of a sphere as a fraction of the view's height, whatever direction the camera looks
// in. It is infinite if the camera is inside the sphere.
func (f *frustum) size(center exact.Vec3, radius float64) float64 {
	distance := f.orthographicDistance
	if distance == 0 {
		distance = center.Sub(f.position).Length()
		if distance <= radius {
			return math.Inf(1)
		}
	}
	return float64(radius*f.scale) / distance
}

// worldSphere returns a sphere that contains s transformed by m, with a margin in meters around it.
func worldSphere(s assets.Sphere, m *mgl32.Mat4, margin float32) (center exact.Vec3, radius float64) {
	x := exact.Vec3{float64(m[0]), float64(m[1]), float64(m[2])}
	y := exact.Vec3{float64(m[4]), float64(m[5]), float64(m[6])}
	z := exact.Vec3{float64(m[8]), float64(m[9]), float64(m[10])}
	translation := exact.Vec3{float64(m[12]), float64(m[13]), float64(m[14])}
	center = x.Scale(float64(s.Center[0])).AddScaled(float64(s.Center[1]), y).AddScaled(float64(s.Center[2]), z).Add(translation)
	// The square of the largest stretch is at most the largest sum of magnitudes in a row of MᵀM. It equals that sum if
	// the axes are at right angles.
	xy, yz, zx := math.Abs(x.Dot(y)), math.Abs(y.Dot(z)), math.Abs(z.Dot(x))
	stretch := max(x.Dot(x)+xy+zx, y.Dot(y)+xy+yz, z.Dot(z)+yz+zx)
	return center, float64(math.Sqrt(stretch)*float64(s.Radius)) + float64(margin)
}
