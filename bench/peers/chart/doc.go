// Command chart draws the results of BenchmarkFrame as an SVG chart: the time per character against
// the number of characters, with a line for each sub-benchmark that ran with several numbers.
//
//	go run ./chart [--out FILE] bench.txt
//
// It reads the output of go test -bench. The number of characters is the part characters=N of a
// benchmark's name. If no sub-benchmark ran with several numbers, it prints a message and draws
// nothing.
package main
