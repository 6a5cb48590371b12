package search

import "github.com/sinew-go/sinew/internal/exact"

// BruteForce compares a query with all frames, in order, by which [Database.Search] is defined.
func (d *Database) BruteForce(query []float32, search Search) (frame int, cost float32) {
	var s searcher
	s.begin(d, query, search)
	if len(query) == d.width && exact.AllFinite(query...) {
		s.bruteForce()
	}
	return s.frame, s.cost
}
