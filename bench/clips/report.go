package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// printTable prints the rows of a tolerance in millimeters, their sum, and why clips stay exact.
func printTable(w io.Writer, tolerance float64, rows []row) error {
	fmt.Fprintf(w, "## Tolerance %g mm\n\n", tolerance)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| clips of\t| clips\t| joints\t| seconds\t| raw, bytes\t| keys, bytes\t| baked, bytes\t| raw : "+
		"baked\t| stay exact\t| error, mm\t| bake, ms\t| sample, ns\t|")
	fmt.Fprintln(t, "|---\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|---:\t|")
	total := sum("**all**", rows)
	for _, r := range append(rows, total) {
		fmt.Fprintf(t, "| %s\t| %d\t| %d\t| %.1f\t| %d\t| %d\t| %d\t| %.1f\t| %d\t| %.4g\t| %.1f\t| %d\t|\n", r.name,
			r.clips, r.joints, r.seconds,
			r.raw, r.keys, r.bytes, float64(r.raw)/float64(r.bytes), r.exact, r.largest*1000,
			float64(r.bake)/float64(time.Millisecond), r.sample.Nanoseconds())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i, reason := range total.reasons {
		if i == 0 {
			fmt.Fprintf(w, "Stay exact:\n\n")
		}
		fmt.Fprintf(w, "- %s\n", reason)
	}
	if len(total.reasons) > 0 {
		fmt.Fprintln(w)
	}
	return nil
}

// published is what others state about their own formats. What was measured of them is in
// bench/results/clips-native.txt.
var published = [][]string{
	{"library", "clips", "tolerance, mm", "raw, bytes", "baked, bytes", "raw : baked", "error, mm", "source"},
	{"---", "---", "---:", "---:", "---:", "---:", "---:", "---"},
	{
		"ACL 0.5.0", "2,534 of Carnegie Mellon University, 24 a second, 9 h 50 min", "0.1", "1,429.38 M", "67.09 M",
		"21.3", "0.587", "docs/cmu_performance.md of ACL; 84 min to bake on one thread",
	},
}

// printPublished prints what others state.
func printPublished(w io.Writer) error {
	fmt.Fprintf(w, "## Others\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	for _, line := range published {
		for _, cell := range line {
			fmt.Fprintf(t, "| %s\t", cell)
		}
		fmt.Fprintln(t, "|")
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\nACL measured at 3 cm from each joint. Here a virtual vertex is as far as the mesh "+
		"that the joint moves, which costs bytes. bench/clips/native/run measures ACL and\nozz-animation with these clips.")
	return err
}
