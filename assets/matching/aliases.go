package matching

import "github.com/sinew-go/sinew/assets/matching/search"

// What databases are when they play is in package search, so that a program that makes none does
// not compile what makes them. Their names are here too.
type (
	// Database is a database of motions: see [search.Database].
	Database = search.Database
	// Range is a part of a clip in a database: see [search.Range].
	Range = search.Range
	// Feature is a group of numbers of a frame: see [search.Feature].
	Feature = search.Feature
	// Point is a point of a trajectory: see [search.Point].
	Point = search.Point
	// Search is what a search looks for besides the nearest features: see [search.Search].
	Search = search.Search
	// Candidate is a frame that a search may choose: see [search.Candidate].
	Candidate = search.Candidate
	// Report tells what a database is made of: see [search.Report].
	Report = search.Report
	// NamedClips is the part of the asset library that documents need: see [search.NamedClips].
	NamedClips = search.NamedClips
)

// DefaultSkipEnd is how many seconds at the end of a range that does not loop are not found.
const DefaultSkipEnd = search.DefaultSkipEnd
