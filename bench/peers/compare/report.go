package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/bench/peers/plots"
)

// report is all that was measured.
type report struct {
	machine  string
	date     time.Time
	rows     []row
	failures map[string]error // by program, or program and model
}

// row is a line of the table.
type row struct {
	model      string
	clips      int
	peer       string
	note       string
	other      string
	times      map[int]float64 // nanoseconds a character, by the number of characters
	difference float64
}

// add files a program's results, and a row without times for two clips where the peer cannot blend.
func (r *report) add(s subject, results []peers.Result) {
	for _, result := range results {
		to := r.row(s, result)
		to.times[result.Characters] = result.Time
		to.difference = max(to.difference, result.Difference)
	}
	for _, result := range results {
		if len(s.clips) > 1 {
			result.Clips = 2
			r.row(s, result)
		}
	}
}

// sameWork is the largest difference that poses of the same work may have: 9 mm on a character of 1.8 m.
const sameWork = 0.005

// off says that a peer which claims to do all of the work poses otherwise.
func (r row) off() bool { return r.other == "" && r.difference > sameWork }

// name returns the peer's name, marked where it does not do the same work.
func (r row) name() string {
	if r.other != "" || r.off() {
		return r.peer + " \\*"
	}
	return r.peer
}

// row returns the row of a result, which it makes if need be.
func (r *report) row(s subject, result peers.Result) *row {
	at := slices.IndexFunc(r.rows, func(r row) bool {
		return r.model == s.name && r.clips == result.Clips && r.peer == result.Peer
	})
	if at < 0 {
		at = len(r.rows)
		r.rows = append(r.rows, row{s.name, result.Clips, result.Peer, result.Note, result.Other, map[int]float64{}, 0})
	}
	return &r.rows[at]
}

// work is what rows have in common that can be compared.
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

// works returns the works there are, in order.
func (r *report) works() []work {
	var all []work
	for _, row := range r.rows {
		if w := (work{row.model, row.clips}); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// draw draws the times of the most characters as bars.
func (r *report) draw(path string) error {
	most := characters[len(characters)-1]
	chart := plots.BarChart{Title: fmt.Sprintf("Clips to a finished palette, %d characters, one thread\n%s, %s", most, r.machine, r.day())}
	for _, row := range r.rows {
		if name := row.label(); !slices.Contains(chart.Labels, name) {
			chart.Labels = append(chart.Labels, name)
		}
	}
	for _, w := range r.works() {
		series := plots.BarSeries{Name: w.String(), Times: make([]float64, len(chart.Labels))}
		for _, row := range r.rows {
			if row.model == w.model && row.clips == w.clips && !row.off() {
				series.Times[slices.Index(chart.Labels, row.label())] = row.times[most]
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return plots.Bars(path, chart)
}

// label is the peer's name on the chart, which has no bars for poses that are off.
func (r row) label() string {
	if r.other != "" {
		return r.peer + " (less work)"
	}
	return r.peer
}

func (r *report) day() string { return r.date.Format("2 January 2006") }

// notes returns each peer's note, once.
func (r *report) notes() string {
	var text strings.Builder
	var told []string
	for _, row := range r.rows {
		if !slices.Contains(told, row.peer) {
			told = append(told, row.peer)
			fmt.Fprintf(&text, "- %s: %s.\n", row.peer, row.note)
			if row.other != "" {
				fmt.Fprintf(&text, "  \\* Not all of the work: %s.\n", row.other)
			}
		}
	}
	return text.String()
}
