package bake

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// Report describes the result of baking one clip.
type Report struct {
	Clip id.Clip // 0 for a clip that is in no library
	Name string
	// Exact reports that the clip was not baked, so that it is sampled exactly. Reason is the
	// cause.
	Exact  bool
	Reason string
	// Cached reports that the result was read from a [Cache]. CacheError is the error of reading
	// from it or writing to it; a clip of which it has something damaged is baked again.
	Cached     bool
	CacheError error
	// Frames is the number of frames, and Rate the average number of frames per second.
	Frames int
	Rate   float64
	// SteppedTracks is how many tracks are not baked but sampled from the source's keys, since they
	// are stepped.
	SteppedTracks int
	// Bytes is the size of the baked clip in memory, with the keys of stepped tracks, and, without
	// these and the header, on disk. RawBytes is the size of the source at 40 bytes for each joint
	// at each time at which any joint has a key, or 0 for one without keys.
	Bytes, RawBytes int
	// Tolerance is the allowed error in meters, scaled to the skeleton. MaxError is the largest
	// error found at the frames, between them and at the source's keys.
	Tolerance, MaxError float64
}

// newReport returns a report that holds what is known before baking.
func newReport(clip *clip.Clip, options Options) Report {
	options = options.WithDefaults()
	return Report{
		Name: clip.Name(), RawBytes: rawBytes(clip),
		Tolerance: float64(options.Tolerance * options.lengthScale(clip.Skeleton())),
	}
}

// setResult stores the size and the error of the baked clip.
func (r *Report) setResult(b *BakedClip) {
	r.Frames, r.Rate, r.SteppedTracks, r.Bytes, r.MaxError = b.frames, b.Rate(), len(b.stepped), b.Bytes(), b.maxError
}

// String returns the report as one line of text.
func (r Report) String() string {
	if r.Exact {
		return fmt.Sprintf("clip %q: stays exact: %s", r.Name, r.Reason)
	}
	return fmt.Sprintf("clip %q: %d frames, %.6g a second; %d bytes of %d; error %.3g m of %.3g m",
		r.Name, r.Frames, r.Rate, r.Bytes, r.RawBytes, r.MaxError, r.Tolerance)
}

// rawBytes returns 40 bytes for each joint and each time at which any joint has a key.
func rawBytes(clip *clip.Clip) int {
	if clip.Remains() != nil {
		return 0
	}
	return 40 * clip.Skeleton().Len() * max(1, len(keyTimes(clip)))
}
