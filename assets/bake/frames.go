package bake

import "github.com/sinew-go/sinew/internal/kernel"

// FrameCell is a cell of the grid of a baked clip's frames. The cells of a run share frames that are spaced evenly over
// the run: at the fraction u of a cell, the pose lies at (Index + u)·Intervals/Cells intervals behind Frame.
type FrameCell struct {
	Frame     int // the first frame of the run
	Index     int // of the cell in its run
	Cells     int // in the run
	Intervals int // between frames, in the run
}

// FrameCells returns how the frames are spread over time, for code that interpolates them itself, such as a shader:
// cell k begins at origin + k/rate seconds. Behind the last cell shows the last frame or, if the clip is closed, the
// first one. A frame is followed by the next, and the last frame of a closed clip by the first. See [BakedClip.Frame].
func (b *BakedClip) FrameCells() (origin, rate float64, cells []FrameCell, closed bool) {
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

// Frame writes a stored frame, from 0 to Frames()-1, as a local pose. Between two frames every number changes linearly;
// rotations are then normalized. The rotations of a frame are only near unit length, and consecutive ones are in one
// hemisphere. A decoded clip that is not bound yet writes nothing.
func (b *BakedClip) Frame(i int, locals []float32) {
	if b.source != nil {
		kernel.InterpolateBaked(locals, &b.data, i, i, 0)
	}
}
