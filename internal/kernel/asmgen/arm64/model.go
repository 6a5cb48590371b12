package arm64

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
)

func (g Generator) transpose() {
	e := g.begin("transposeAsm")
	block, locals, stride, groups := e.Param("block"), e.Param("locals"), e.Param("stride"), e.Param("groups")
	e.Do("LSL $2, %s, %s", neon.UseX(stride), neon.DefX(stride))
	e.Repeat("transpose", groups, func() {
		e.transposeRows(block, locals, stride, 0, 10, alone)
		e.AddTo(locals, layout.GroupSize)
		e.AddTo(block, layout.Lanes*layout.GroupSize)
	})
	e.Finish()
}

func (g Generator) transposeBack() {
	e := g.begin("transposeBackAsm")
	locals, stride, kept := e.Param("locals"), e.Param("stride"), e.Param("kept")
	block, rows := e.Param("block"), e.Param("rows")
	e.Do("LSL $2, %s, %s", neon.UseX(stride), neon.DefX(stride))
	var to [layout.Lanes][2]neon.X
	for lane := 0; lane < layout.Lanes; lane += 4 {
		for k, at := range e.laneAddresses(locals, stride, lane) {
			to[lane+k] = [2]neon.X{at, e.X()}
			e.Do("MOVD.P 8(%s), %s", neon.UseX(kept).Updated(), neon.DefX(to[lane+k][1]))
		}
	}
	e.Repeat("transposeBack", rows, func() {
		for lane := 0; lane < layout.Lanes; lane += 4 {
			for joint := 0; joint < layout.Lanes; joint += 4 {
				var v [4]neon.V
				for k := range v {
					v[k] = e.Load(block, (joint+k)*layout.GroupSize+4*lane)
				}
				for k, v := range e.Turn4(v) {
					e.Store(v, to[lane+k][0], 4*joint)
					e.Store(v, to[lane+k][1], 4*joint)
				}
			}
		}
		for _, at := range to {
			e.AddTo(at[0], layout.Row)
			e.AddTo(at[1], layout.Row)
		}
		e.AddTo(block, layout.Row)
	})
	e.Finish()
}

// laneAddresses returns the addresses of the group of layout.Lanes first to first+3; stride is in bytes.
func (e function) laneAddresses(locals, stride neon.X, first int) (at [4]neon.X) {
	for k := range at {
		switch {
		case k > 0:
			at[k] = e.Sum(at[k-1], stride, 0)
		case first > 0:
			at[0] = e.Sum(locals, stride, 2)
		default:
			at[0] = locals
		}
	}
	return at
}

// alone is for transposes without other work in between.
func alone([4]neon.X, int) func() { return func() {} }

// transposeRows writes rows first to end-1 of 8 joints, from the group of 8 layout.Lanes. For each 4 layout.Lanes it calls between with their addresses,
// and calls its result after each 4x4 numbers.
func (e function) transposeRows(block, locals, stride neon.X, first, end int, between func(at [4]neon.X, first int) func()) {
	for lane := 0; lane < layout.Lanes; lane += 4 {
		at := e.laneAddresses(locals, stride, lane)
		other := between(at, lane)
		for r := first; r < end; r++ {
			for joint := 0; joint < layout.Lanes; joint += 4 {
				var v [4]neon.V
				for k := range v {
					v[k] = e.Load(at[k], r*layout.Row+4*joint)
				}
				for k, v := range e.Turn4(v) {
					e.Store(v, block, (joint+k)*layout.GroupSize+r*layout.Row+4*lane)
				}
				other()
			}
		}
	}
}

// local returns the local matrices of a joint. Without scaled, all scales are 1. The translation is loaded where it is used.
func (e function) local(block neon.X, half int, scaled bool, one neon.V) (m [3][3]neon.V) {
	in := func(r int) neon.V { return e.Load(block, r*layout.Row+half) }
	q := e.loadQuad(block, half)
	x2, y2, z2 := e.Add(q[0], q[0]), e.Add(q[1], q[1]), e.Add(q[2], q[2])
	xx, yy, zz := e.Mul(q[0], x2), e.Mul(q[1], y2), e.Mul(q[2], z2)
	m[0][0], m[1][1], m[2][2] = e.Sub(one, e.Add(yy, zz)), e.Sub(one, e.Add(xx, zz)), e.Sub(one, e.Add(xx, yy))
	// Off the diagonal: a sum and a difference of the same two products.
	pair := func(p, q neon.V) (sum, difference neon.V) { return e.Add(p, q), e.Sub(p, q) }
	m[1][0], m[0][1] = pair(e.Mul(q[0], y2), e.Mul(q[3], z2))
	m[0][2], m[2][0] = pair(e.Mul(q[0], z2), e.Mul(q[3], y2))
	m[2][1], m[1][2] = pair(e.Mul(q[1], z2), e.Mul(q[3], x2))
	if scaled {
		for c := range 3 {
			s := in(7 + c)
			for r := range 3 {
				m[r][c] = e.Mul(m[r][c], s)
			}
		}
	}
	return m
}

// modelRow gets layout.Row r of a joint's model matrices, in half of the layout.Lanes.
type modelRow func(half, r int, v [4]neon.V)

// modelOfJoint stores the model matrices of a joint. then gets each row, for palettes.
func (e function) modelOfJoint(scaled bool, base, model, block, parent neon.X, one neon.V, then modelRow) {
	from := e.Sum(base, e.Sum(parent, parent, 1), 7) // 384 is 3 << 7
	eachHalf(func(half int) {
		name := e.Unique("joint")
		m := e.local(block, half, scaled, one)
		put := func(r int, v [4]neon.V) {
			for c := range v {
				e.Store(v[c], model, (4*r+c)*layout.Row+half)
			}
			then(half, r, v)
		}
		e.Jump("TBNZ $63, %s,", name+"_root", neon.UseX(parent))
		for r := range 3 {
			var p, v [4]neon.V
			for k := range p {
				p[k] = e.Load(from, (4*r+k)*layout.Row+half)
			}
			for c := range v {
				column := [3]neon.V{}
				if c < 3 {
					column = [3]neon.V{m[0][c], m[1][c], m[2][c]}
				} else {
					for k := range column {
						column[k] = e.Load(block, (4+k)*layout.Row+half)
					}
				}
				sum := e.Mul(column[0], p[0])
				sum = e.Add(sum, e.Mul(column[1], p[1]))
				v[c] = e.Add(sum, e.Mul(column[2], p[2]))
			}
			v[3] = e.Add(v[3], p[3])
			put(r, v)
		}
		e.Jump("B", name+"_done")
		e.Label(name + "_root")
		for r := range 3 {
			put(r, [4]neon.V{m[r][0], m[r][1], m[r][2], e.Load(block, (4+r)*layout.Row+half)})
		}
		e.Label(name + "_done")
	})
}

func (g Generator) localToModel() {
	e := g.begin("localToModelAsm")
	base, model := e.Param("base"), e.Param("model")
	block, parents, joints := e.Param("block"), e.Param("parents"), e.Param("joints")
	one := e.Constant(bitsOne)
	e.Repeat("joints", joints, func() {
		e.modelOfJoint(true, base, model, block, e.Next16(parents), one, noPalette)
		e.AddTo(block, layout.GroupSize)
		e.AddTo(model, layout.BlockMatrix)
	})
	e.Finish()
}

// eachPose computes model matrices from local poses, group by group, and writes them to model; base has the ones of joint 0. For each
// joint it calls joint, which calls model once or in several branches.
func (e function) eachPose(base, model neon.X, joint func(model func(then modelRow))) {
	locals, stride := e.Param("locals"), e.Param("stride")
	parents, joints, left, block := e.Param("parents"), e.Param("joints"), e.X(), e.X()
	one := e.Constant(bitsOne)
	e.Do("LSL $2, %s, %s", neon.UseX(stride), neon.DefX(stride))
	e.Label("group")
	e.Do("MOVD "+e.Memory("group")+", %s", neon.DefX(block))
	e.Do("MOVD $8, %s", neon.DefX(left))
	e.Do("CMP %s, %s", neon.UseX(left), neon.UseX(joints))
	e.Do("CSEL LT, %s, %s, %s", neon.UseX(joints), neon.UseX(left), neon.DefX(left))
	e.Do("SUB %s, %s, %s", neon.UseX(left), neon.UseX(joints), neon.DefX(joints))
	ones := e.Number(bitsOne<<32 | bitsOne)
	e.transposeRows(block, locals, stride, 0, 7, func(at [4]neon.X, first int) func() { return e.compareScales(ones, at, first) })
	each := func(name string, scaled bool) {
		e.Label(name)
		parent := e.Next16(parents)
		joint(func(then modelRow) { e.modelOfJoint(scaled, base, model, block, parent, one, then) })
		e.AddTo(block, layout.GroupSize)
		e.AddTo(model, layout.BlockMatrix)
		e.AddTo(left, -1)
		e.Jump("CBNZ %s,", name, neon.UseX(left))
	}
	e.Jump("BEQ", "unscaled")
	e.transposeRows(block, locals, stride, 7, 10, alone)
	each("scaled", true)
	e.Jump("B", "grouped")
	each("unscaled", false)
	e.Label("grouped")
	e.AddTo(locals, layout.GroupSize)
	e.Jump("CBNZ %s,", "group", neon.UseX(joints))
}

// compareScales returns a function that compares some scales of layout.Lanes first to first+3 with 1, as long as all before were. It uses general
// registers, because the vector units are what limits the rest.
func (e function) compareScales(ones neon.X, at [4]neon.X, first int) func() {
	n := 0
	return func() {
		for range 2 {
			if n == 4*6 {
				return
			}
			a, b := e.X(), e.X()
			e.Do(fmt.Sprintf("LDP %d(%%s), (%%s, %%s)", 7*layout.Row+n%6*16), neon.UseX(at[n/6]), neon.DefX(a), neon.DefX(b))
			if first+n == 0 {
				e.Do("CMP %s, %s", neon.UseX(a), neon.UseX(ones))
			} else {
				e.Do("CCMP EQ, %s, %s, $0", neon.UseX(a), neon.UseX(ones))
			}
			e.Do("CCMP EQ, %s, %s, $0", neon.UseX(b), neon.UseX(ones))
			n++
		}
	}
}

// noPalette is for joints without an entry in a palette.
func noPalette(int, int, [4]neon.V) {}

func (g Generator) poseToModel() {
	e := g.begin("poseToModelAsm")
	e.eachPose(e.Param("base"), e.Param("model"), func(model func(modelRow)) { model(noPalette) })
	e.Finish()
}
