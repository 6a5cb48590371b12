// Command plainc measures a frame of the library beside the same arithmetic in plain C, c/frame.c,
// which needs neither a world nor components nor a schedule, and whose clips all have the same
// layout and take 16 bits for every number. It runs the two in turns, many times and shortly,
// because the speed of a shared machine changes within minutes, and prints the least time of each
// and their ratio:
//
//	go run ./bench/plainc
//
// It needs an amd64 processor with AVX2, and a C compiler: cc, or the one that the environment
// variable CC names.
package main
