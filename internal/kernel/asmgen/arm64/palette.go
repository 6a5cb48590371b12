package arm64

import (
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
)

// paletteWriter writes palettes: entries of 3x4 matrices, each for 8 layout.Lanes.
type paletteWriter struct {
	function
	places [layout.Lanes]neon.X // of the layout.Lanes' palettes
	offset neon.X               // of the present entry
	at     [4]neon.X            // the entry in the palettes of half of the layout.Lanes
	bind   [3]neon.V            // the entry's inverse bind matrix
}

func (e function) newPalettes() *paletteWriter {
	w := &paletteWriter{function: e}
	dst, offsets := e.Param("dst"), e.Param("offsets")
	for lane := range w.places {
		offset := e.X()
		e.Do("MOVD.P 8(%s), %s", neon.UseX(offsets).Updated(), neon.DefX(offset))
		w.places[lane] = e.Sum(dst, offset, 2)
	}
	w.offset = e.X()
	return w
}

// put writes layout.Row r of 4 layout.Lanes' model matrices times the inverse bind matrix.
func (w *paletteWriter) put(half, r int, v [4]neon.V) {
	e := w.function
	if r == 0 {
		for k := range w.at {
			w.at[k] = e.Sum(w.places[half/4+k], w.offset, 0)
		}
	}
	var out [4]neon.V
	for c := range out {
		sum := e.MulBy(v[0], w.bind[0], c)
		sum = e.Add(sum, e.MulBy(v[1], w.bind[1], c))
		out[c] = e.Add(sum, e.MulBy(v[2], w.bind[2], c))
	}
	out[3] = e.Add(out[3], v[3])
	for k, v := range e.Turn4(out) {
		e.Store(v, w.at[k], 16*r)
	}
}

func (g Generator) palette() {
	e := g.begin("paletteAsm")
	w := e.newPalettes()
	model, joints, indices, bind := e.Param("model"), e.Param("joints"), e.Param("indices"), e.Param("inverseBind")
	size := e.Number(layout.BlockMatrix)
	e.Do("MOVD ZR, %s", neon.DefX(w.offset))
	e.Repeat("entry", indices, func() {
		joint := e.SumOf(model, e.Next16(joints), size)
		for r := range w.bind {
			w.bind[r] = e.Load(bind, 16*r)
		}
		eachHalf(func(half int) {
			for r := range 3 {
				var v [4]neon.V
				for k := range v {
					v[k] = e.Load(joint, (4*r+k)*layout.Row+half)
				}
				w.put(half, r, v)
			}
		})
		e.AddTo(bind, layout.MatrixSize)
		e.AddTo(w.offset, layout.MatrixSize)
	})
	e.Finish()
}

func (g Generator) poseToPalette() {
	e := g.begin("poseToPaletteAsm")
	w, indices := e.newPalettes(), e.Param("indices")
	base, model := e.Param("model"), e.X()
	e.Move(model, base)
	e.eachPose(base, model, func(model func(modelRow)) {
		name := e.Unique("entry")
		entry := e.Next16(indices)
		e.Jump("TBNZ $63, %s,", name+"_none", neon.UseX(entry))
		e.Do("ADD %s<<1, %s, %s", neon.UseX(entry), neon.UseX(entry), neon.DefX(entry)) // 48 is 3 << 4
		e.Do("LSL $4, %s, %s", neon.UseX(entry), neon.DefX(w.offset))
		bind := e.Sum(e.Param("inverseBind"), w.offset, 0)
		for r := range w.bind {
			w.bind[r] = e.Load(bind, 16*r)
		}
		model(w.put)
		e.Jump("B", name+"_done")
		e.Label(name + "_none")
		model(noPalette)
		e.Label(name + "_done")
	})
	e.Finish()
}
