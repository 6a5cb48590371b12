package ecs

import (
	"fmt"
	"strconv"
	"time"

	"github.com/sinew-go/sinew/internal/texttable"
)

// Counters count what the frames of a schedule did since the schedule was made. [Counters.Since]
// returns the counts of some of the frames. All up to Matrices are independent of the number of
// workers.
type Counters struct {
	Frames uint64
	// Posed is the number of characters that went through the block systems, Blocks the number of
	// blocks of 8 that they were packed in. A character counts in every frame.
	Posed, Blocks uint64
	// Skipped is the number of characters that kept the pose of the frame before. Culled is how
	// many of them were skipped because no camera sees them.
	Skipped, Culled uint64
	// Baked and Exact are the numbers of clips sampled in baked form and by the exact sampler.
	Baked, Exact uint64
	// Matrices is the number of palette matrices written.
	Matrices uint64
	// Busy is the time that workers spent on pieces of tasks, summed over the workers, in the Timed
	// of the frames; see [Timing].
	Busy  time.Duration
	Timed uint64
	// Elapsed is the time that the Timed frames took, Sharing the part of it in which the workers
	// shared a task. In the rest of it one goroutine works by itself.
	Elapsed, Sharing time.Duration
	// Pieces is the number of pieces of tasks: how often a worker asked for work, which is an
	// atomic addition. Taken is how many of them a worker took from the share of another one, which
	// may slow down both. Parks is how often a goroutine slept until there was a task, or until the
	// others were done.
	Pieces, Taken, Parks uint64
}

// counters are [Counters] without methods. It is the type of a field of [Schedule], because the
// linker keeps the methods of the types of its fields, and with them the code that prints.
type counters Counters

// SerialPart returns the part of the frames' time in which no task was shared, from 0 to 1. With
// one worker it is the serial part of Amdahl's law: n processors make frames at most 1 / (part +
// (1-part)/n) times as fast.
func (c Counters) SerialPart() float64 {
	if c.Elapsed <= 0 {
		return 0
	}
	return max(0, 1-float64(c.Sharing)/float64(c.Elapsed))
}

// Since returns the difference to an earlier value of the same counters.
func (c Counters) Since(before Counters) Counters {
	c.Frames -= before.Frames
	c.Posed -= before.Posed
	c.Blocks -= before.Blocks
	c.Skipped -= before.Skipped
	c.Culled -= before.Culled
	c.Baked -= before.Baked
	c.Exact -= before.Exact
	c.Matrices -= before.Matrices
	c.Busy -= before.Busy
	c.Timed -= before.Timed
	c.Elapsed -= before.Elapsed
	c.Sharing -= before.Sharing
	c.Pieces -= before.Pieces
	c.Taken -= before.Taken
	c.Parks -= before.Parks
	return c
}

// String returns a table of the counts, in total and per frame, for a terminal.
func (c Counters) String() string {
	rows := [][]string{{"count", "total", "per frame"}, {"frames", strconv.FormatUint(c.Frames, 10), ""}}
	for _, row := range []struct {
		name  string
		count uint64
	}{
		{"characters posed", c.Posed},
		{"blocks of 8", c.Blocks},
		{"characters skipped", c.Skipped},
		{"of these culled", c.Culled},
		{"clips sampled baked", c.Baked},
		{"clips sampled exactly", c.Exact},
		{"palette matrices", c.Matrices},
		{"pieces of tasks", c.Pieces},
		{"taken from others", c.Taken},
		{"goroutines parked", c.Parks},
	} {
		perFrame := float64(row.count) / float64(max(c.Frames, 1))
		rows = append(rows,
			[]string{row.name, strconv.FormatUint(row.count, 10), strconv.FormatFloat(perFrame, 'f', 1, 64)})
	}
	for _, row := range []struct {
		name string
		time time.Duration
	}{{"workers busy, ms", c.Busy}, {"frames, ms", c.Elapsed}, {"of these shared, ms", c.Sharing}} {
		rows = append(rows,
			[]string{row.name, milliseconds(row.time), milliseconds(row.time / time.Duration(max(c.Timed, 1)))})
	}
	return texttable.Align(rows)
}

func milliseconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds()*1000, 'f', 3, 64) }

// Counters returns the counts of all frames since the schedule was made. It must not be called
// during [Schedule.Run].
func (s *Schedule) Counters() Counters {
	if s == nil {
		return Counters{}
	}
	return Counters(s.counters)
}

// count adds the counters of the workers after a frame, and the numbers that the pools know.
func (s *Schedule) count(frame *Frame) {
	c := &s.counters
	c.Frames++
	for i := range s.workspaces {
		own := s.workspaces[i].block.block().TakeCounts()
		c.Baked += own.Baked
		c.Exact += own.Exact
		c.Matrices += own.Matrices
	}
	var done workDone
	frame.Workers.count(&done)
	c.Busy += done.busy - s.before.busy
	c.Sharing += done.sharing - s.before.sharing
	c.Pieces += done.pieces - s.before.pieces
	c.Taken += done.taken - s.before.taken
	c.Parks += done.parks - s.before.parks
	if s.timed {
		c.Timed++
		c.Elapsed += time.Since(origin) - s.start
	}
	if frame.Store == nil {
		return
	}
	c.Culled += frame.Store.store().TakeCulled()
	for _, pool := range frame.Store.Pools() {
		if pool != nil {
			c.Posed += uint64(pool.Posed())
			c.Blocks += uint64(pool.Blocks())
			c.Skipped += uint64(pool.Len() - pool.Posed())
		}
	}
}

// Timing is the wall time that one system took. The time of neighboring block systems, which run
// block by block, is divided in the proportions measured on every 16th block. Of frames with fewer
// than 64 characters only every 64th is timed, because reading the clock would cost as much as the
// work. Systems that a [Fuser] joined share one timing, which is named "First+Second".
type Timing struct {
	Name   string
	Last   time.Duration // in the last frame that was timed
	Total  time.Duration // in all timed frames since the schedule was made or the timings were reset
	Frames int           // the number of frames in Total
}

// Mean returns the average time per frame, or 0 before the first frame.
func (t Timing) Mean() time.Duration {
	if t.Frames == 0 {
		return 0
	}
	return t.Total / time.Duration(t.Frames)
}

// Add adds the time of one more frame. A program can measure parts of its own frame, such as
// drawing, and show them with the systems in one [Timings].
func (t *Timing) Add(d time.Duration) {
	t.Last = d
	t.Total += d
	t.Frames++
}

// Timings are the times of the parts of a frame.
type Timings []Timing

// String returns a table for a terminal: for each part the time in the last frame, the mean time,
// and its share of the mean frame, with the sums in the last line.
func (t Timings) String() string {
	whole := Timing{Name: "whole frame", Frames: 1}
	for _, part := range t {
		whole.Last += part.Last
		whole.Total += part.Mean()
	}
	rows := [][]string{{"system", "last ms", "mean ms", "share"}}
	for _, part := range append(t[:len(t):len(t)], whole) {
		share := 0.0
		if whole.Total > 0 {
			share = 100 * float64(part.Mean()) / float64(whole.Total)
		}
		rows = append(rows, []string{
			part.Name, milliseconds(part.Last), milliseconds(part.Mean()),
			fmt.Sprintf("%.1f%%", share),
		})
	}
	return texttable.Align(rows)
}

// Timings returns the times of the systems in order. It must not be called during [Schedule.Run].
func (s *Schedule) Timings() Timings {
	if s == nil {
		return nil
	}
	timings := make(Timings, len(s.units))
	for i := range s.units {
		timings[i] = s.units[i].timing
	}
	return timings
}

// ResetTimings sets all timings to 0.
func (s *Schedule) ResetTimings() {
	if s == nil {
		return
	}
	for i := range s.units {
		s.units[i].timing = Timing{Name: s.units[i].timing.Name}
	}
}
