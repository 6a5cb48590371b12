package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
	"github.com/sinew-go/sinew/bench/peers"
)

// markdown returns the table, with notes below it.
func (r *report) markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s. Nanoseconds per character and frame, on one thread, fastest of the runs of %d rounds in "+
		"which the libraries take turns.\n\n", r.machine, r.day(), r.rounds)
	header := []string{"work", "by"}
	alignment := []tw.Align{tw.AlignLeft, tw.AlignLeft}
	for _, count := range characters {
		header, alignment = append(header, fmt.Sprint("characters=", count)), append(alignment, tw.AlignRight)
	}
	header = append(header, "median", "spread", "times Sinew's", "difference")
	alignment = append(alignment, tw.AlignRight, tw.AlignRight, tw.AlignRight, tw.AlignRight)
	table := tablewriter.NewTable(&text,
		tablewriter.WithRenderer(renderer.NewMarkdown()),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithAlignment(alignment))
	table.Header(header)
	for _, w := range r.works() {
		least := r.least(w)
		for _, row := range r.rows {
			if row.model == w.model && row.clips == w.clips {
				_ = table.Append(r.cells(w, row, least)) // cannot fail: it writes to memory
			}
		}
	}
	_ = table.Render()
	fmt.Fprintf(&text, "\nMedian: of the rounds' median runs, at %d characters. Spread: from the least to the largest of "+
		"these, in parts of the median. Times Sinew's: of the fastest runs.\n", characters[len(characters)-1])
	text.WriteString("\nDifference: the largest distance of a vertex from its position in the float64 reference, in " +
		"sizes of the skeleton.\n")
	fmt.Fprintf(&text, "\\* Not the same work: the library does less, or its difference exceeds %g.\n\n", sameWork)
	text.WriteString(r.notes())
	for _, name := range slices.Sorted(maps.Keys(r.failures)) {
		fmt.Fprintf(&text, "- Not measured, %s: %v.\n", name, r.failures[name])
	}
	return text.String()
}

// least returns Sinew's fastest time for a work at the largest number of characters, or 0.
func (r *report) least(w work) float64 {
	least := 0.0
	for _, row := range r.rows {
		time := row.times[characters[len(characters)-1]]
		if row.model == w.model && row.clips == w.clips && strings.HasPrefix(row.peer, "Sinew") &&
			(least == 0 || time < least) {
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
		return append(cells, "", "", "", "")
	}
	medians := slices.Clone(row.medians[characters[len(characters)-1]])
	median := peers.Median(medians)
	cells = append(cells, fmt.Sprintf("%.0f", median),
		fmt.Sprintf("%.0f %%", 100*(medians[len(medians)-1]-medians[0])/median))
	times := ""
	if least > 0 {
		times = fmt.Sprintf("%.1f", time/least)
	}
	return append(cells, times, fmt.Sprintf("%.1g", row.difference))
}
