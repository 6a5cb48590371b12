package bake

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// FrameCell is a cell of the grid of a baked clip's frames. The cells of a run share frames that
// are spaced evenly over the run: at the fraction u of a cell, the pose lies at (Index +
// u)·Intervals/Cells intervals after Frame.
type FrameCell struct {
	Frame     int // the first frame of the run
	Index     int // of the cell in its run
	Cells     int // in the run
	Intervals int // between frames, in the run
}

// FrameCells returns how the frames are spread over time, for code that interpolates them itself,
// such as a shader: cell k begins at origin + k/rate seconds. After the last cell shows the last
// frame or, if the clip is closed, the first one. A frame is followed by the next, and the last
// frame of a closed clip by the first. See [BakedClip.Frame].
func (b *BakedClip) FrameCells() (origin, rate float64, cells []FrameCell, closed bool) {
	b = b.orNone()
	cells = make([]FrameCell, b.cells)
	for i := range cells {
		cells[i] = FrameCell{Frame: i, Cells: 1, Intervals: 1}
		if b.cellTable != nil {
			first, index, n, intervals := unpackCell(b.cellTable[i])
			cells[i] = FrameCell{Frame: first, Index: int(index), Cells: int(n), Intervals: intervals}
		}
	}
	return b.origin, b.rate, cells, b.closed
}

// Frame writes a stored frame, from 0 to Frames()-1, as a local pose. Between two frames every
// number changes linearly; rotations are then normalized. The rotations of a frame have lengths of
// about 0.5 to 2, and consecutive ones are in one hemisphere. What stepped tracks move is as in the
// base pose. A decoded clip that is not bound yet, or has no such frame, writes nothing.
func (b *BakedClip) Frame(i int, locals []float32) {
	if b != nil && b.source != nil && i >= 0 && i < b.frames {
		kernel.InterpolateBaked(locals, &b.data, i, i, 0)
	}
}

// An entry of a cell table holds, from the lowest bit on: the first frame of the cell's run in
// frameBits bits, the index of the cell in its run in 4 bits, the cells of the run in 4 bits, and
// the index of its number of intervals in runIntervals in 4 bits.
const frameBits = 20

// packCells returns the cell table of a grid divided into runs, or nil if every cell has one
// interval of its own.
func packCells(g frameGrid, runs []frameRun) []uint32 {
	table := make([]uint32, 0, g.cells)
	frame := 0
	for _, r := range runs {
		intervals := slices.Index(runIntervals[:], r.intervals)
		for cellInRun := range r.cells {
			table = append(table, uint32(frame|cellInRun<<frameBits|r.cells<<(frameBits+4)|intervals<<(frameBits+8)))
		}
		frame += r.intervals
	}
	if len(runs) == g.cells && frame == g.cells {
		return nil
	}
	return table
}

// unpackCell returns what an entry of a cell table holds.
func unpackCell(entry uint32) (firstFrame int, cellInRun, cells uint32, intervals int) {
	return int(entry & (1<<frameBits - 1)), entry >> frameBits & 15, entry >> (frameBits + 4) & 15,
		runIntervals[entry>>(frameBits+8)&15]
}
