// Command compare measures Sinew and its peers and prints a Markdown table.
//
// It builds and runs the programs beside it, one for each library, since their C parts cannot be linked into one. A library
// that cannot be built or run here keeps a row, with the reason. See package peers for what is measured.
//
//	go run ./compare [--model FILE --clip N [--clip N]] [--shared FOLDER] [--out FOLDER]
//
// Without a model it takes Fox.glb and CesiumMan.glb from the folder that --shared or the environment variable SINEW_SHARED
// names; where that is absent it says so and measures nothing. Into the out folder it writes peers.md, the table, and
// peers.svg, a bar chart.
package main
