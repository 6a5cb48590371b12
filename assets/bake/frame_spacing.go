package bake

// maxRate bounds the frames per second where a grid cell is divided into several intervals.
const maxRate = 500

// frameRun is a run of consecutive grid cells over which frames are spaced evenly: several cells
// that one interval between two frames is enough for, or one cell of several intervals.
type frameRun struct {
	firstCell, cells, intervals int
}

// runIntervals are the possible numbers of intervals of a run, and runCells the possible numbers of
// cells.
var (
	runIntervals = [16]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}
	runCells     = [...]int{1, 2, 3, 4, 6, 8, 12, 15}
)

// time returns the time in seconds at part k of n equal parts of the run. The same place in a cell
// has the same bits whatever run it is in.
func (r frameRun) time(g frameGrid, k, n int) float64 {
	return g.time(float64(r.firstCell) + float64(k*r.cells)/float64(n))
}

// spaceFrames divides a grid into runs of as few frames as keep the error of interpolation within a
// limit in meters. It makes each run as long as possible. If no number of frames is enough, it
// returns nil, the error in meters and its time in seconds. It ends early once there are more
// frames than the options allow.
func (s *runSpacer) spaceFrames(limit float64) (runs []frameRun, meters, time float64) {
	frames, maxFrames := 1, s.options.maxFrames(s.clip.Skeleton())
	for cell := 0; cell < s.grid.cells && frames <= maxFrames; {
		r := frameRun{cell, 1, 1}
		worst := s.interpolationError(r, limit)
		if worst.meters <= limit {
			for _, cells := range runCells[1:] {
				longer := frameRun{cell, cells, 1}
				if cell+cells > s.grid.cells || !(s.interpolationError(longer, limit).meters <= limit) {
					break
				}
				r = longer
			}
		} else {
			for _, r.intervals = range runIntervals[1:] {
				worst = s.interpolationError(r, limit)
				if worst.meters <= limit || float64(float64(r.intervals)*s.grid.rate) >= maxRate {
					break
				}
			}
			if !(worst.meters <= limit) {
				return nil, worst.meters, worst.time
			}
		}
		runs = append(runs, r)
		cell += r.cells
		frames += r.intervals
	}
	return runs, 0, 0
}
