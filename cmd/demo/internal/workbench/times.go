package workbench

import (
	"time"

	"github.com/sinew-go/sinew/ecs"
)

// timesInterval is how often the milliseconds change, so that they can be read.
const timesInterval = 500 * time.Millisecond

// times are the mean times of a frame's parts over the last interval.
type times struct {
	since  time.Time
	before ecs.Timings
	means  ecs.Timings // Total is the mean
	others ecs.Timings // parts of the frame that the window or page measures, such as drawing
	// Seconds of the GPU: of the last frame for which they are known, or 0; and as they are shown.
	gpu, gpuShown float64
}

// SetGPUTime sets how long the GPU takes for a frame, in seconds; 0 shows none. It works while the
// CPU does, so that its time does not add to the others.
func (p *Panel) SetGPUTime(seconds float64) { p.times.gpu = seconds }

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
func (t *times) update(now time.Time, systems ecs.Timings) {
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
	t.since, t.before, t.gpuShown = now, all, t.gpu
}

// addTimes adds the mean time of each system in a frame, and their sum.
func (p *Panel) addTimes(s *section) {
	p.times.update(time.Now(), p.animation.Timings())
	sum := time.Duration(0)
	for _, part := range p.times.means {
		sum += part.Total
		s.text(part.Name, milliseconds(part.Total))
	}
	s.text("together", milliseconds(sum))
	if t := &p.times; t.gpuShown > 0 {
		s.text("GPU", decimal(1000*t.gpuShown, 3))
	}
}

func milliseconds(d time.Duration) string { return decimal(d.Seconds()*1000, 3) }
