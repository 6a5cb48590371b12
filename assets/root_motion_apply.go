package assets

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// ApplyMotion moves a column-major matrix that places a character by a movement in the character's own space: matrix·m. Wide
// is the same matrix in float64, kept from call to call, so that many small steps add up to what they should; float32 would
// lose part of each. Where the matrix is not what wide rounds to, somebody else has moved the character, and wide is
// taken from the matrix anew; so its zero value is fine to begin with. A movement that is not finite is none.
func ApplyMotion(matrix *mgl32.Mat4, wide *[16]float64, m Motion, up UpAxis) {
	if m == (Motion{}) || !m.isFinite() {
		return
	}
	for i, v := range matrix {
		if float32(wide[i]) != v {
			for k, w := range matrix {
				wide[k] = float64(w)
			}
			break
		}
	}
	e := wide
	for r := range 4 {
		e[12+r] += float64(e[r]*m.X) + float64(e[4+r]*m.Y) + float64(e[8+r]*m.Z)
		matrix[12+r] = float32(e[12+r])
	}
	if m.Yaw == 0 {
		return
	}
	// The axes of the ground, of which the first turns towards the second.
	a, b := 8, 0
	if up == UpZ {
		a, b = 0, 4
	}
	sin, cos := exact.SinCos(m.Yaw)
	for r := range 4 {
		x, y := e[a+r], e[b+r]
		e[a+r] = float64(cos*x) + float64(sin*y)
		e[b+r] = float64(cos*y) - float64(sin*x)
		matrix[a+r], matrix[b+r] = float32(e[a+r]), float32(e[b+r])
	}
}
