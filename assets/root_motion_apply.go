package assets

import "github.com/go-gl/mathgl/mgl32"

// ApplyMotion moves a column-major matrix that places a character by a movement in the character's own space: matrix·m. Exact
// is the same matrix in float64, kept from call to call, so that many small steps add up to what they should; float32 would
// lose part of each. Where the matrix is not what exact rounds to, somebody else has moved the character, and exact is
// taken from the matrix anew; so its zero value is fine to begin with. A movement that is not finite is none.
func ApplyMotion(matrix *mgl32.Mat4, exact *[16]float64, m Motion, up UpAxis) {
	if m == (Motion{}) || !m.isFinite() {
		return
	}
	for i, v := range matrix {
		if float32(exact[i]) != v {
			for k, w := range matrix {
				exact[k] = float64(w)
			}
			break
		}
	}
	by := m.Matrix(up)
	var out [16]float64
	for c := 0; c < 16; c += 4 {
		for r := range 4 {
			out[c+r] = float64(exact[r]*by[c]) + float64(exact[4+r]*by[c+1]) + float64(exact[8+r]*by[c+2]) + float64(exact[12+r]*by[c+3])
		}
	}
	*exact = out
	for i, v := range out {
		matrix[i] = float32(v)
	}
}
