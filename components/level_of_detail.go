package components

// LevelOfDetail says how often a character is posed. Its player goes on in any case, so that it is never late; in the frames
// between, it keeps its last palette.
type LevelOfDetail struct {
	// Interval poses the character in every n-th frame only, 0 and 1 being every one. Characters of the same interval take turns.
	Interval uint16
	// Culled does not pose it at all.
	Culled bool
}
