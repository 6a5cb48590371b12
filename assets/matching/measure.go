package matching

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/exact"
)

// chunk is how many frames of a range are measured in a row.
const chunk = 256

// measure returns the numbers of all frames, one frame after the other. Those of ranges that an old
// database has too are taken from it.
func (d *draft) measure(old *draft) ([]float32, error) {
	numbers := make([]float32, d.frames*d.width)
	type job struct {
		span       *span
		first, end int
	}
	var jobs []job
	for i := range d.spans {
		s := &d.spans[i]
		if o := old.spanLike(s); o != nil {
			for k := range s.Frames {
				old.index.Read(o.First+k, numbers[(s.First+k)*d.width:][:d.width])
			}
			s.keys = o.keys
			continue
		}
		for first := 0; first < s.Frames; first += chunk {
			jobs = append(jobs, job{s, first, min(first+chunk, s.Frames)})
		}
	}
	errs := make([]error, len(jobs))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		workers.Go(func() {
			m := newMeasurer(d)
			for i := next.Add(1) - 1; i < int64(len(jobs)); i = next.Add(1) - 1 {
				j := &jobs[i]
				errs[i] = m.measureSafely(j.span, j.first, j.end, numbers)
			}
		})
	}
	workers.Wait()
	return numbers, errors.Join(errs...)
}

// spanLike returns the range with the same frames as one of another database of the same builder,
// or nil.
func (d *draft) spanLike(s *span) *span {
	if d == nil {
		return nil
	}
	for i := range d.spans {
		o := &d.spans[i]
		if o.From != s.From || o.To != s.To || o.Loop != s.Loop || o.Frames != s.Frames && s.Frames > 0 {
			continue
		}
		// A library replaces a clip by one without keys only if it is the same clip, perhaps with
		// other markers.
		if o.Played == s.Played || o.Clip == s.Clip && s.Played.CheckKeys() != nil && s.Source == nil &&
			o.Played.RootMotion() == s.Played.RootMotion() && slices.Equal(o.Played.Markers(), s.Played.Markers()) {
			return o
		}
	}
	return nil
}

// measurer measures frames. Each goroutine has its own.
type measurer struct {
	d       *draft
	worker  background.Worker // frames that run meanwhile go first
	sampler clip.Sampler
	mask    *rig.Mask // of the joints in chain
	chain   []int     // the joints that are measured and their ancestors, parents first
	locals  []float32
	morphs  []float32
	models  []rig.Matrix // by joint
	// positions of the measured joints in the character's space, by joint, at the frame before, the
	// frame, and the one after it
	positions [3][]exact.Vec3
	times     [3]float64
}

func newMeasurer(d *draft) *measurer {
	s := d.skeleton
	m := &measurer{d: d}
	weights := make([]float32, s.Len())
	for i := range d.builder.features {
		if f := &d.builder.features[i]; f.isOfJoint() {
			for j := f.joint; j >= 0; j = s.Parent(j) {
				weights[j] = 1
			}
		}
	}
	for j, w := range weights {
		if w > 0 {
			m.chain = append(m.chain, j)
		}
	}
	if len(m.chain) > 0 {
		m.mask, _ = rig.NewMask("", s).Weights(weights).Build()
		m.locals, m.morphs = slices.Clone(s.RestLocals()), slices.Clone(s.RestMorphs())
		m.models = make([]rig.Matrix, s.Len())
		for i := range m.positions {
			m.positions[i] = make([]exact.Vec3, s.Len())
		}
	}
	return m
}

// measureSafely measures frames of a range. A panic, such as in a function of the program, which on
// a goroutine of its own would end it, becomes an error.
func (m *measurer) measureSafely(s *span, first, end int, numbers []float32) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: panic while its frames were measured: %v", s, r)
		}
	}()
	m.worker.Yield()
	m.sample(s, first-1, 1)
	m.sample(s, first, 2)
	for k := first; k < end; k++ {
		m.positions[0], m.positions[1], m.positions[2] = m.positions[1], m.positions[2], m.positions[0]
		m.times[0], m.times[1] = m.times[1], m.times[2]
		m.worker.Yield()
		m.sample(s, k+1, 2)
		row := numbers[(s.First+k)*m.d.width:][:m.d.width]
		if err := m.frame(s, k, row); err != nil {
			return err
		}
	}
	return nil
}

// frameTime returns the time of a frame of a range in its clip.
func (d *draft) frameTime(s *span, k int) float64 { return s.From + float64(float64(k)*d.period) }

// sample finds the positions of the joints at a frame of a range, which may be one before its start
// or after its end.
func (m *measurer) sample(s *span, k, at int) {
	time := m.d.frameTime(s, k)
	if s.Loop {
		time = s.Played.Loop(time)
	} else {
		time = s.Played.Clamp(time)
	}
	m.times[at] = time
	if len(m.chain) == 0 {
		return
	}
	m.sampler.SampleMasked(s.keys, m.mask, time, m.locals, m.morphs)
	for _, j := range m.chain {
		model := rig.JointAt(m.locals, j).Matrix()
		if p := m.d.skeleton.Parent(j); p >= 0 {
			model = m.models[p].Mul(model)
		}
		m.models[j] = model
		m.positions[at][j] = exact.ToVec3(model.Point(mgl32.Vec3{}))
	}
}

// frame writes the numbers of a frame of a range.
func (m *measurer) frame(s *span, k int, row []float32) error {
	time, at := m.times[1], 0
	for i := range m.d.builder.features {
		f := &m.d.builder.features[i]
		out := row[at:][:f.width()]
		at += f.width()
		switch f.kind {
		case positionOf:
			p := m.positions[1][f.joint].Float32()
			copy(out, p[:])
		case velocityOf:
			v := m.velocity(s, f.joint).Float32()
			copy(out, v[:])
		case trajectoryPositions:
			for i, offset := range f.times {
				moved := m.d.moved(s, time, offset)
				out[2*i], out[2*i+1] = float32(moved.X), float32(moved.Z)
			}
		case trajectoryDirections:
			for i, offset := range f.times {
				sin, cos := exact.SinCos(m.d.moved(s, time, offset).Yaw)
				out[2*i], out[2*i+1] = float32(sin), float32(cos)
			}
		case curveOf:
			out[0] = float32(markerNumber(s, f.name, time))
		case phaseOf:
			if phase, ok := markerPhase(s, f.name, time); ok {
				sin, cos := exact.SinCos(float64(2 * math.Pi * phase))
				out[0], out[1] = float32(cos), float32(sin)
			}
		case valueOf:
			out[0] = float32(f.value(s.Played, time))
		}
		if !exact.AllFinite(out...) {
			return fmt.Errorf("%v: frame %d, at %v s: %s: expected finite numbers, found %v", s, k, time, f.label(), out)
		}
	}
	return nil
}

// velocity returns the velocity of a joint between the frames before and after the current one, or
// at an end of the clip between two frames.
func (m *measurer) velocity(s *span, joint int) exact.Vec3 {
	before, after := -m.d.period, m.d.period
	if !s.Loop { // the ends of the clip were in the way
		before, after = m.times[0]-m.times[1], m.times[2]-m.times[1]
	}
	if !(after > before) {
		return exact.Vec3{}
	}
	seen := func(offset float64, p exact.Vec3) exact.Vec3 {
		moved := m.d.moved(s, m.times[1], offset)
		sin, cos := exact.SinCos(moved.Yaw)
		return exact.Vec3{
			moved.X + float64(cos*p[0]) + float64(sin*p[2]), moved.Y + p[1],
			moved.Z + float64(cos*p[2]) - float64(sin*p[0]),
		}
	}
	way := seen(after, m.positions[2][joint]).Sub(seen(before, m.positions[0][joint]))
	return way.Scale(1 / (after - before))
}

// moved returns the root motion from a time of the clip of a range over a number of seconds, which
// may be negative.
func (d *draft) moved(s *span, time, offset float64) clip.Motion {
	root := s.Played.RootMotion()
	if root == nil || offset == 0 {
		return clip.Motion{}
	}
	start, end := s.Played.Start(), s.Played.End()
	to := time + offset
	if s.Loop {
		wraps := math.Floor((to - start) / (end - start))
		return root.Travel(time, s.Played.Loop(to), int(math.Abs(wraps)), wraps < 0)
	}
	inside := s.Played.Clamp(to)
	m, rest := root.Delta(time, inside), to-inside
	seconds := min(d.period, end-start)
	if rest == 0 || !(seconds > 0) {
		return m
	}
	last := root.Delta(start, start+seconds)
	if rest > 0 {
		last = root.Delta(end, end-seconds)
		seconds = -seconds
	}
	return m.Compose(clip.Motion{}.AddScaled(last, rest/seconds), clip.UpY)
}

// around returns the markers of a name before and after a time, with their times, which in a loop
// may be in the round before or after it. Without one on a side it returns false for it.
func around(s *span, name string, time float64) (before, after clip.Marker, hasBefore, hasAfter bool) {
	duration := s.Played.Duration()
	for _, marker := range s.Played.Markers() {
		if marker.Name != name {
			continue
		}
		for round := -1; round <= 1; round++ {
			if round != 0 && !s.Loop {
				continue
			}
			m := marker
			m.Time += float64(float64(round) * duration)
			if m.Time <= time && (!hasBefore || m.Time >= before.Time) {
				before, hasBefore = m, true
			}
			if m.Time > time && (!hasAfter || m.Time < after.Time) {
				after, hasAfter = m, true
			}
		}
	}
	return before, after, hasBefore, hasAfter
}

// markerNumber returns the number of the markers of a name at a time, with straight lines between
// them.
func markerNumber(s *span, name string, time float64) float64 {
	before, after, hasBefore, hasAfter := around(s, name, time)
	switch {
	case hasBefore && hasAfter:
		u := (time - before.Time) / (after.Time - before.Time)
		return before.Number + float64(u*(after.Number-before.Number))
	case hasBefore:
		return before.Number
	default:
		return after.Number
	}
}

// markerPhase returns how far a time is from one marker of a name to the next one, 0 to 1. Outside
// the first and the last one of a clip that does not loop it is counted on at the pace of the
// nearest two.
func markerPhase(s *span, name string, time float64) (phase float64, ok bool) {
	before, after, hasBefore, hasAfter := around(s, name, time)
	if !hasBefore || !hasAfter {
		near := before
		if hasAfter {
			near = after
		}
		first, second, hasFirst, hasSecond := around(s, name, near.Time)
		switch {
		case !hasBefore && !hasAfter:
			return 0, false
		case hasBefore: // after the last one: the pace between the two before
			_, _, hasSecond, _ = around(s, name, math.Nextafter(near.Time, math.Inf(-1)))
			first, _, _, _ = around(s, name, math.Nextafter(near.Time, math.Inf(-1)))
			second = near
		}
		if !hasFirst || !hasSecond || !(second.Time > first.Time) {
			return 0, false
		}
		before, after = first, second
	}
	phase = (time - before.Time) / (after.Time - before.Time)
	return phase - math.Floor(phase), true
}
