package simd128

import (
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
)

// paletteWriter writes palettes: entries of 3x4 matrices, each for 8 shared.Lanes.
type paletteWriter struct {
	function
	places [shared.Lanes]number // of the shared.Lanes' palettes
	offset number               // of the present entry
	at     [4]number            // the entry in the palettes of half of the shared.Lanes
	bind   [3]vector            // the entry's inverse bind matrix
}

func (e function) newPalettes() *paletteWriter {
	w := &paletteWriter{function: e}
	dst, offsets := e.Param("dst"), e.Param("offsets")
	for lane := range w.places {
		w.places[lane] = e.Sum(dst, e.NextInt(offsets), 2)
	}
	w.offset = e.Number(0)
	return w
}

// put writes shared.Row r of 4 shared.Lanes' model matrices times the inverse bind matrix.
func (w *paletteWriter) put(half, r int, v [4]vector) {
	w.putBy(half, r, v, func(x vector, k, c int) vector { return w.MulBy(x, w.bind[k], c) })
}

// putBy is put for an inverse bind matrix by whose number in row k and column c times multiplies.
func (w *paletteWriter) putBy(half, r int, v [4]vector, times func(x vector, k, c int) vector) {
	e := w.function
	if r == 0 {
		for k := range w.at {
			w.at[k] = e.Sum(w.places[half/4+k], w.offset, 0)
		}
	}
	var out [4]vector
	for c := range out {
		sum := times(v[0], 0, c)
		sum = e.Add(sum, times(v[1], 1, c))
		out[c] = e.Add(sum, times(v[2], 2, c))
	}
	out[3] = e.Add(out[3], v[3])
	e.StoreLanes(out, w.at, 16*r)
}

func (g Generator) palette() {
	e := g.begin("paletteAsm")
	w := e.newPalettes()
	model, joints, indices, bind := e.Param("model"), e.Param("joints"), e.Param("indices"), e.Param("inverseBind")
	size := e.Number(shared.BlockMatrix)
	e.Repeat("entry", indices, func() {
		w.entry(e.SumOf(model, e.Next16(joints), size), bind)
		e.AddTo(bind, shared.MatrixSize)
		e.AddTo(w.offset, shared.MatrixSize)
	})
	e.Finish()
}

// entry writes the entry of a joint.
func (w *paletteWriter) entry(joint, bind number) {
	e := w.function
	for r := range w.bind {
		w.bind[r] = e.Load(bind, 16*r)
	}
	eachHalf(func(half int) {
		for r := range 3 {
			w.put(half, r, e.loadRow(joint, half, r))
		}
	})
}

// loadRow returns shared.Row r of 4 shared.Lanes' model matrices.
func (e function) loadRow(joint number, half, r int) (v [4]vector) {
	for k := range v {
		v[k] = e.Load(joint, (4*r+k)*shared.Row+half)
	}
	return v
}

// paletteEach is palette with an inverse bind matrix for each lane.
func (g Generator) paletteEach() {
	e := g.begin("paletteEachAsm")
	w := e.newPalettes()
	model, joints, indices, bind := e.Param("model"), e.Param("joints"), e.Param("indices"), e.Param("inverseBind")
	size, offsets := e.Number(shared.BlockMatrix), e.Param("bindOffsets")
	e.Repeat("entry", indices, func() {
		joint := e.SumOf(model, e.Next16(joints), size)
		eachHalf(func(half int) {
			var binds [3][4]vector // a row and a column of 4 lanes
			for k := range 4 {
				from := e.Sum(bind, e.Field(offsets, 8*(half/4+k)), 2)
				for r := range binds {
					binds[r][k] = e.Load(from, 16*r)
				}
			}
			for r := range binds {
				binds[r] = e.Turn4(binds[r])
			}
			for r := range 3 {
				w.putBy(half, r, e.loadRow(joint, half, r), func(x vector, k, c int) vector {
					return e.Mul(x, binds[k][c])
				})
			}
		})
		e.AddTo(bind, shared.MatrixSize)
		e.AddTo(w.offset, shared.MatrixSize)
	})
	e.Finish()
}

func (g Generator) poseToPalette() {
	e := g.begin("poseToPaletteAsm")
	w, indices := e.newPalettes(), e.Param("indices")
	base, current := e.Param("model"), e.X()
	e.Move(current, base)
	e.eachPose(base, current, func(model func(modelRow)) {
		entry := e.Next16(indices)
		bind := func() number {
			e.Move(w.offset, e.Sum(entry, entry, 1)) // 48 is 3 << 4
			e.ShiftLeft(w.offset, 4)
			return e.Sum(e.Param("inverseBind"), w.offset, 0)
		}
		if _, is := e.Machine.(*wasm.Function); is { // less code, which browsers have to load
			model(noPalette)
			e.IfNegative("entry", entry, func() {}, func() { w.entry(current, bind()) })
			return
		}
		e.IfNegative("entry", entry, func() { model(noPalette) }, func() {
			from := bind()
			for r := range w.bind {
				w.bind[r] = e.Load(from, 16*r)
			}
			model(w.put)
		})
	})
	e.Finish()
}
