// Package plots draws the charts of benchmarks as SVG, with gonum's plot.
//
//   - [Bars] draws a [BarChart]: how long libraries take for the same work, by the logarithm, for they differ much.
//   - [Lines] draws a [LineChart]: how a time for each character changes with the number of characters.
package plots
