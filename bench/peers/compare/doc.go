// Command compare measures Sinew and its peers and prints a Markdown table.
//
// It builds and runs the programs beside it, one for each library, since their C parts cannot be
// linked into one program. A library that cannot be built or run is listed below the table, with
// the reason. See package peers for the work.
//
//	go run ./compare [--model FILE --clip N [--clip N]] [--shared FOLDER] [--out FOLDER]
//
// The libraries take turns, round after round, since the speed of a shared machine changes within
// minutes. Beside the least time the table shows the median and how far it differs between rounds.
//
// Without --model it uses Fox.glb and CesiumMan.glb from the folder of --shared or the environment
// variable SINEW_SHARED, and a character with 64 joints that it makes. If the two files do not
// exist, it prints a message and measures nothing. It writes peers.md, the table, and peers.svg, a
// bar chart, to the folder of --out.
package main
