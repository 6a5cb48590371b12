package workbench

import (
	"strconv"
	"time"

	"github.com/sinew-go/sinew/ecs"
)

// timesInterval is how often the milliseconds change, so that they can be read.
const timesInterval = 500 * time.Millisecond

// times are the mean times of a frame's parts over the last interval.
type times struct {
	since             time.Time
	before            ecs.Timings
	means             ecs.Timings // Total is the mean
	others            ecs.Timings // parts of the frame that the window or page measures, such as drawing
	drawn, drawnShown Drawn       // the last one, and as it is shown
	counted           ecs.Counters
	matrices          uint64 // mean number of palette matrices in a frame over the last interval
}

// Drawn is what a frame took of the GPU.
type Drawn struct {
	Triangles     int // in all passes
	CrowdMatrices int // computed on the GPU, for members of a crowd
	// Seconds are those of the last frame for which they are known; 0 shows none. The GPU works while
	// the CPU does, so that they do not add to the other times.
	Seconds float64
}

// SetDrawn sets what the last frame took of the GPU.
func (p *Panel) SetDrawn(d Drawn) { p.times.drawn = d }

// AddTime adds the time of a part of a frame that is no system, such as drawing.
func (p *Panel) AddTime(name string, d time.Duration) {
	for i := range p.times.others {
		if p.times.others[i].Name == name {
			p.times.others[i].Add(d)
			return
		}
	}
	t := ecs.Timing{Name: name}
	t.Add(d)
	p.times.others = append(p.times.others, t)
}

// update computes the means anew after each interval.
func (t *times) update(now time.Time, systems ecs.Timings, counters ecs.Counters) {
	if !t.since.IsZero() && now.Sub(t.since) < timesInterval {
		return
	}
	all := append(append(ecs.Timings{}, systems...), t.others...)
	t.means = t.means[:0]
	for _, part := range all {
		mean := ecs.Timing{Name: part.Name, Total: part.Mean(), Frames: part.Frames}
		for _, old := range t.before {
			if frames := part.Frames - old.Frames; old.Name == part.Name && frames > 0 {
				mean.Total = (part.Total - old.Total) / time.Duration(frames)
			}
		}
		t.means = append(t.means, mean)
	}
	if frames := counters.Frames - t.counted.Frames; frames > 0 {
		t.matrices = (counters.Matrices - t.counted.Matrices) / frames
	}
	t.since, t.before, t.counted, t.drawnShown = now, all, counters, t.drawn
}

// updateTimes computes the means anew after each interval.
func (p *Panel) updateTimes() {
	p.times.update(time.Now(), p.animation.Timings(), p.animation.Counters())
}

// addTimes adds the mean time of each system in a frame, and their sum.
func (p *Panel) addTimes(s *section) {
	p.updateTimes()
	sum := time.Duration(0)
	for _, part := range p.times.means {
		sum += part.Total
		s.text(part.Name, milliseconds(part.Total))
	}
	s.text("together", milliseconds(sum))
	if seconds := p.times.drawnShown.Seconds; seconds > 0 {
		s.text("GPU", decimal(1000*seconds, 3))
	}
}

// addCounts adds how many triangles were drawn in the last frame, and how many matrices a frame
// takes: those of a crowd, of the last frame, and those that the CPU computes.
func (p *Panel) addCounts(s *section) {
	p.updateTimes()
	t := &p.times
	s.text("triangles", strconv.Itoa(t.drawnShown.Triangles))
	s.text("matrices posed", strconv.FormatUint(uint64(t.drawnShown.CrowdMatrices)+t.matrices, 10))
}

func milliseconds(d time.Duration) string { return decimal(d.Seconds()*1000, 3) }
