// Command chart draws the results of BenchmarkFrame as an SVG chart: ns/character against the number of characters, a line for
// each of its parts that ran with several numbers of them.
//
//	go run ./chart [--out FILE] bench.txt
//
// It reads what go test -bench printed. The number of characters is the part characters=N of a benchmark's name;
// where none ran with several it draws nothing and says so.
package main
