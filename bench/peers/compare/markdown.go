package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// markdown writes the table, and below it what to know about the rows.
func (r *report) markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s. Nanoseconds for each character and frame, on one thread, least of several runs.\n\n", r.machine, r.day())
	header := []string{"work", "by"}
	alignment := []tw.Align{tw.AlignLeft, tw.AlignLeft}
	for _, count := range characters {
		header, alignment = append(header, fmt.Sprint("characters=", count)), append(alignment, tw.AlignRight)
	}
	header, alignment = append(header, "times Sinew's", "difference"), append(alignment, tw.AlignRight, tw.AlignRight)
	table := tablewriter.NewTable(&text,
		tablewriter.WithRenderer(renderer.NewMarkdown()),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithAlignment(alignment))
	table.Header(header)
	for _, w := range r.works() {
		least := r.least(w)
		for _, row := range r.rows {
			if row.model == w.model && row.clips == w.clips {
				_ = table.Append(r.cells(w, row, least)) // writes into memory
			}
		}
	}
	_ = table.Render()
	text.WriteString("\nDifference: how far a vertex is from where the float64 reference has it, at most, in sizes of the skeleton.\n")
	fmt.Fprintf(&text, "\\* Not the same work: a library does less, or differs by more than %g.\n\n", sameWork)
	text.WriteString(r.notes())
	for _, what := range slices.Sorted(maps.Keys(r.failures)) {
		fmt.Fprintf(&text, "- Not measured, %s: %v.\n", what, r.failures[what])
	}
	return text.String()
}

// least returns Sinew's least time for a work with the most characters, or 0.
func (r *report) least(w work) float64 {
	least := 0.0
	for _, row := range r.rows {
		time := row.times[characters[len(characters)-1]]
		if row.model == w.model && row.clips == w.clips && strings.HasPrefix(row.peer, "Sinew") && (least == 0 || time < least) {
			least = time
		}
	}
	return least
}

func (r *report) cells(w work, row row, least float64) []string {
	cells := []string{w.String(), row.name()}
	for _, count := range characters {
		if time, ok := row.times[count]; ok {
			cells = append(cells, fmt.Sprintf("%.0f", time))
		} else {
			cells = append(cells, "cannot")
		}
	}
	time, ok := row.times[characters[len(characters)-1]]
	if !ok {
		return append(cells, "", "")
	}
	times := ""
	if least > 0 {
		times = fmt.Sprintf("%.1f", time/least)
	}
	return append(cells, times, fmt.Sprintf("%.1g", row.difference))
}
