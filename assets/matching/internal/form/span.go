package form

import "github.com/sinew-go/sinew/assets/clip"

// Span is where a range of a database is.
type Span struct {
	Played  *clip.Clip // the clip of the library
	TagBits uint32
	First   int     // the number of the first frame
	Frames  int     // how many there are
	Start   float64 // of the range in the time of the database
	// the first frame that can be found, and the one after the last, counted in the range
	FoundFrom, FoundTo int
}
