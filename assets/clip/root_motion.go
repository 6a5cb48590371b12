package clip

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// RootMotion is the motion of a whole character over a clip, which [ExtractRootMotion] took out of
// the pose. It is the identity at the clip's start and a list of samples after it, with straight
// lines between them.
type RootMotion struct {
	up      UpAxis
	joint   int
	source  *Clip
	options RootMotionOptions
	times   []float64 // seconds, strictly increasing, from the clip's start to its end
	motions []Motion
}

// noRootMotion is what a nil root motion holds: it stands still.
var noRootMotion = RootMotion{times: make([]float64, 1), motions: make([]Motion, 1)}

func (r *RootMotion) orNone() *RootMotion {
	if r == nil || len(r.times) == 0 {
		return &noRootMotion
	}
	return r
}

// Up returns the axis of [Motion.Yaw].
func (r *RootMotion) Up() UpAxis { return r.orNone().up }

// Joint returns the joint that the motion follows.
func (r *RootMotion) Joint() int { return r.orNone().joint }

// Source returns the clip from which the motion was extracted, which still has it in the pose.
func (r *RootMotion) Source() *Clip { return r.orNone().source }

// Options returns the options of [ExtractRootMotion], with what they left open filled in: Number is
// the joint. Extracting the motion of [RootMotion.Source] with them gives the same motion again.
func (r *RootMotion) Options() RootMotionOptions { return r.orNone().options }

// Times returns the times of the samples in seconds, from the clip's start to its end. The slice is
// the motion's own: read only.
func (r *RootMotion) Times() []float64 { return r.orNone().times }

// Motions returns the motion since the clip's start at each of [RootMotion.Times]. The slice is the
// motion's own: read only.
func (r *RootMotion) Motions() []Motion { return r.orNone().motions }

// Total returns the motion from the clip's start to its end.
func (r *RootMotion) Total() Motion {
	r = r.orNone()
	return r.motions[len(r.motions)-1]
}

// At returns the motion from the clip's start to a time in seconds. It is the identity before the
// start and for NaN, and [RootMotion.Total] after the end.
func (r *RootMotion) At(time float64) Motion {
	r = r.orNone()
	m, _ := r.at(time, r.guess(time))
	return m
}

// guess returns the index of the sample before a time if all samples were equally far apart, as they
// mostly are. It may be any number for a time that is not within the clip.
func (r *RootMotion) guess(time float64) int {
	last := len(r.times) - 1
	return int((time - r.times[0]) / (r.times[last] - r.times[0]) * float64(last))
}

// at is [RootMotion.At], which first looks after the sample of a guessed index, and returns the index
// of the sample before the time.
func (r *RootMotion) at(time float64, guess int) (m Motion, before int) {
	times := r.times
	low, high := 0, len(times)-1 // times[low] <= time < times[high]
	if !(time > times[0]) {
		return r.motions[0], 0
	}
	if time >= times[high] {
		return r.motions[high], high
	}
	for i := guess; i <= guess+1; i++ {
		switch {
		case i <= low || i >= high:
		case times[i] <= time:
			low = i
		default:
			high = i
		}
	}
	for high-low > 1 {
		if i := int(uint(low+high) >> 1); times[i] <= time {
			low = i
		} else {
			high = i
		}
	}
	a, b := &r.motions[low], &r.motions[high]
	u := (time - times[low]) / (times[high] - times[low])
	return Motion{
		a.X + float64(u*(b.X-a.X)), a.Y + float64(u*(b.Y-a.Y)), a.Z + float64(u*(b.Z-a.Z)),
		a.Yaw + float64(u*(b.Yaw-a.Yaw)),
	}, low
}

// Delta returns the motion from one time of the clip to another, in seconds, in the space of the
// character at the first: At(from)⁻¹·At(to). Either time may be the later one.
func (r *RootMotion) Delta(from, to float64) Motion {
	r = r.orNone()
	a, near := r.at(from, r.guess(from))
	b, _ := r.at(to, near) // mostly a small step later
	way := r.up.rotateXYZ(-a.Yaw, exact.XYZ(b.X-a.X, b.Y-a.Y, b.Z-a.Z))
	return Motion{way.X, way.Y, way.Z, b.Yaw - a.Yaw}
}

// Travel returns the motion of looped playback from one time of the clip to another, in seconds,
// that wrapped the given number of times: past the end, or past the start if it plays backward.
// With 0 wraps it is [RootMotion.Delta]. Ping-pong playback returns the way it came, so its motion
// is always the Delta.
func (r *RootMotion) Travel(from, to float64, wraps int, backward bool) Motion {
	if wraps <= 0 {
		return r.Delta(from, to)
	}
	r = r.orNone()
	first, last := r.times[0], r.times[len(r.times)-1]
	whole := r.Total()
	if backward {
		first, last = last, first
		whole = whole.Inverse(r.up)
	}
	m := r.Delta(from, last).Compose(whole.Repeat(wraps-1, r.up), r.up)
	return m.Compose(r.Delta(first, to), r.up)
}

// ApplyMotion multiplies a character's column-major world matrix by a motion in the character's own
// space: matrix·m.
//
// wide is the same matrix in float64, which the caller keeps from call to call, so that many small
// motions add up without loss. If the matrix is not wide rounded to float32, somebody else has
// moved the character, and wide is set to the matrix first; so it may begin as the zero value. A
// motion that is not finite is ignored.
func ApplyMotion(matrix *mgl32.Mat4, wide *[16]float64, m Motion, up UpAxis) {
	if m == (Motion{}) || !m.isFinite() {
		return
	}
	for i, v := range matrix {
		if float32(wide[i]) != v {
			for k, w := range matrix {
				wide[k] = float64(w)
			}
			break
		}
	}
	e := wide
	for r := range 4 {
		e[12+r] += float64(e[r]*m.X) + float64(e[4+r]*m.Y) + float64(e[8+r]*m.Z)
		matrix[12+r] = float32(e[12+r])
	}
	if m.Yaw == 0 {
		return
	}
	a, b := up.groundAxes()
	a, b = 4*a, 4*b // the columns of these axes
	sin, cos := exact.SinCos(m.Yaw)
	for r := range 4 {
		x, y := e[a+r], e[b+r]
		e[a+r] = float64(cos*x) + float64(sin*y)
		e[b+r] = float64(cos*y) - float64(sin*x)
		matrix[a+r], matrix[b+r] = float32(e[a+r]), float32(e[b+r])
	}
}

// NewRootMotion makes a root motion from samples, for tools that compute clips and their motions
// together. source is the clip that still has the motion in the pose. Of the options, Number and Up
// are the joint that the motion follows and the axis of its yaw; the others describe the motion and
// change nothing. There is one motion for each time; times are seconds, strictly increasing, and
// there must be at least one. It copies both.
func NewRootMotion(source *Clip, options RootMotionOptions, times []float64, motions []Motion) (*RootMotion, error) {
	joint, up := options.Number-1, options.Up
	switch {
	case source == nil:
		return nil, errors.New("root motion: expected a source clip, found nil")
	case joint < 0 || joint >= source.skeleton.Len():
		return nil, fmt.Errorf("clip %q: root motion: expected a joint below %d, those of the skeleton, found %d",
			source.name, source.skeleton.Len(), joint)
	case up > UpZ:
		return nil, fmt.Errorf("clip %q: root motion: expected Y or Z up, found the axis %d", source.name, up)
	case len(times) == 0 || len(times) != len(motions):
		return nil, fmt.Errorf("clip %q: root motion: expected at least one time and a motion for each, found %d "+
			"times and %d motions",
			source.name, len(times), len(motions))
	}
	for k := range times {
		if !exact.IsFinite(times[k]) || !motions[k].isFinite() {
			return nil, fmt.Errorf("clip %q: root motion: sample %d: expected a finite time and motion, found %v s and %v",
				source.name, k, times[k], motions[k])
		}
		if k > 0 && times[k] <= times[k-1] {
			return nil, fmt.Errorf("clip %q: root motion: sample %d: expected a time after %v s, found %v s",
				source.name, k, times[k-1], times[k])
		}
	}
	options.Joint = ""
	return &RootMotion{
		up: up, joint: joint, source: source, options: options, times: slices.Clone(times),
		motions: slices.Clone(motions),
	}, nil
}

// WithRootMotion returns a clip with the same tracks and the given root motion instead of its own;
// nil removes it. Both clips share the tracks. The motion's source must be a clip of the same
// skeleton.
func WithRootMotion(clip *Clip, motion *RootMotion) (*Clip, error) {
	if clip == nil {
		return nil, errors.New("root motion: expected a clip, found nil")
	}
	if motion != nil && motion.Source().Skeleton() != clip.skeleton {
		return nil, fmt.Errorf("clip %q: root motion: expected a source for skeleton %q, found %q for %s", clip.name,
			clip.skeleton.Name(), motion.Source().Name(),
			names.Unlike("skeleton", clip.skeleton.Name(), motion.Source().Skeleton().Name()))
	}
	changed := *clip
	changed.root = motion
	return &changed, nil
}
