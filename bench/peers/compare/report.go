package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/bench/peers/plots"
)

// report is the results of all programs.
type report struct {
	machine  string
	date     time.Time
	rounds   int
	rows     []row
	failures map[string]error // by program, or program and model
}

// row is a row of the table.
type row struct {
	model      string
	clips      int
	peer       string
	note       string
	other      string
	times      map[int]float64   // least nanoseconds per character, by the number of characters
	medians    map[int][]float64 // the same in the median run, by the number of characters and round
	difference float64
}

// add adds a program's results of a round and, if the peer cannot blend, a row without times for
// two clips.
func (r *report) add(s subject, results []peers.Result) {
	for _, result := range results {
		row := r.row(s, result)
		if least, ok := row.times[result.Characters]; !ok || result.Time < least {
			row.times[result.Characters] = result.Time
		}
		row.medians[result.Characters] = append(row.medians[result.Characters], result.Median)
		row.difference = max(row.difference, result.Difference)
	}
	for _, result := range results {
		if len(s.clips) > 1 {
			result.Clips = 2
			r.row(s, result)
		}
	}
}

// sameWork is the largest difference of equal work: 9 mm on a character of 1.8 m.
const sameWork = 0.005

// differs reports whether a peer that claims to do all of the work has other poses.
func (r row) differs() bool { return r.other == "" && r.difference > sameWork }

// name returns the peer's name, marked if it does not do the same work.
func (r row) name() string {
	if r.other != "" || r.differs() {
		return r.peer + " \\*"
	}
	return r.peer
}

// row returns the row of a result, and adds it if there is none.
func (r *report) row(s subject, result peers.Result) *row {
	at := slices.IndexFunc(r.rows, func(r row) bool {
		return r.model == s.name && r.clips == result.Clips && r.peer == result.Peer
	})
	if at < 0 {
		at = len(r.rows)
		r.rows = append(r.rows, row{
			s.name, result.Clips, result.Peer, result.Note, result.Other, map[int]float64{}, map[int][]float64{}, 0,
		})
	}
	return &r.rows[at]
}

// work is the model and the number of clips of rows that can be compared.
type work struct {
	model string
	clips int
}

func (w work) String() string {
	if w.clips == 1 {
		return w.model + ", 1 clip"
	}
	return fmt.Sprintf("%s, %d clips blended", w.model, w.clips)
}

// works returns the works in order of their first row.
func (r *report) works() []work {
	var all []work
	for _, row := range r.rows {
		if w := (work{row.model, row.clips}); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// draw draws a bar chart of the times for the largest number of characters.
func (r *report) draw(path string) error {
	most := characters[len(characters)-1]
	chart := plots.BarChart{Title: fmt.Sprintf("Clips to a finished palette, %d characters, one thread\n%s, %s", most,
		r.machine, r.day())}
	for _, row := range r.rows {
		if name := row.label(); !slices.Contains(chart.Labels, name) {
			chart.Labels = append(chart.Labels, name)
		}
	}
	for _, w := range r.works() {
		series := plots.BarSeries{Name: w.String(), Times: make([]float64, len(chart.Labels))}
		for _, row := range r.rows {
			if row.model == w.model && row.clips == w.clips && !row.differs() {
				series.Times[slices.Index(chart.Labels, row.label())] = row.times[most]
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return plots.Bars(path, chart)
}

// label returns the peer's name in the chart. The chart has no bars for rows that differ.
func (r row) label() string {
	if r.other != "" {
		return r.peer + " (less work)"
	}
	return r.peer
}

func (r *report) day() string { return r.date.Format("2 January 2006") }

// notes returns each peer's note once.
func (r *report) notes() string {
	var text strings.Builder
	var noted []string
	for _, row := range r.rows {
		if !slices.Contains(noted, row.peer) {
			noted = append(noted, row.peer)
			fmt.Fprintf(&text, "- %s: %s.\n", row.peer, row.note)
			if row.other != "" {
				fmt.Fprintf(&text, "  \\* Not all of the work: %s.\n", row.other)
			}
		}
	}
	return text.String()
}
