package main

// paletteWriter writes palettes: entries of 3x4 matrices, each for 8 lanes.
type paletteWriter struct {
	*neon
	places [lanes]xreg // of the lanes' palettes
	offset xreg        // of the present entry
	at     [4]xreg     // the entry in the palettes of half of the lanes
	bind   [3]vreg     // the entry's inverse bind matrix
}

func (e *neon) newPalettes() *paletteWriter {
	w := &paletteWriter{neon: e}
	dst, offsets := e.param("dst"), e.param("offsets")
	for lane := range w.places {
		offset := e.x()
		e.do("MOVD.P 8(%s), %s", useX(offsets).updated(), defX(offset))
		w.places[lane] = e.sum(dst, offset, 2)
	}
	w.offset = e.x()
	return w
}

// put writes row r of 4 lanes' model matrices times the inverse bind matrix.
func (w *paletteWriter) put(half, r int, v [4]vreg) {
	e := w.neon
	if r == 0 {
		for k := range w.at {
			w.at[k] = e.sum(w.places[half/4+k], w.offset, 0)
		}
	}
	var out [4]vreg
	for c := range out {
		sum := e.mulBy(v[0], w.bind[0], c)
		sum = e.add(sum, e.mulBy(v[1], w.bind[1], c))
		out[c] = e.add(sum, e.mulBy(v[2], w.bind[2], c))
	}
	out[3] = e.add(out[3], v[3])
	for k, v := range e.turn4(out) {
		e.store(v, w.at[k], 16*r)
	}
}

func neonPalette() {
	e := arm.function("paletteAsm")
	w := e.newPalettes()
	model, joints, indices, bind := e.param("model"), e.param("joints"), e.param("indices"), e.param("inverseBind")
	size := e.number(blockMatrix)
	e.do("MOVD ZR, %s", defX(w.offset))
	e.repeat("entry", indices, func() {
		joint := e.sumOf(model, e.next16(joints), size)
		for r := range w.bind {
			w.bind[r] = e.load(bind, 16*r)
		}
		eachHalf(func(half int) {
			for r := range 3 {
				var v [4]vreg
				for k := range v {
					v[k] = e.load(joint, (4*r+k)*row+half)
				}
				w.put(half, r, v)
			}
		})
		e.addTo(bind, matrixSize)
		e.addTo(w.offset, matrixSize)
	})
	e.finish()
}

func neonPoseToPalette() {
	e := arm.function("poseToPaletteAsm")
	w, indices := e.newPalettes(), e.param("indices")
	e.eachPose(func(model func(modelRow)) {
		name := e.unique("entry")
		entry := e.next16(indices)
		e.jump("TBNZ $63, %s,", name+"_none", useX(entry))
		e.do("ADD %s<<1, %s, %s", useX(entry), useX(entry), defX(entry)) // 48 is 3 << 4
		e.do("LSL $4, %s, %s", useX(entry), defX(w.offset))
		bind := e.sum(e.param("inverseBind"), w.offset, 0)
		for r := range w.bind {
			w.bind[r] = e.load(bind, 16*r)
		}
		model(w.put)
		e.jump("B", name+"_done")
		e.label(name + "_none")
		model(noPalette)
		e.label(name + "_done")
	})
	e.finish()
}
