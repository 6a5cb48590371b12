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

func length3(v [3]float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2]))
}

// placed takes a sphere to the world by a matrix, which may stretch it to a larger one.
func placed(s assets.Sphere, m *mgl32.Mat4, margin float32) (centre [3]float64, radius float64) {
	var at [3]float64
	for c, x := range s.Centre {
		at[c] = float64(x)
	}
	// The largest stretch squared is at most the largest sum of magnitudes in a row of MᵀM, which it equals where the axes stay
	// at right angles.
	var dots [3][3]float64
	for r := range 3 {
		x, y, z := float64(m[r]), float64(m[4+r]), float64(m[8+r])
		centre[r] = float64(x*at[0]) + float64(y*at[1]) + float64(z*at[2]) + float64(m[12+r])
		row := [3]float64{x, y, z}
		for i := range row {
			for j := range row {
				dots[i][j] += float64(row[i] * row[j])
			}
		}
	}
	stretch := 0.0
	for _, row := range dots {
		stretch = max(stretch, math.Abs(row[0])+math.Abs(row[1])+math.Abs(row[2]))
	}
	return centre, float64(math.Sqrt(stretch)*float64(s.Radius)) + float64(margin)
}
