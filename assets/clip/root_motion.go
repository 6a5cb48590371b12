package clip

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
)

// RootMotion is how a clip moves a character as a whole: what [ExtractRootMotion] took out of the pose. Where the clip's start has
// the character is the identity; between its moments all numbers run straight.
type RootMotion struct {
	up      UpAxis
	joint   int
	source  *Clip
	times   []float64 // seconds, strictly increasing, from the clip's start to its end
	motions []Motion
}

// Up returns the axis that [Motion.Yaw] turns about.
func (r *RootMotion) Up() UpAxis { return r.up }

// Joint returns the joint whose motion it is.
func (r *RootMotion) Joint() int { return r.joint }

// Source returns the clip that the motion was extracted from, which still has it in the pose.
func (r *RootMotion) Source() *Clip { return r.source }

// Times returns the moments in seconds at which the motion is known, from the clip's start to its end. The slice is the motion's
// own: read only.
func (r *RootMotion) Times() []float64 { return r.times }

// Motions returns where the character is at each of the [RootMotion.Times]. The slice is the motion's own: read only.
func (r *RootMotion) Motions() []Motion { return r.motions }

// Bytes returns the memory that the motion takes, without its source.
func (r *RootMotion) Bytes() int { return (8 + 32) * len(r.times) }

// Total returns the movement of one pass through the clip.
func (r *RootMotion) Total() Motion { return r.motions[len(r.motions)-1] }

// At returns where the character is at a time in seconds, seen from where it was at the clip's start. Before the start and for
// NaN that is the identity, from the end on [RootMotion.Total].
func (r *RootMotion) At(time float64) Motion {
	times := r.times
	low, high := 0, len(times)-1 // times[low] <= time < times[high]
	if !(time > times[0]) {
		return r.motions[0]
	}
	if time >= times[high] {
		return r.motions[high]
	}
	// Where it would be if all were equally far apart, as most are.
	guess := int((time - times[0]) / (times[high] - times[0]) * float64(high))
	for _, i := range [2]int{guess, guess + 1} {
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
	}
}

// Delta returns the movement from one time of the clip to another, in the space of the character as it is at the first:
// At(from)⁻¹·At(to). Either may be the later one.
func (r *RootMotion) Delta(from, to float64) Motion {
	a, b := r.At(from), r.At(to)
	return newMotion(r.up.rotate(-a.Yaw, [3]float64{b.X - a.X, b.Y - a.Y, b.Z - a.Z}), b.Yaw-a.Yaw)
}

// Travel returns the movement of a loop that went from one time of the clip to another and crossed its end that many times on the
// way, or its start where it plays backward. What whole passes add takes as many steps as their number has binary
// digits. With no crossing it is [RootMotion.Delta], as it is always for a ping-pong, which goes back the way it came.
func (r *RootMotion) Travel(from, to float64, passes int, backward bool) Motion {
	if passes <= 0 {
		return r.Delta(from, to)
	}
	first, last := r.times[0], r.times[len(r.times)-1]
	whole := r.Total()
	if backward {
		first, last = last, first
		whole = whole.Inverse(r.up)
	}
	m := r.Delta(from, last).Compose(whole.Repeat(passes-1, r.up), r.up)
	return m.Compose(r.Delta(first, to), r.up)
}

// ApplyMotion moves a column-major matrix that places a character by a movement in the character's own space: matrix·m. Wide
// is the same matrix in float64, kept from call to call, so that many small steps add up to what they should; float32 would
// lose part of each. Where the matrix is not what wide rounds to, somebody else has moved the character, and wide is
// taken from the matrix anew; so its zero value is fine to begin with. A movement that is not finite is none.
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
	// The axes of the ground, of which the first turns toward the second.
	a, b := 8, 0
	if up == UpZ {
		a, b = 0, 4
	}
	sin, cos := exact.SinCos(m.Yaw)
	for r := range 4 {
		x, y := e[a+r], e[b+r]
		e[a+r] = float64(cos*x) + float64(sin*y)
		e[b+r] = float64(cos*y) - float64(sin*x)
		matrix[a+r], matrix[b+r] = float32(e[a+r]), float32(e[b+r])
	}
}
