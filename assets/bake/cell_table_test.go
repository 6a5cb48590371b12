package bake

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRuns divides a grid into runs as spacing frames does: some of one cell and one interval,
// some of several cells, some of several intervals.
func randomRuns(r *rand.Rand, cells int) (runs []frameRun) {
	single := r.IntN(101)
	for cell := 0; cell < cells; {
		run := frameRun{cell, 1, 1}
		if r.IntN(100) >= single {
			if r.IntN(2) == 0 {
				run.intervals = runIntervals[r.IntN(len(runIntervals))]
			} else if n := runCells[r.IntN(len(runCells))]; cell+n <= cells {
				run.cells = n
			}
		}
		runs = append(runs, run)
		cell += run.cells
	}
	return runs
}

// Each cell is found with the frames of its run, and a table is small where little differs from one
// interval in each cell.
func TestCellTableFindsCells(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for range 300 {
		g := frameGrid{cells: 1 + r.IntN(300)}
		runs := randomRuns(r, g.cells)
		table := newCellTable(g, runs)
		frame, others := 0, 0
		for _, run := range runs {
			if run.cells > 1 || run.intervals > 1 {
				others++
			}
			for index := range run.cells {
				want := FrameCell{Frame: frame, Index: index, Cells: run.cells, Intervals: run.intervals}
				if got := table.cell(run.firstCell + index); got != want {
					t.Fatalf("cell %d of %d: expected %v, found %v", run.firstCell+index, g.cells, want, got)
				}
			}
			frame += run.intervals
		}
		if err := table.check(g.cells, frame); err != nil {
			t.Fatal(err)
		}
		if most := 4*(2*others+1) + blockBytes*((g.cells+blockCells-1)/blockCells); table.bytes() > most {
			t.Fatalf("%d of %d runs have not one cell and one interval: %d bytes, want at most %d", others, len(runs),
				table.bytes(), most)
		}
	}
}

// A table with any damage is refused, or each of its cells has frames that there are, the next cell
// going on where it ends.
func TestDamagedCellTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 12))
	refused := 0
	for range 20000 {
		g := frameGrid{cells: 1 + r.IntN(200)}
		runs := randomRuns(r, g.cells)
		intervals := 0
		for _, run := range runs {
			intervals += run.intervals
		}
		table := newCellTable(g, runs)
		var begins []uint64
		for _, block := range table.blocks {
			begins = append(begins, block.begins)
		}
		table.stretches = slices.Clone(table.stretches)
		switch n := len(table.stretches); r.IntN(5) {
		case 0:
			if n > 0 {
				table.stretches[r.IntN(n)] ^= 1 << r.IntN(32)
			}
		case 1:
			if n > 0 {
				begins[r.IntN(len(begins))] ^= 1 << r.IntN(64)
			}
		case 2:
			table.stretches = table.stretches[:n-min(n, 1)]
		case 3:
			begins = append(begins, r.Uint64())
		case 4:
			begins = begins[:len(begins)-min(len(begins), 1)]
		}
		table.blocks = nil
		if len(begins) > 0 {
			table.setBlocks(begins)
		}
		if table.check(g.cells, intervals) != nil {
			refused++
			continue
		}
		frame := 0
		for cell := range g.cells {
			c := table.cell(cell)
			if c.Index == 0 && c.Frame != frame || c.Index >= c.Cells || c.Frame+c.Intervals > intervals {
				t.Fatalf("cell %d of %d with %d intervals: found %v", cell, g.cells, intervals, c)
			}
			frame = c.Frame + c.Intervals
		}
		if frame != intervals {
			t.Fatalf("expected %d intervals, found %d", intervals, frame)
		}
	}
	if refused < 10000 {
		t.Errorf("expected most damaged tables to be refused, found %d of 20000", refused)
	}
}
