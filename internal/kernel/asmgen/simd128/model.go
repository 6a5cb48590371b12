package simd128

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
)

func (g Generator) transpose() {
	e := g.begin("transposeAsm")
	block, locals, stride, groups := e.Param("block"), e.Param("locals"), e.Param("stride"), e.Param("groups")
	e.ShiftLeft(stride, 2)
	e.Repeat("transpose", groups, func() {
		e.transposeRows(block, locals, stride, 0, 10, alone)
		e.AddTo(locals, shared.GroupSize)
		e.AddTo(block, shared.Lanes*shared.GroupSize)
	})
	e.Finish()
}

func (g Generator) transposeBack() {
	e := g.begin("transposeBackAsm")
	locals, stride, kept := e.Param("locals"), e.Param("stride"), e.Param("kept")
	block, rows := e.Param("block"), e.Param("rows")
	e.ShiftLeft(stride, 2)
	var to [shared.Lanes][2]number
	for lane := 0; lane < shared.Lanes; lane += 4 {
		for k, at := range e.laneAddresses(locals, stride, lane) {
			to[lane+k] = [2]number{at, e.NextInt(kept)}
		}
	}
	e.Repeat("transposeBack", rows, func() {
		for lane := 0; lane < shared.Lanes; lane += 4 {
			for joint := 0; joint < shared.Lanes; joint += 4 {
				var v [4]vector
				for k := range v {
					v[k] = e.Load(block, (joint+k)*shared.GroupSize+4*lane)
				}
				for k, v := range e.Turn4(v) {
					e.Store(v, to[lane+k][0], 4*joint)
					e.Store(v, to[lane+k][1], 4*joint)
				}
			}
		}
		for _, at := range to {
			e.AddTo(at[0], shared.Row)
			e.AddTo(at[1], shared.Row)
		}
		e.AddTo(block, shared.Row)
	})
	e.Finish()
}

// laneAddresses returns the addresses of the group of shared.Lanes first to first+3; stride is in
// bytes.
func (e function) laneAddresses(locals, stride number, first int) (at [4]number) {
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
func alone([4]number, int) func() { return func() {} }

// transposeRows writes rows first to end-1 of 8 joints, from the group of 8 shared.Lanes. For each
// 4 shared.Lanes it calls between with their addresses, and calls its result after each 4x4
// numbers.
func (e function) transposeRows(block, locals, stride number, first, end int,
	between func(at [4]number, first int) func(),
) {
	if web, is := e.Machine.(*wasm.Function); is {
		e.transposeInLoop(web, block, locals, stride, first, end, between)
		return
	}
	for lane := 0; lane < shared.Lanes; lane += 4 {
		at := e.laneAddresses(locals, stride, lane)
		other := between(at, lane)
		for r := first; r < end; r++ {
			for joint := 0; joint < shared.Lanes; joint += 4 {
				var v [4]vector
				for k := range v {
					v[k] = e.Load(at[k], r*shared.Row+4*joint)
				}
				for k, v := range e.Turn4(v) {
					e.Store(v, block, (joint+k)*shared.GroupSize+r*shared.Row+4*lane)
				}
				other()
			}
		}
	}
}

// transposeInLoop is transposeRows with a loop over the rows, because browsers have to load the
// code.
func (e function) transposeInLoop(web *wasm.Function, block, locals, stride number, first, end int,
	between func(at [4]number, first int) func(),
) {
	var at [shared.Lanes]number
	for lane := 0; lane < shared.Lanes; lane += 4 {
		from := e.laneAddresses(locals, stride, lane)
		between(from, lane)
		for k, address := range from {
			at[lane+k] = web.Copied(address)
		}
	}
	to := web.Copied(block)
	e.Repeat("rows", e.Number(end-first), func() {
		for lane := 0; lane < shared.Lanes; lane += 4 {
			for joint := 0; joint < shared.Lanes; joint += 4 {
				var v [4]vector
				for k := range v {
					v[k] = e.Load(at[lane+k], first*shared.Row+4*joint)
				}
				for k, v := range e.Turn4(v) {
					e.Store(v, to, (joint+k)*shared.GroupSize+first*shared.Row+4*lane)
				}
			}
		}
		for _, r := range append(at[:], to) {
			e.AddTo(r, shared.Row)
		}
	})
}

// local returns the local matrices of a joint. Without scaled, all scales are 1. The translation is
// loaded where it is used.
func (e function) local(block number, half int, scaled bool, one vector) (m [3][3]vector) {
	in := func(r int) vector { return e.Load(block, r*shared.Row+half) }
	q := e.loadQuad(block, half)
	x2, y2, z2 := e.Add(q[0], q[0]), e.Add(q[1], q[1]), e.Add(q[2], q[2])
	xx, yy, zz := e.Mul(q[0], x2), e.Mul(q[1], y2), e.Mul(q[2], z2)
	m[0][0], m[1][1], m[2][2] = e.Sub(one, e.Add(yy, zz)), e.Sub(one, e.Add(xx, zz)), e.Sub(one, e.Add(xx, yy))
	// Off the diagonal: a sum and a difference of the same two products.
	pair := func(p, q vector) (sum, difference vector) { return e.Add(p, q), e.Sub(p, q) }
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

// modelRow gets shared.Row r of a joint's model matrices, in half of the shared.Lanes.
type modelRow func(half, r int, v [4]vector)

// modelOfJoint stores the model matrices of a joint. then gets each row, for palettes.
func (e function) modelOfJoint(scaled bool, base, model, block, parent number, one vector, then modelRow) {
	from := e.Sum(base, e.Sum(parent, parent, 1), 7) // 384 is 3 << 7
	eachHalf(func(half int) {
		m := e.local(block, half, scaled, one)
		put := func(r int, v [4]vector) {
			for c := range v {
				e.Store(v[c], model, (4*r+c)*shared.Row+half)
			}
			then(half, r, v)
		}
		product := func() {
			for r := range 3 {
				var p, v [4]vector
				for k := range p {
					p[k] = e.Load(from, (4*r+k)*shared.Row+half)
				}
				for c := range v {
					column := [3]vector{}
					if c < 3 {
						column = [3]vector{m[0][c], m[1][c], m[2][c]}
					} else {
						for k := range column {
							column[k] = e.Load(block, (4+k)*shared.Row+half)
						}
					}
					sum := e.Mul(column[0], p[0])
					sum = e.Add(sum, e.Mul(column[1], p[1]))
					v[c] = e.Add(sum, e.Mul(column[2], p[2]))
				}
				v[3] = e.Add(v[3], p[3])
				put(r, v)
			}
		}
		e.IfNegative("joint", parent, func() {
			for r := range 3 {
				put(r, [4]vector{m[r][0], m[r][1], m[r][2], e.Load(block, (4+r)*shared.Row+half)})
			}
		}, product)
	})
}

func (g Generator) localToModel() {
	e := g.begin("localToModelAsm")
	base, model := e.Param("base"), e.Param("model")
	block, parents, joints := e.Param("block"), e.Param("parents"), e.Param("joints")
	one := e.Constant(bitsOne)
	e.Repeat("joints", joints, func() {
		e.modelOfJoint(true, base, model, block, e.Next16(parents), one, noPalette)
		e.AddTo(block, shared.GroupSize)
		e.AddTo(model, shared.BlockMatrix)
	})
	e.Finish()
}

// eachPose computes model matrices from local poses, group by group, and writes them to model; base
// has those of joint 0. For each joint it calls joint, which calls model once or in several
// branches.
func (e function) eachPose(base, model number, joint func(model func(then modelRow))) {
	locals, stride := e.Param("locals"), e.Param("stride")
	parents, joints, left := e.Param("parents"), e.Param("joints"), e.X()
	one := e.Constant(bitsOne)
	e.ShiftLeft(stride, 2)
	e.While("group", joints, func() {
		block := e.Param("group")
		e.Take(left, joints, shared.Lanes)
		between, ifOnes := e.scaleTest()
		e.transposeRows(block, locals, stride, 0, 7, between)
		each := func(name string, scaled bool) {
			e.While(name, left, func() {
				parent := e.Next16(parents)
				joint(func(then modelRow) { e.modelOfJoint(scaled, base, model, block, parent, one, then) })
				e.AddTo(block, shared.GroupSize)
				e.AddTo(model, shared.BlockMatrix)
				e.AddTo(left, -1)
			})
		}
		ifOnes(func() { each("unscaled", false) }, func() {
			e.transposeRows(block, locals, stride, 7, 10, alone)
			each("scaled", true)
		})
		e.AddTo(locals, shared.GroupSize)
	})
}

// scaleTest returns a function for transposeRows that compares the scales of the group with 1, and
// one that branches: to the first of its functions if all scales are 1, otherwise to the second
// one.
func (e function) scaleTest() (between func(at [4]number, first int) func(), ifOnes func(ones, others func())) {
	if arm, is := e.Machine.(*neon.Function); is {
		ones := e.Number(bitsOne<<32 | bitsOne)
		return func(at [4]number, first int) func() { return compareScales(arm, ones, at, first) },
			func(ones, others func()) {
				name := arm.Unique("ones")
				arm.Jump("BEQ", name)
				others()
				arm.Jump("B", name+"_done")
				arm.Label(name)
				ones()
				arm.Label(name + "_done")
			}
	}
	web, ones, differ := e.Machine.(*wasm.Function), e.Constant(bitsOne), e.Zero()
	between = func(at [4]number, _ int) func() {
		for _, lane := range at {
			for i := range 6 {
				e.AccumulateBits(differ, e.Xor(e.Load(lane, 7*shared.Row+i*shared.HalfRow), ones))
			}
		}
		return func() {}
	}
	return between, func(ones, others func()) { web.If(web.AnySet(differ), others, ones) }
}

// compareScales returns a function that compares some scales of lanes first to first+3 with 1, as
// long as all before were. It uses general registers, because the vector units are what limits the
// rest.
func compareScales(e *neon.Function, ones number, at [4]number, first int) func() {
	n := 0
	return func() {
		for range 2 {
			if n == 4*6 {
				return
			}
			a, b := e.X(), e.X()
			e.Do(fmt.Sprintf("LDP %d(%%s), (%%s, %%s)", 7*shared.Row+n%6*16), neon.UseX(at[n/6]), neon.DefX(a),
				neon.DefX(b))
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
func noPalette(int, int, [4]vector) {}

func (g Generator) poseToModel() {
	e := g.begin("poseToModelAsm")
	e.eachPose(e.Param("base"), e.Param("model"), func(model func(modelRow)) { model(noPalette) })
	e.Finish()
}
