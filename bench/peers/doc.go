// Package peers measures Sinew beside other libraries at the same work: from the keys of one clip, or of two that are blended
// half and half, to the finished matrices that skin a character's vertices, for a number of characters that each play from a
// time of their own. It is a module of its own, so that the library depends on none of them.
//
//	make bench-peers
//
// in the repository's root prints a Markdown table and draws a bar chart; package compare is the command behind it, whose flags
// choose other models. What can be measured here:
//
//   - sinew: the whole frame of a world, exact clips and baked ones;
//   - textbook: the pipeline as a textbook has it, with mathgl in float32;
//   - g3n, tetra3d, raylib: these libraries for Go;
//   - three: three.js in Node.
//
// Each is a program in the folder of that name. Command chart draws the results of the library's own benchmarks.
//
// # The same work
//
// Every program first poses a few characters and compares their palettes with those of the float64 reference that Sinew's own
// tests trust: [Agree]. The largest difference stands in the table beside the times. All draw nothing, skin no vertices and read
// their files before the clock starts; a frame goes on in time by a 60th of a second, and clips loop. Where a library cannot do
// all of the work, its note says so.
//
// # Outline
//
//   - [Case] says what is to be done, [Crowd] does it, [Peer] is a library that can open one.
//   - [Measure] makes a [Result] for each number of characters.
//   - [Expect] and [Expected.Difference] compare palettes, [Agree] those of a peer.
//   - [Main] and [Run] are the main functions of the programs, whose flags are [Arguments].
package peers
