package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

func TestSkinAgreesWithTheEquations(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 2))
	numbers := func(n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = random.Float32()*2 - 1
		}
		return s
	}
	const joints, vertices = 12, 100
	for _, influences := range []int{0, 1, 4, 8} {
		job := kernel.SkinJob{
			Positions: numbers(3 * vertices), Normals: numbers(3 * vertices), Tangents: numbers(4 * vertices),
			Influences: influences, Palette: numbers(joints * kernel.MatrixSize),
		}
		job.OutPositions, job.OutNormals, job.OutTangents = numbers(3*vertices), numbers(3*vertices),
			numbers(4*vertices)
		for range vertices {
			left := float32(1)
			for i := range influences {
				job.Joints = append(job.Joints, uint16(random.IntN(joints)))
				w := left * random.Float32()
				if i == influences-1 {
					w = left
				}
				job.Weights = append(job.Weights, w)
				left -= w
			}
		}
		kernel.Skin(&job)
		for v := range vertices {
			var m [12]float64
			if influences == 0 {
				for e := range m {
					m[e] = float64(job.Palette[e])
				}
			}
			for i := range influences {
				for e := range m {
					m[e] += float64(job.Weights[v*influences+i]) *
						float64(job.Palette[int(job.Joints[v*influences+i])*12+e])
				}
			}
			checkVertex(t, &job, v, m)
		}
	}
}

func checkVertex(t *testing.T, job *kernel.SkinJob, v int, m [12]float64) {
	t.Helper()
	at := func(s []float32, n int) (x, y, z float64) {
		return float64(s[n*v]), float64(s[n*v+1]), float64(s[n*v+2])
	}
	compare := func(name string, got []float32, bound float64, want ...float64) {
		t.Helper()
		for i := range want {
			if math.Abs(float64(got[i])-want[i]) > bound {
				t.Fatalf("vertex %d: %s %v, want %v", v, name, got[:len(want)], want)
			}
		}
	}
	x, y, z := at(job.Positions, 3)
	compare("position", job.OutPositions[3*v:], 1e-6, m[0]*x+m[1]*y+m[2]*z+m[3], m[4]*x+m[5]*y+m[6]*z+m[7],
		m[8]*x+m[9]*y+m[10]*z+m[11])

	// The moved normal is orthogonal to the images of two vectors that are orthogonal to n, and on
	// the same side as M·n.
	nx, ny, nz := at(job.OutNormals, 3)
	ax, ay, az := at(job.Normals, 3)
	length := math.Sqrt(nx*nx + ny*ny + nz*nz)
	compare("normal's length", []float32{float32(length)}, 1e-6, 1)
	for _, b := range [][3]float64{{ay, -ax, 0}, {0, az, -ay}} { // both orthogonal to a
		ix, iy, iz := m[0]*b[0]+m[1]*b[1]+m[2]*b[2], m[4]*b[0]+m[5]*b[1]+m[6]*b[2], m[8]*b[0]+m[9]*b[1]+m[10]*b[2]
		compare("normal against a tangent", []float32{float32(ix*nx + iy*ny + iz*nz)}, 2e-4, 0)
	}
	mx, my, mz := m[0]*ax+m[1]*ay+m[2]*az, m[4]*ax+m[5]*ay+m[6]*az, m[8]*ax+m[9]*ay+m[10]*az
	if mx*nx+my*ny+mz*nz < -1e-6 {
		t.Fatalf("vertex %d: the normal points to the other side of the surface", v)
	}

	tx, ty, tz := at(job.Tangents, 4)
	ix, iy, iz := m[0]*tx+m[1]*ty+m[2]*tz, m[4]*tx+m[5]*ty+m[6]*tz, m[8]*tx+m[9]*ty+m[10]*tz
	n := math.Sqrt(ix*ix + iy*iy + iz*iz)
	w := float64(job.Tangents[4*v+3])
	if det := m[0]*(m[5]*m[10]-m[6]*m[9]) - m[1]*(m[4]*m[10]-m[6]*m[8]) + m[2]*(m[4]*m[9]-m[5]*m[8]); det < 0 {
		w = -w
	}
	compare("tangent", job.OutTangents[4*v:], 1e-5/math.Min(1, n), ix/n, iy/n, iz/n, w)
}

// Influences of weight 0 are ignored even if their matrix, or the last one, is not finite.
func TestSkinIgnoresWeightsOfZero(t *testing.T) {
	inf := float32(math.Inf(1))
	palette := []float32{1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30}
	for range 2 {
		const vertices = 19 // two groups of 8 and a rest
		job := kernel.SkinJob{Influences: 4, OutPositions: make([]float32, 3*vertices), Palette: palette}
		for range vertices {
			job.Positions = append(job.Positions, 1, 2, 3)
			job.Joints = append(job.Joints, 0, 0xFFFF, 1, 0xFFFF)
			job.Weights = append(job.Weights, 1, 0, 0, 0)
		}
		kernel.Skin(&job)
		for v := range vertices {
			if got := [3]float32(job.OutPositions[3*v:]); got != [3]float32{11, 22, 33} {
				t.Fatalf("%d matrices: vertex %d moved to %v, want [11 22 33]", len(palette)/kernel.MatrixSize, v, got)
			}
		}
		palette = append(palette, inf, inf, inf, inf, inf, inf, inf, inf, inf, inf, inf, inf)
	}
}

func TestSkinUsesTheLastMatrixForIndicesBeyondThePalette(t *testing.T) {
	job := kernel.SkinJob{
		Positions: make([]float32, 3*9), OutPositions: make([]float32, 3*9), Influences: 1,
		Joints: make([]uint16, 9), Weights: make([]float32, 9),
		Palette: append(make([]float32, kernel.MatrixSize), 1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30),
	}
	for v := range job.Joints {
		job.Joints[v], job.Weights[v] = uint16(1+v*5000), 1
	}
	kernel.Skin(&job)
	for v := range job.Joints {
		if got := [3]float32(job.OutPositions[3*v:]); got != [3]float32{10, 20, 30} {
			t.Fatalf("vertex %d of joint %d moved to %v, want [10 20 30]", v, job.Joints[v], got)
		}
	}
}

// A normal that its matrix maps to 0 is unchanged, and does not become NaN.
func TestSkinKeepsNormalsThatCollapse(t *testing.T) {
	job := kernel.SkinJob{
		Positions: []float32{1, 2, 3}, OutPositions: make([]float32, 3),
		Normals: []float32{0, 1, 0}, OutNormals: make([]float32, 3),
		Tangents: []float32{1, 0, 0, 1}, OutTangents: make([]float32, 4),
		Palette: make([]float32, kernel.MatrixSize),
	}
	kernel.Skin(&job)
	if [3]float32(job.OutNormals) != [3]float32{0, 1, 0} || [4]float32(job.OutTangents) != [4]float32{1, 0, 0, 1} {
		t.Errorf("normal %v, tangent %v", job.OutNormals, job.OutTangents)
	}
}
