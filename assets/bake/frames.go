package bake

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/record"
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
		cells[i] = b.cellTable.cell(i)
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

// cellTable tells which frames the cells of a grid have. Cells are in stretches: a run of cells
// that share their intervals, or cells with one interval each. A table without stretches is of a
// grid whose cells all have one interval each.
type cellTable struct {
	// stretches holds, from the lowest bit on: the first frame of the stretch in frameBits bits, the
	// cells of a run in 4 bits, or 0 if each cell has one interval, and the index of the run's number
	// of intervals in runIntervals in 4 bits.
	stretches []uint32
	blocks    []cellBlock // of blockCells cells
}

// cellBlock tells where stretches begin in a block of cells.
type cellBlock struct {
	begins uint64 // a bit for each cell that begins a stretch
	// The number of stretches that begin before the block, and the cell at which the last of them
	// begins.
	before, last uint32
}

const (
	frameBits  = 20
	blockCells = 64
	blockBytes = 16
)

// newCellTable returns the cell table of a grid divided into runs.
func newCellTable(g frameGrid, runs []frameRun) (t cellTable) {
	frame := 0
	begins := make([]uint64, (g.cells+blockCells-1)/blockCells)
	wasSingle := false
	for _, r := range runs {
		isSingle := r.cells == 1 && r.intervals == 1
		if !isSingle || !wasSingle {
			entry := uint32(frame)
			if !isSingle {
				intervals := slices.Index(runIntervals[:], r.intervals)
				entry |= uint32(r.cells<<frameBits | intervals<<(frameBits+4))
			}
			t.stretches = append(t.stretches, entry)
			begins[r.firstCell/blockCells] |= 1 << (r.firstCell % blockCells)
		}
		wasSingle = isSingle
		frame += r.intervals
	}
	if len(t.stretches) == 1 && wasSingle {
		return cellTable{}
	}
	t.setBlocks(begins)
	return t
}

// setBlocks makes the blocks from the bits of their cells.
func (t *cellTable) setBlocks(begins []uint64) {
	t.blocks = make([]cellBlock, len(begins))
	before, last := 0, 0
	for i, b := range begins {
		t.blocks[i] = cellBlock{b, uint32(before), uint32(last)}
		if b != 0 {
			before, last = before+bits.OnesCount64(b), i*blockCells+bits.Len64(b)-1
		}
	}
}

// stretch returns the stretch of a cell and the cell at which it begins.
func (t *cellTable) stretch(cell int) (entry uint32, begin int) {
	block := &t.blocks[cell/blockCells]
	begun := block.begins & (2<<(cell%blockCells) - 1)
	begin = int(block.last)
	if begun != 0 {
		begin = cell&^(blockCells-1) + bits.Len64(begun) - 1
	}
	return t.stretches[int(block.before)+bits.OnesCount64(begun)-1], begin
}

// unpackStretch returns what the entry of a stretch holds. A stretch of cells with one interval
// each has 0 cells.
func unpackStretch(entry uint32) (firstFrame int, cells uint32, intervals int) {
	return int(entry & (1<<frameBits - 1)), entry >> frameBits & 15, runIntervals[entry>>(frameBits+4)&15]
}

// cell returns the frames of a cell.
func (t *cellTable) cell(cell int) FrameCell {
	if len(t.stretches) == 0 {
		return FrameCell{Frame: cell, Cells: 1, Intervals: 1}
	}
	entry, begin := t.stretch(cell)
	first, cells, intervals := unpackStretch(entry)
	if cells == 0 {
		return FrameCell{Frame: first + cell - begin, Cells: 1, Intervals: 1}
	}
	return FrameCell{Frame: first, Index: cell - begin, Cells: int(cells), Intervals: intervals}
}

// bytes returns the size of the table in memory.
func (t *cellTable) bytes() int { return 4*len(t.stretches) + blockBytes*len(t.blocks) }

// read reads a number of stretches and which cells of blocks begin one.
func (t *cellTable) read(r *record.Reader, stretches, blocks int) {
	for _, entry := range r.Ints(stretches) {
		t.stretches = append(t.stretches, uint32(entry))
	}
	if blocks > len(r.Data)/8 { // 8 times as many may be too many for an int
		r.Truncate()
		return
	}
	begins := make([]uint64, 0, blocks)
	for words := r.Take(8 * blocks); len(words) > 0; words = words[8:] {
		begins = append(begins, binary.LittleEndian.Uint64(words))
	}
	if len(begins) > 0 {
		t.setBlocks(begins)
	}
}

// check returns an error if the stretches do not cover a number of cells with a number of intervals
// between frames, one after the other.
func (t *cellTable) check(cells, intervals int) error {
	if len(t.stretches) == 0 {
		if cells != intervals || len(t.blocks) > 0 {
			return fmt.Errorf("expected a grid cell for each of %d intervals of frames, found %d", intervals, cells)
		}
		return nil
	}
	cell, frame, isValid := 0, 0, len(t.blocks) == (cells+blockCells-1)/blockCells && cells > 0 && t.begins(0)
	for i := 0; isValid && i < len(t.stretches); i++ {
		end := cell + 1
		for end < cells && !t.begins(end) {
			end++
		}
		first, n, between := unpackStretch(t.stretches[i])
		isValid = first == frame && (n == 0 || int(n) == end-cell) && t.stretches[i]>>(frameBits+8) == 0
		if n == 0 {
			between = end - cell
		}
		cell, frame = end, frame+between
		isValid = isValid && frame <= intervals
	}
	if !isValid || cell != cells || frame != intervals {
		return fmt.Errorf("expected stretches of %d grid cells with %d intervals, found others up to cell %d and frame %d",
			cells, intervals, cell, frame)
	}
	return nil
}

// begins reports whether a cell begins a stretch.
func (t *cellTable) begins(cell int) bool {
	return t.blocks[cell/blockCells].begins>>(cell%blockCells)&1 != 0
}
