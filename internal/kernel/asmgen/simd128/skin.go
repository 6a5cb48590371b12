package simd128

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
)

// skinner holds the registers that the stages of [skin] share. It works on 4 vertices at a time.
type skinner struct {
	function
	joints, weights, influences, palette, last, size number
	matrices                                         [4][3]vector // the rows of each vertex's blended matrix
}

func (g Generator) skin() {
	e := g.begin("skinAsm")
	quads, to := e.Param("groups"), e.streams()
	s := &skinner{
		function: e, joints: e.Param("joints"), weights: e.Param("weights"), influences: e.Param("influences"),
		palette: e.Param("palette"), last: e.X(), size: e.Number(shared.MatrixSize),
	}
	arm, isArm := e.Machine.(*neon.Function)
	if isArm {
		arm.Do("MOVWU "+arm.Memory("last")+", %s", neon.DefX(s.last))
	} else {
		e.Move(s.last, e.Param("last"))
	}
	e.ShiftLeft(quads, 1)
	for v := range s.matrices {
		for r := range s.matrices[v] {
			s.matrices[v][r] = e.V()
		}
	}
	e.Repeat("quad", quads, func() {
		if isArm {
			s.blend(arm)
		} else {
			s.blendWeb(e.Machine.(*wasm.Function))
		}
		var m [3][4]vector
		for r := range m {
			m[r] = e.Turn4([4]vector{s.matrices[0][r], s.matrices[1][r], s.matrices[2][r], s.matrices[3][r]})
		}
		e.apply(m, to)
	})
	e.Finish()
}

// move moves vertices by matrices that are blended already.
func (g Generator) move() {
	e := g.begin("moveAsm")
	groups, to, from := e.Param("groups"), e.streams(), e.Param("matrixRows")
	e.Repeat("group", groups, func() {
		half := e.Number(2)
		e.While("half", half, func() {
			var m [3][4]vector
			for r := range m {
				for c := range m[r] {
					m[r][c] = e.Load(from, (4*r+c)*shared.Row)
				}
			}
			e.apply(m, to)
			e.AddTo(from, shared.HalfRow)
			e.AddTo(half, -1)
		})
		e.AddTo(from, shared.BlockMatrix-shared.Row)
	})
	e.Finish()
}

// streams are the addresses of vertices, before and after; normals and tangents may be 0.
type streams struct{ positions, outPositions, normals, outNormals, tangents, outTangents number }

// streams returns the addresses that the parameters hold.
func (e function) streams() *streams {
	return &streams{
		e.Param("positions"), e.Param("outPositions"), e.Param("normals"), e.Param("outNormals"), e.Param("tangents"),
		e.Param("outTangents"),
	}
}

// apply moves the next 4 vertices.
func (e function) apply(m [3][4]vector, to *streams) {
	e.movePositions(m, to)
	e.IfZero("noNormals", to.normals, func() {}, func() {
		mirrored := e.turnNormals(m, to)
		e.IfZero("noTangents", to.tangents, func() {}, func() { e.turnTangents(m, mirrored, to) })
	})
}

// blendWeb blends the matrices of the next 4 vertices in WebAssembly.
func (s *skinner) blendWeb(e *wasm.Function) {
	add := func(v int, first bool, joint number, weights vector, lane int) {
		from := e.SumOf(s.palette, e.Less(joint, s.last), s.size)
		for r, sum := range s.matrices[v] {
			product := e.MulBy(e.Load(from, 16*r), weights, lane)
			if !first {
				product = e.Add(sum, product)
			}
			e.Into(sum, product)
		}
	}
	four := func() {
		for v := range s.matrices {
			weights := e.Load(s.weights, 16*v)
			for i := range 4 {
				add(v, i == 0, e.Unsigned16(s.joints, 2*(4*v+i)), weights, i)
			}
		}
		e.AddTo(s.joints, 2*4*4)
		e.AddTo(s.weights, 4*4*4)
	}
	many := func() {
		for v := range s.matrices {
			left := e.Copied(s.influences)
			for _, first := range []bool{true, false} {
				next := func() {
					add(v, first, e.Unsigned16(s.joints, 0), e.LoadNumber(s.weights, 0), 0)
					e.AddTo(s.joints, 2)
					e.AddTo(s.weights, 4)
					e.AddTo(left, -1)
				}
				if first {
					next()
				} else {
					e.If(left, func() { e.While("each", left, next) }, nil)
				}
			}
		}
	}
	repeat := func() {
		for _, matrix := range s.matrices {
			for r, to := range matrix {
				e.Into(to, e.Load(s.palette, 16*r))
			}
		}
	}
	e.If(e.EqualsNumber(s.influences, 4), four, func() { e.If(s.influences, many, repeat) })
}

// blend blends the matrices of the next 4 vertices.
func (s *skinner) blend(e *neon.Function) {
	e.Jump("CBZ %s,", "repeat", neon.UseX(s.influences))
	e.Do("CMP $4, %s", neon.UseX(s.influences))
	e.Jump("BNE", "many")
	// The largest number of influences that one of the vertices uses has its own code.
	var weights [4]vector
	for v := range weights {
		weights[v] = e.Load(s.weights, 16*v)
	}
	used := e.Or(e.Or(weights[0], weights[1]), e.Or(weights[2], weights[3]))
	used = e.Binary(0x4ea08c00, "CMTST", "4S", used, used)
	narrow, unused := e.V(), e.X()
	e.Word(0x0e612800, "XTN V%d.4H, V%d.4S", neon.DefV(narrow, 0), neon.UseV(used, 5))
	e.Word(0x9e660000, "FMOV X%d, D%d", neon.ResultX(unused, 0), neon.UseV(narrow, 5))
	e.Do("CLZ %s, %s", neon.UseX(unused), neon.DefX(unused))
	e.Jump("CBZ %s,", "blend4", neon.UseX(unused))
	for n := 3; n > 1; n-- {
		e.Do(fmt.Sprintf("CMP $%d, %%s", 16*(4-n)), neon.UseX(unused))
		e.Jump("BEQ", fmt.Sprint("blend", n))
	}
	for n := 1; n <= 4; n++ {
		e.Label(fmt.Sprint("blend", n))
		for v := range weights {
			for i := range n {
				s.add(e, v, i == 0, e.Unsigned16(s.joints, 2*(4*v+i)), weights[v], i)
			}
		}
		e.AddTo(s.joints, 2*4*4)
		e.AddTo(s.weights, 4*4*4)
		e.Jump("B", "blended")
	}
	s.blendMany(e)
	e.Jump("B", "blended")
	e.Label("repeat")
	for v := range s.matrices {
		for r := range s.matrices[v] {
			e.LoadInto(s.matrices[v][r], s.palette, 16*r)
		}
	}
	e.Label("blended")
}

// blendMany blends any number of influences.
func (s *skinner) blendMany(e *neon.Function) {
	e.Label("many")
	for v := range s.matrices {
		left, each, summed := e.X(), fmt.Sprint("each", v), fmt.Sprint("summed", v)
		next := func(first bool) {
			joint := e.X()
			e.Do("MOVHU.P 2(%s), %s", neon.UseX(s.joints).Updated(), neon.DefX(joint))
			weight := e.LoadNumber(s.weights, 0)
			e.AddTo(s.weights, 4)
			s.add(e, v, first, joint, weight, 0)
		}
		next(true)
		e.Do("SUB $1, %s, %s", neon.UseX(s.influences), neon.DefX(left))
		e.Jump("CBZ %s,", summed, neon.UseX(left))
		e.Label(each)
		next(false)
		e.AddTo(left, -1)
		e.Jump("CBNZ %s,", each, neon.UseX(left))
		e.Label(summed)
	}
}

// add adds the weighted matrix of a joint to that of a vertex, or begins it. A joint beyond the
// palette gets its last matrix.
func (s *skinner) add(e *neon.Function, v int, first bool, joint number, weights vector, lane int) {
	from := e.SumOf(s.palette, e.Less(joint, s.last), s.size)
	for r, sum := range s.matrices[v] {
		product := e.MulBy(e.Load(from, 16*r), weights, lane)
		if first {
			e.Into(sum, product)
		} else {
			e.Into(sum, e.Add(sum, product))
		}
	}
}

// dot3 returns (a0·b0 + a1·b1) + a2·b2.
func (e function) dot3(a, b []vector) vector {
	return e.Add(e.Add(e.Mul(a[0], b[0]), e.Mul(a[1], b[1])), e.Mul(a[2], b[2]))
}

// movePositions moves positions.
func (e function) movePositions(m [3][4]vector, to *streams) {
	zero, in, out := e.Zero(), e.LoadStream(to.positions, 3), e.StreamOut(3)
	for r := range out {
		moved := e.Add(e.dot3(m[r][:3], in), m[r][3])
		e.Into(out[r], e.Add(moved, zero)) // turns -0 into 0
	}
	e.StoreStream(out, to.outPositions)
}

// turnNormals multiplies normals by the cofactors of the matrices. It returns a sign bit where a
// matrix mirrors.
func (e function) turnNormals(m [3][4]vector, to *streams) (mirrored vector) {
	in := e.LoadStream(to.normals, 3)
	var turned [3]vector
	for r := range turned {
		a, b := m[(r+1)%3], m[(r+2)%3]
		var cofactors [3]vector
		for c := range cofactors {
			cofactors[c] = e.Sub(e.Mul(a[(c+1)%3], b[(c+2)%3]), e.Mul(a[(c+2)%3], b[(c+1)%3]))
		}
		turned[r] = e.dot3(cofactors[:], in)
		if r == 0 {
			determinant := e.dot3(m[0][:3], cofactors[:])
			mirrored = e.And(e.Negative(determinant), e.Constant(bitsSign))
		}
	}
	out := e.StreamOut(3)
	e.unitVectors(turned[:], in, out, mirrored)
	e.StoreStream(out, to.outNormals)
	return mirrored
}

// turnTangents multiplies tangents by the 3x3 matrices, and negates the handedness where a matrix
// mirrors.
func (e function) turnTangents(m [3][4]vector, mirrored vector, to *streams) {
	in, out := e.LoadStream(to.tangents, 4), e.StreamOut(4)
	var turned [3]vector
	for r := range turned {
		turned[r] = e.dot3(m[r][:3], in)
	}
	e.unitVectors(turned[:], in, out, -1)
	e.Into(out[3], e.Xor(in[3], mirrored))
	e.StoreStream(out, to.outTangents)
}

// unitVectors normalizes vectors, with the sign of mirrored if there is one. A vector without a
// length becomes the fallback.
func (e function) unitVectors(v, fallback, out []vector, mirrored vector) {
	square, zero := e.dot3(v, v), e.Zero()
	valid := e.And(e.Positive(square), e.Greater(e.Constant(bitsInfinity), square))
	inverse := e.Div(e.Constant(bitsOne), e.Sqrt(square))
	if mirrored >= 0 {
		inverse = e.Xor(inverse, mirrored)
	}
	for c := range 3 {
		e.Into(out[c], e.Add(e.Mul(v[c], inverse), zero)) // turns -0 into 0
		e.PutUnless(out[c], fallback[c], valid)
	}
}
