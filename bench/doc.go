// Package bench measures the library, component by component and as a whole:
//
//   - BenchmarkFrame is a whole frame through the world, schedule and all, with 1 to 4 clips at once;
//   - BenchmarkInertialization is such a frame while characters change over to another motion;
//   - BenchmarkControl is such a frame under a state machine that steers a blend space, BenchmarkAdvance what of that is not arithmetic on
//     poses, BenchmarkLayers layers by number and kind;
//   - BenchmarkSystem is each system of it alone;
//   - BenchmarkPipeline is the arithmetic of a frame without a world;
//   - BenchmarkKernel is the arithmetic alone, kernel by kernel, for a block of 8 characters; BenchmarkSkinKernel,
//     BenchmarkLayerKernel, BenchmarkMorph and BenchmarkBounds are that of vertices and boxes;
//   - BenchmarkSample and BenchmarkSampleBaked are the sampling of a clip, exact and baked;
//   - BenchmarkSkin is skinning on the CPU;
//   - BenchmarkBlendSpace is finding a character's weights in a blend space, and the times of its clips;
//   - BenchmarkEvents, BenchmarkEventsFrame and BenchmarkCrossings are events, by themselves and in a frame; BenchmarkRootMotion and
//     BenchmarkExtractRootMotion the movement of whole characters;
//   - BenchmarkSnapshot is saving and restoring the state of a world;
//   - BenchmarkChurn is spawning and removing characters, BenchmarkMemory the memory that they take;
//   - BenchmarkLoad is making the built-in character, writing it as a file and reading that; BenchmarkBake is baking its clips,
//     BenchmarkLoadBaked reading baked ones from the cache;
//   - BenchmarkReference is the same work as BenchmarkFrame by the float64 textbook pipeline that the tests trust: the
//     baseline to compare with, in the same run;
//   - TestBakedSize prints what baked clips take and how exact they are.
//
// Run them by make bench, which prints a table and draws a chart of BenchmarkFrame. It measures the frames of 1,000 characters a second time
// with the kernels in plain Go, as they are everywhere but on amd64: such lines end in kernels=generic, and so do those of
// SINEW_NOASM=1 make bench, all of which run so. make bench BENCH_LONG=1 has crowds of 100,000 too, for which it takes a
// gigabyte of memory. What other libraries need for the same work is measured by
// make bench-peers, whose code is in the folder peers. Every line reports ns/character, and ns/joint or ns/vertex where that says more. The characters are
// the built-in mannequin, or made up at random where a benchmark varies the number of joints.
package bench
