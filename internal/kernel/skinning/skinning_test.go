package skinning_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/skinning"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// palette is a palette as a test makes it.
type palette struct {
	name   string
	matrix func(r *rand.Rand) mgl32.Mat4
}

// turned returns a random rotation and translation.
func turned(r *rand.Rand) mgl32.Mat4 {
	return mgl32.Translate3D(r.Float32()*2-1, r.Float32()*2-1, r.Float32()*2-1).Mul4(randomassets.Rotation(r).Mat4())
}

var palettes = []palette{
	{"rigid", turned},
	{"small", func(r *rand.Rand) mgl32.Mat4 { return mgl32.Scale3D(0.01, 0.01, 0.01).Mul4(turned(r)) }},
	{"large", func(r *rand.Rand) mgl32.Mat4 { return mgl32.Scale3D(100, 100, 100).Mul4(turned(r)) }},
	{"mirrored", func(r *rand.Rand) mgl32.Mat4 { return mgl32.Scale3D(-1, 1, 1).Mul4(turned(r)) }},
	{"stretched", func(r *rand.Rand) mgl32.Mat4 {
		return turned(r).Mul4(mgl32.Scale3D(0.2+r.Float32(), 0.2+r.Float32(), 2+3*r.Float32())).
			Mul4(randomassets.Rotation(r).Mat4())
	}},
	{"sheared and mirrored", func(r *rand.Rand) mgl32.Mat4 {
		return mgl32.Scale3D(1, -0.5, 1).Mul4(turned(r)).Mul4(mgl32.Scale3D(1, 1+r.Float32(), 0.4)).
			Mul4(randomassets.Rotation(r).Mat4())
	}},
}

const entries = 9

// numbers returns a random palette in the layout of kernels, and in that of the reference.
func (p *palette) numbers(r *rand.Rand) (rows []float32, matrices []reference.Matrix) {
	for range entries {
		m := rig.MatrixFromMat4(p.matrix(r))
		rows = append(rows, m[:]...)
		matrices = append(matrices, reference.MatrixOf(m))
	}
	return rows, matrices
}

func TestSkinningAgreesWithTheReference(t *testing.T) {
	for _, p := range palettes {
		for _, influences := range []int{4, 8} {
			t.Run(p.name, func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, uint64(influences)))
				var worst, worstNormal float64
				for range 40 {
					rows, matrices := p.numbers(r)
					primitive := randomassets.Primitive(r, 1+r.IntN(100), entries, influences, 0)
					n := len(primitive.Positions)
					flat := func(v []mgl32.Vec3) (s []float32) {
						for i := range v {
							s = append(s, v[i][:]...)
						}
						return s
					}
					j := kernel.SkinJob{
						Positions: flat(primitive.Positions), OutPositions: make([]float32, 3*n),
						Normals: flat(primitive.Normals), OutNormals: make([]float32, 3*n),
						Joints: primitive.Joints, Weights: primitive.Weights, Influences: influences, Palette: rows,
					}
					duals := make([]float32, skinning.Len(rows))
					skinning.Split(duals, rows)
					skinning.Dual(&j, duals)
					want := reference.SkinDual(primitive, matrices, nil)
					size := 0.0
					for i := range matrices {
						size = math.Max(size, matrices[i].Point(reference.Vector{1, 1, 1}).Length())
					}
					position, normal := difference(&j, &want)
					worst, worstNormal = math.Max(worst, position/size), math.Max(worstNormal, normal)

					skinning.Rigid(&j)
					want = reference.SkinHeaviest(primitive, matrices, nil)
					if position, normal = difference(&j, &want); position > 1e-6*size || normal > 1e-5 {
						t.Fatalf("rigid: positions differ by %g of the size, normals by %g", position/size, normal)
					}
				}
				t.Logf("positions within %.2g of the size, normals within %.2g", worst, worstNormal)
				if worst > 2e-6 || worstNormal > 1e-4 {
					t.Errorf("dual: positions differ by %g of the size, normals by %g", worst, worstNormal)
				}
			})
		}
	}
}

// difference returns the largest distances of positions and of normals from the reference.
func difference(j *kernel.SkinJob, want *reference.Surface) (position, normal float64) {
	at := func(s []float32, v int) reference.Vector {
		return reference.Vector{float64(s[3*v]), float64(s[3*v+1]), float64(s[3*v+2])}
	}
	for v := range want.Positions {
		position = math.Max(position, at(j.OutPositions, v).Add(want.Positions[v].Times(-1)).Length())
		normal = math.Max(normal, at(j.OutNormals, v).Add(want.Normals[v].Times(-1)).Length())
	}
	return position, normal
}

// A single influence moves a vertex by its matrix exactly, whatever the matrix is.
func TestDualWithOneInfluenceIsTheMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	matrices := map[string]mgl32.Mat4{
		"none":         {},
		"a line":       turned(r).Mul4(mgl32.Scale3D(2, 0, 0)).Mul4(randomassets.Rotation(r).Mat4()),
		"a plane":      turned(r).Mul4(mgl32.Scale3D(2, 0, 1)).Mul4(randomassets.Rotation(r).Mat4()),
		"nearly flat":  turned(r).Mul4(mgl32.Scale3D(1, 1e-6, 1)).Mul4(randomassets.Rotation(r).Mat4()),
		"a needle":     turned(r).Mul4(mgl32.Scale3D(1000, 1e-3, 1e-3)).Mul4(randomassets.Rotation(r).Mat4()),
		"tiny":         mgl32.Scale3D(1e-20, 1e-20, 1e-20).Mul4(turned(r)),
		"huge":         mgl32.Scale3D(1e18, 1e18, 1e18).Mul4(turned(r)),
		"half a turn":  mgl32.HomogRotate3D(math.Pi, mgl32.Vec3{0, 0.6, 0.8}),
		"the opposite": mgl32.Scale3D(-1, -1, -1),
	}
	for name, m := range matrices {
		row := rig.MatrixFromMat4(m)
		j := kernel.SkinJob{
			Positions: []float32{0.3, -1.2, 0.7}, OutPositions: make([]float32, 3), Joints: []uint16{0, 7, 7, 7},
			Weights:    []float32{1, 0, 0, 0},
			Influences: 4, Palette: row[:],
		}
		duals := make([]float32, skinning.Len(row[:]))
		skinning.Split(duals, row[:])
		skinning.Dual(&j, duals)
		want, size := row.Point(mgl32.Vec3{0.3, -1.2, 0.7}), float32(0)
		for _, x := range row {
			size = max(size, float32(math.Abs(float64(x))))
		}
		if got := mgl32.Vec3(j.OutPositions); !(got.Sub(want).Len() <= 1e-6*size) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		if q := mgl32.Vec4(duals[:4]); math.Abs(float64(q.Len())-1) > 1e-6 {
			t.Errorf("%s: the rotation is %v", name, q)
		}
	}
}

// The rotation of a matrix that is nearly flat is that of the limit: the polar factor stays, as the
// matrix with it.
func TestSplitFindsThePolarFactor(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, least := range []float32{1, 0.1, 1e-2, 1e-3, 1e-5, 0} {
		for range 100 {
			want, stretch := randomassets.Rotation(r), randomassets.Rotation(r).Mat4()
			m := want.Mat4().Mul4(stretch).Mul4(mgl32.Scale3D(1+r.Float32(), 1, least)).Mul4(stretch.Transpose())
			row := rig.MatrixFromMat4(m)
			duals := make([]float32, skinning.Len(row[:]))
			skinning.Split(duals, row[:])
			q := mgl32.Quat{V: mgl32.Vec3(duals[:3]), W: duals[3]}
			if dot := math.Abs(float64(q.Dot(want))); dot < 1-1e-6 {
				t.Fatalf("scale %g: the rotation is %v, want %v", least, q, want)
			}
		}
	}
}

// Matrices with infinities and NaN spoil only the vertices that they move.
func TestDualWithMatricesThatAreNotFinite(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	rows := []float32{1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30}
	for i := range 12 {
		rows = append(rows, []float32{inf, nan, -inf}[i%3])
	}
	duals := make([]float32, skinning.Len(rows))
	skinning.Split(duals, rows)
	j := kernel.SkinJob{
		Positions: make([]float32, 3*9), OutPositions: make([]float32, 3*9), Joints: make([]uint16, 4*9),
		Weights:    make([]float32, 4*9),
		Influences: 4, Palette: rows,
	}
	for v := range 9 {
		j.Weights[4*v], j.Joints[4*v+1] = 1, 1
	}
	j.Joints[4*8] = 1
	skinning.Dual(&j, duals)
	for v := range 8 {
		if got := [3]float32(j.OutPositions[3*v:]); got != [3]float32{10, 20, 30} {
			t.Fatalf("vertex %d moved to %v", v, got)
		}
	}
	if x := j.OutPositions[3*8]; x-x == 0 {
		t.Errorf("the vertex of a matrix that is not finite moved to %v", x)
	}
}
