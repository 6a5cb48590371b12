// Package plots draws charts of benchmarks as SVG files, with gonum's plot. Times are in
// nanoseconds, on a logarithmic axis.
//
//   - [Bars] draws a [BarChart] of [BarSeries]: the times of several libraries for the same work.
//   - [Lines] draws a [LineChart] of [LineSeries] of [Point]s: the time per character against the
//     number of characters.
//   - [Duration] formats a time; [ErrNoData] reports a chart without data.
package plots
