// Package bench measures the library, as a whole and by component:
//
//   - BenchmarkFrame is a whole frame of a world, with 1 to 4 clips per character;
//   - BenchmarkEverything is a whole frame of characters that use all that plays motions at once, and
//     reports the part of it that one goroutine does by itself, and how the workers shared the
//     rest;
//   - BenchmarkTown is a frame of a town at the scale of a game, of five rigs, 40 outfits and 300
//     clips, in turn with that of BenchmarkEverything and that of walkers of the town who are all
//     alike; BenchmarkTownLoading is its frames while files are loaded, BenchmarkTownBudget those
//     of one from packs, of which only the clips that play are in memory;
//   - BenchmarkOutfits is a frame of characters of one skeleton that wear one outfit, or fifty;
//     BenchmarkChangeOutfit is what changing a character's model or hiding a part of it takes;
//   - BenchmarkInertialization is a frame during inertialized transitions;
//   - BenchmarkControl is a frame under a state machine with a blend space; BenchmarkAdvance is the
//     part of a frame that computes no poses; BenchmarkSetParameter sets a parameter;
//     BenchmarkLayers is a frame with layers, by their number and mode;
//   - BenchmarkSystem is each system of the frame alone;
//   - BenchmarkPipeline is the arithmetic of a frame without a world; BenchmarkReference is the
//     same work in the float64 reference implementation that the tests trust, as a baseline;
//   - BenchmarkKernel is each kernel for a block of 8 characters; BenchmarkSkinKernel,
//     BenchmarkLayerKernel, BenchmarkMorph and BenchmarkBounds are the kernels of vertices, layers
//     and bounding boxes;
//   - BenchmarkSample and BenchmarkSampleBaked sample authored and baked clips;
//   - BenchmarkSkin skins vertices on the CPU; BenchmarkSort sorts the vertices of a mesh, and
//     BenchmarkFirstVertices is the first frame of a character that is skinned so;
//   - BenchmarkBlendSpace finds a character's weights in a blend space and the times of its clips;
//   - BenchmarkMatchingCharacters is a frame of characters that search in a database 10 times a
//     second;
//   - BenchmarkMatching searches a database of motions, beside a comparison with all of its frames;
//   - BenchmarkEvents, BenchmarkEventsFrame and BenchmarkCrossings are events, alone and in a
//     frame; BenchmarkRootMotion and BenchmarkExtractRootMotion are root motion;
//   - BenchmarkModifiers is what pose modifiers add to a frame without them, and each solver alone;
//   - BenchmarkSprings is what a bone that swings adds to a frame, BenchmarkSpringSolver its solver
//     alone; BenchmarkRagdolls is a frame without and with the bodies of ragdolls;
//   - BenchmarkSnapshot saves and restores a world; BenchmarkChurn spawns and removes characters;
//     BenchmarkRollback saves and restores the state of a crowd, BenchmarkHistory records past
//     poses, BenchmarkRewind is a frame on a tape and without one, and a seek; BenchmarkMemory
//     measures the memory per character, and BenchmarkTag what it takes to add a component without
//     data to characters, whose components the world copies then;
//   - BenchmarkTakeOver is the time from a change of a graph's file to the frame that plays by it;
//   - BenchmarkLoad makes, writes and reads the built-in character; BenchmarkBake bakes clips,
//     BenchmarkLoadBaked reads baked ones from the cache;
//   - TestBakedSize prints the size and the error of baked clips, and the command clips of any
//     files.
//
// make bench runs them, prints a table and draws a chart of BenchmarkFrame. It measures the frames
// of 1,000 characters a second time with the kernels in plain Go, as on processors without assembly
// (other than AVX2 on amd64 and NEON on arm64). The names of these results end in kernels=generic;
// SINEW_NOASM=1 make bench runs all benchmarks this way. BENCH_LONG=1 adds crowds of 100,000
// characters, which take a gigabyte of memory. make bench-c measures a frame beside the same
// arithmetic in plain C (folder plainc), make bench-peers other libraries (folder peers), and make
// bench-clips what ACL and ozz-animation make of clips (folder clips). The folder results has raw
// outputs that the documents cite.
//
// Frames, kernels and the pipeline also report least-ns/character: the least time of a short run of
// about 1,000 characters. On a machine with other work it is the figure to compare, with another
// one of the same run: of BenchmarkFrame with BenchmarkPipeline, it is what the world and its
// systems add to the arithmetic.
//
// Results are in ns/character and, where it helps, in ns/joint or ns/vertex. The characters are the
// built-in mannequin, or random ones where a benchmark varies the number of joints.
package bench
