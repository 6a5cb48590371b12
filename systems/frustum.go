package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// NewView returns the view of a camera with a projection and a view matrix, which takes the world to the camera's space.
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

// vector is a vector of the world.
type vector struct{ x, y, z float64 }

func (v vector) dot(w vector) float64 {
	return float64(v.x*w.x) + float64(v.y*w.y) + float64(v.z*w.z)
}

func (v vector) length() float64 { return math.Sqrt(v.dot(v)) }

// plane has a unit normal, and where it is.
type plane struct {
	normal vector
	w      float64
}

// frustum is what a view sees, and how large.
type frustum struct {
	planes   [6]plane // inward
	position vector
	scale    float64 // the height of something 2 m high at the distance of 1, as a part of half the view's
	w        float64 // for all distances, where the view is orthographic; else 0
}

// newFrustum takes the planes off the rows of a matrix, as G. Gribb and K. Hartmann show in "Fast Extraction of Viewing
// Frustum Planes from the World-View-Projection Matrix" (2001).
func newFrustum(view *components.View) frustum {
	var rows [4]plane
	for r := range rows {
		m := view.Matrix[r:]
		rows[r] = plane{vector{float64(m[0]), float64(m[4]), float64(m[8])}, float64(m[12])}
	}
	f := frustum{
		position: vector{float64(view.Position[0]), float64(view.Position[1]), float64(view.Position[2])},
		scale:    rows[1].normal.length(),
	}
	last := rows[3]
	for i := range 3 {
		row := rows[i]
		f.planes[2*i] = unit(plane{vector{last.normal.x + row.normal.x, last.normal.y + row.normal.y, last.normal.z + row.normal.z}, last.w + row.w})
		f.planes[2*i+1] = unit(plane{vector{last.normal.x - row.normal.x, last.normal.y - row.normal.y, last.normal.z - row.normal.z}, last.w - row.w})
	}
	if last.normal.length() == 0 {
		f.w = math.Abs(last.w)
	}
	return f
}

// unit brings a plane's normal to unit length. Where there is none, as for a far plane at infinity, everything is on the inside.
func unit(p plane) plane {
	n := p.normal.length()
	if !(n > 0) {
		return plane{}
	}
	return plane{vector{p.normal.x / n, p.normal.y / n, p.normal.z / n}, p.w / n}
}

// sees says whether anything of a ball may be in sight. It is true for one that is somewhere not a number.
func (f *frustum) sees(center vector, radius float64) bool {
	for i := range f.planes {
		if p := &f.planes[i]; p.normal.dot(center)+p.w < -radius {
			return false
		}
	}
	return true
}

// size returns how high a ball looks, as part of the view's height, wherever the view is turned; infinite from inside it.
func (f *frustum) size(center vector, radius float64) float64 {
	distance := f.w
	if distance == 0 {
		distance = vector{center.x - f.position.x, center.y - f.position.y, center.z - f.position.z}.length()
		if distance <= radius {
			return math.Inf(1)
		}
	}
	return float64(radius*f.scale) / distance
}

// placed takes a sphere to the world by a matrix, which may stretch it to a larger one.
func placed(s assets.Sphere, m *mgl32.Mat4, margin float32) (center vector, radius float64) {
	x := vector{float64(m[0]), float64(m[1]), float64(m[2])}
	y := vector{float64(m[4]), float64(m[5]), float64(m[6])}
	z := vector{float64(m[8]), float64(m[9]), float64(m[10])}
	a, b, c := float64(s.Center[0]), float64(s.Center[1]), float64(s.Center[2])
	center = vector{
		float64(x.x*a) + float64(y.x*b) + float64(z.x*c) + float64(m[12]),
		float64(x.y*a) + float64(y.y*b) + float64(z.y*c) + float64(m[13]),
		float64(x.z*a) + float64(y.z*b) + float64(z.z*c) + float64(m[14]),
	}
	// The largest stretch squared is at most the largest sum of magnitudes in a row of MᵀM, which it equals where the axes stay
	// at right angles.
	xy, yz, zx := math.Abs(x.dot(y)), math.Abs(y.dot(z)), math.Abs(z.dot(x))
	stretch := max(x.dot(x)+xy+zx, y.dot(y)+xy+yz, z.dot(z)+yz+zx)
	return center, float64(math.Sqrt(stretch)*float64(s.Radius)) + float64(margin)
}
