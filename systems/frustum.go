package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// NewView returns the view of a camera with a projection and a view matrix, which takes the world to the camera's space.
func NewView(projection, view mgl32.Mat4) components.View {
	v := components.View{Matrix: projection.Mul4(view)}
	if world, ok := assets.MatrixFromMat4(view).Inverse(); ok {
		v.Position = mgl32.Vec3{world[3], world[7], world[11]}
	}
	return v
}

// frustum is what a view sees, and how large.
type frustum struct {
	planes   [6][4]float64 // unit normal, inwards, and distance
	position [3]float64
	scale    float64 // the height of something 2 m high at the distance of 1, as a part of half the view's
	w        float64 // for all distances, where the view is orthographic; else 0
}

// newFrustum takes the planes off the rows of a matrix, as G. Gribb and K. Hartmann show in "Fast Extraction of Viewing
// Frustum Planes from the World-View-Projection Matrix" (2001).
func newFrustum(view *components.View) frustum {
	var rows [4][4]float64
	for r := range rows {
		for c := range rows[r] {
			rows[r][c] = float64(view.Matrix[4*c+r])
		}
	}
	var f frustum
	for i := range f.planes {
		plane := &f.planes[i]
		for c := range plane {
			plane[c] = rows[3][c] + rows[i/2][c]
			if i%2 == 1 {
				plane[c] = rows[3][c] - rows[i/2][c]
			}
		}
		if n := length3([3]float64(plane[:3])); n > 0 { // there is no far plane at infinity
			for c := range plane {
				plane[c] /= n
			}
		} else {
			*plane = [4]float64{}
		}
	}
	for c, x := range view.Position {
		f.position[c] = float64(x)
	}
	f.scale = length3([3]float64(rows[1][:3]))
	if length3([3]float64(rows[3][:3])) == 0 {
		f.w = math.Abs(rows[3][3])
	}
	return f
}

// sees says whether anything of a ball may be in sight. It is true for one that is somewhere not a number.
func (f *frustum) sees(centre [3]float64, radius float64) bool {
	for i := range f.planes {
		p := &f.planes[i]
		if float64(p[0]*centre[0])+float64(p[1]*centre[1])+float64(p[2]*centre[2])+p[3] < -radius {
			return false
		}
	}
	return true
}

// size returns how high a ball looks, as part of the view's height, wherever the view is turned; infinite from inside it.
func (f *frustum) size(centre [3]float64, radius float64) float64 {
	distance := f.w
	if distance == 0 {
		for c := range centre {
			centre[c] -= f.position[c]
		}
		if distance = length3(centre); distance <= radius {
			return math.Inf(1)
		}
	}
	return float64(radius*f.scale) / distance
}

func dot3(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func length3(v [3]float64) float64 { return math.Sqrt(dot3(v, v)) }

// placed takes a sphere to the world by a matrix, which may stretch it to a larger one.
func placed(s assets.Sphere, m *mgl32.Mat4, margin float32) (centre [3]float64, radius float64) {
	at := [3]float64{float64(s.Centre[0]), float64(s.Centre[1]), float64(s.Centre[2])}
	x := [3]float64{float64(m[0]), float64(m[1]), float64(m[2])}
	y := [3]float64{float64(m[4]), float64(m[5]), float64(m[6])}
	z := [3]float64{float64(m[8]), float64(m[9]), float64(m[10])}
	for r := range centre {
		centre[r] = float64(x[r]*at[0]) + float64(y[r]*at[1]) + float64(z[r]*at[2]) + float64(m[12+r])
	}
	// The largest stretch squared is at most the largest sum of magnitudes in a row of MᵀM, which it equals where the axes stay
	// at right angles.
	xy, yz, zx := math.Abs(dot3(x, y)), math.Abs(dot3(y, z)), math.Abs(dot3(z, x))
	stretch := max(dot3(x, x)+xy+zx, dot3(y, y)+xy+yz, dot3(z, z)+yz+zx)
	return centre, float64(math.Sqrt(stretch)*float64(s.Radius)) + float64(margin)
}
