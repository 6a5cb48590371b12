package retarget

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// standing holds the character's heading for a foot over a clip: constant while the source's foot
// is near the ground, so that turning hips do not push a standing foot aside, and in between from
// one to the next.
type standing struct {
	times []float64
	yaws  []float64
}

// at returns the heading in radians at a time.
func (s *standing) at(time float64) float64 {
	k, _ := slices.BinarySearch(s.times, time)
	switch {
	case k == 0:
		return s.yaws[0]
	case k == len(s.times):
		return s.yaws[k-1]
	}
	u := (time - s.times[k-1]) / (s.times[k] - s.times[k-1])
	return s.yaws[k-1] + float64(u*(s.yaws[k]-s.yaws[k-1]))
}

// standingRate is how often per second feet are looked at.
const standingRate = 60

// findStanding looks for the times at which the feet of each leg stand.
func (w *work) findStanding() []standing {
	if w.hips < 0 || len(w.limbs) == 0 || w.source.Additive() {
		return nil
	}
	n := w.samples()
	yaws := make([]float64, n)
	stands := make([][]bool, len(w.limbs))
	times := make([]float64, n)
	for i := range n {
		times[i] = w.sampleTime(i, n)
		w.setSource(times[i])
		yaw := w.heading(w.src)
		angle := 2 * exact.Atan2(w.upTo.Dot(exact.Vec3{yaw[0], yaw[1], yaw[2]}), yaw[3])
		if i > 0 { // without jumps
			turns := (angle - yaws[i-1]) / (2 * math.Pi)
			angle -= float64(2 * math.Pi * math.Floor(turns+0.5))
		}
		yaws[i] = angle
		for k := range w.limbs {
			stands[k] = append(stands[k], w.limbs[k].leg && w.stands(&w.limbs[k]))
		}
	}
	list := make([]standing, len(w.limbs))
	for k := range w.limbs {
		list[k] = plateaus(times, yaws, stands[k])
	}
	return list
}

// stands reports whether the source's foot of a leg is near the ground.
func (w *work) stands(l *limb) bool {
	contact, _ := w.contact(l)
	return w.upFrom.Dot(w.src.Position(contact).Sub(w.groundFrom)) < l.stands
}

// plateaus returns the headings with their mean wherever the foot stands. If it stands at the start
// and at the end with the same heading, as in a loop, both have one mean.
func plateaus(times, yaws []float64, stands []bool) standing {
	s := standing{slices.Clone(times), slices.Clone(yaws)}
	mean := func(from, to int) float64 {
		sum := 0.0
		for _, y := range yaws[from:to] {
			sum += y
		}
		return sum / float64(to-from)
	}
	type run struct{ from, to int }
	var runs []run
	for i := 0; i < len(times); i++ {
		if !stands[i] {
			continue
		}
		from := i
		for i < len(times) && stands[i] {
			i++
		}
		runs = append(runs, run{from, i})
	}
	if len(runs) == 0 {
		return s
	}
	level := make([]float64, len(runs))
	for k, r := range runs {
		level[k] = mean(r.from, r.to)
	}
	last := len(runs) - 1
	turned := yaws[len(yaws)-1] - yaws[0]
	if last > 0 && runs[0].from == 0 && runs[last].to == len(times) && math.Abs(turned) < 0.05 {
		a, b := float64(runs[0].to), float64(runs[last].to-runs[last].from)
		both := (float64(a*level[0]) + float64(b*level[last])) / (a + b)
		level[0], level[last] = both, both
	}
	// The steps at the ends of runs fade out over the time in which the foot does not stand.
	for k, r := range runs {
		for i := r.from; i < r.to; i++ {
			s.yaws[i] = level[k]
		}
		if k > 0 {
			from, to := runs[k-1].to-1, r.from
			for i := from + 1; i < to; i++ {
				u := float64(i-from) / float64(to-from)
				s.yaws[i] = level[k-1] + float64(u*(level[k]-level[k-1]))
			}
		}
	}
	for i := range runs[0].from {
		s.yaws[i] = level[0]
	}
	for i := runs[last].to; i < len(times); i++ {
		s.yaws[i] = level[last]
	}
	return s
}

// setHeadings sets the headings of the feet for the pose at a time.
func (w *work) setHeadings(time float64) {
	w.solved.yaws = w.solved.yaws[:0]
	for k := range w.standing {
		w.solved.yaws = append(w.solved.yaws, w.standing[k].at(time))
	}
}
