package search

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
)

// Range is a part of a clip in a database.
type Range struct {
	// Clip is the clip, by its ID in the library.
	Clip id.Clip
	// Source is the clip with its keys, if that of the library has none ([clip.ErrNoKeys]). The
	// database keeps it, and so the memory of the keys, for when its clip is replaced by another
	// one without keys, such as the same with other markers.
	Source *clip.Clip
	// From and To are times of the clip in seconds. If both are 0, it is the whole clip.
	From, To float64
	// SkipStart and SkipEnd are how many seconds at the start and at the end of the range are
	// played but never found: at its end little is left to play. For a SkipEnd of 0 it is
	// [DefaultSkipEnd], and a negative one is none. A range that loops has no ends.
	SkipStart, SkipEnd float64
	// Tags are names by which a search selects or excludes the frames of the range.
	Tags []string
	// Loop lets the range, which must be a whole clip, go on from its start when it reaches its
	// end. A whole clip that says of itself that it loops ([clip.Clip.PlayMode]) needs no Loop.
	Loop bool
}

// DefaultSkipEnd is how many seconds at the end of a range that does not loop are not found.
const DefaultSkipEnd = 0.3

// span is a range in a database.
type span struct {
	Range
	form.Span
}

// duration returns how many seconds the range lasts.
func (s *span) duration() float64 { return s.To - s.From }

// time returns the time of the clip at a time of the database.
func (s *span) time(time float64) float64 {
	if at := s.From + (time - s.Start); at > s.From {
		return min(at, s.To)
	}
	return s.From
}

// spanOf returns the index of the range that a time of the database is in: between two ranges the
// nearer one, and the first one for NaN.
func (d *Database) spanOf(time float64) int { return d.starts.last(time) }

// spanOfFrame returns the index of the range of a frame.
func (d *Database) spanOfFrame(frame int) int { return d.firsts.last(float64(frame)) }

// ascent is ascending numbers, in which it finds one in a few steps: all characters that play a
// database ask for their ranges in each frame.
type ascent struct {
	numbers []float64
	near    []int32 // for each part of the way the last number that is a part before it
	part    float64 // of the way, inverse
}

// newAscent returns ascending numbers from about 0 on, the way along which is divided into parts.
func newAscent(numbers []float64, part float64) ascent {
	a := ascent{numbers: numbers, part: 1 / part}
	i := 0
	for k := range int(numbers[len(numbers)-1]/part) + 2 {
		for i+1 < len(numbers) && numbers[i+1] <= float64(float64(k-1)*part) {
			i++
		}
		a.near = append(a.near, int32(i))
	}
	return a
}

// last returns the index of the last number that is not above x, or 0.
func (a *ascent) last(x float64) (i int) {
	if k := float64(x * a.part); k > 0 {
		i = int(a.near[int(min(k, float64(len(a.near)-1)))])
	}
	for i+1 < len(a.numbers) && a.numbers[i+1] <= x {
		i++
	}
	return i
}
