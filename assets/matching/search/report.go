package search

import (
	"fmt"
	"strings"
)

// Report tells what a database is made of.
type Report struct {
	// Frames is how many frames there are, and Found how many of them a search can find.
	Frames, Found int
	// Seconds is how long all ranges last together.
	Seconds float64
	// Bytes is the memory of the features of all frames, and IndexBytes that of what finds the
	// nearest of them.
	Bytes, IndexBytes int
	// Features are the features with their spreads.
	Features []Feature
	// Cached reports that the numbers came from the cache of the library, so that nothing was
	// measured.
	Cached bool
	// Notes tell what was left out and why.
	Notes []string
}

// Report returns what the database is made of and what was left out.
func (d *Database) Report() Report {
	r := d.report
	r.Features = append([]Feature(nil), d.features...)
	r.Notes = append([]string(nil), d.report.Notes...)
	return r
}

// String returns the report as lines of text.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d frames of %.1f s, %d of which can be found; %d bytes of features, %d to find the nearest\n",
		r.Frames, r.Seconds, r.Found, r.Bytes, r.IndexBytes)
	for _, f := range r.Features {
		fmt.Fprintf(&b, "%s: %d numbers, weight %g, spread %.4g\n", f.Name, f.Width, f.Weight, f.Spread)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	return b.String()
}
