// Package peers compares the speed of Sinew with other libraries at the same work: from the keys of
// one clip, or of two that are blended half and half, to the finished skinning matrices, for a
// number of characters at different times. It is a module of its own, so that the library depends
// on none of the others.
//
//	make bench-peers
//
// in the repository's root prints a Markdown table and draws a bar chart. Package compare is the
// command that it runs; its flags select other models. It runs these programs, each in the folder
// of its name:
//
//   - sinew: the whole frame of a world, with authored clips (exact sampling) and with baked ones;
//   - textbook: a textbook implementation with mathgl in float32;
//   - g3n, tetra3d, raylib: these Go libraries;
//   - three: three.js in Node.
//
// Command chart draws the results of the library's own benchmarks.
//
// # The same work
//
// Each program first poses a few characters and compares their palettes with the float64 reference
// implementation that Sinew's own tests trust: [Agree]. The table shows the largest difference
// beside the times. No program draws or skins vertices, and files are read before the timing
// starts. A frame advances time by 1/60 s, and clips loop. If a library cannot do all of the work,
// its note explains what is missing.
//
// # Outline
//
//   - [Case] is the work, [Crowd] does it, [Peer] is a library that can open a Crowd.
//   - [Measure] returns a [Result] for each number of characters.
//   - [Expect] and [Expected.Difference] compare palettes; [Agree] compares a peer's palettes.
//   - [Main] and [Run] are the main functions of the programs, with the flags [Arguments].
package peers
