// Package bench measures the library, component by component and as a whole. It holds benchmarks only:
//
//   - BenchmarkFrame is a whole frame through the world, schedule and all;
//   - BenchmarkKernel is the arithmetic alone, kernel by kernel, for a block of 8 characters;
//   - BenchmarkSample is the exact sampling of a clip;
//   - BenchmarkSkin is skinning on the CPU;
//   - BenchmarkChurn is spawning and removing characters;
//   - BenchmarkLoad is making the built-in character, writing it as a file and reading that;
//   - BenchmarkReference is the same work as BenchmarkFrame by the float64 textbook pipeline that the tests trust: the
//     baseline to compare with, in the same run.
//
// Run them by make bench. Every line reports ns/character, and ns/joint or ns/vertex where that says more. The characters are
// the built-in mannequin, or made up at random where a benchmark varies the number of joints.
package bench
