// Command predictarm predicts how fast the kernels of a frame are on arm64 processors, without one.
//
//	go run ./bench/predictarm
//
// It runs BenchmarkFrame for 8 characters (one block) of 64 joints under QEMU, logs which instructions the kernels execute in one frame,
// and passes exactly these, loops and all, to llvm-mca, which simulates them on a model of each processor. The table has the
// instructions per character of each kernel, and the nanoseconds per character at 3 GHz.
//
// These are predictions, not measurements. llvm-mca assumes that all data is in the L1 cache, that all jumps are predicted, and that no
// load waits for a store before it. It knows little of Apple's processors: its model of the M1 is that of a much older and narrower
// one. The Go code between the kernels is not part of it. On a machine with arm64, such as a Mac, `make bench` measures the real thing.
//
// It needs qemu-aarch64 or qemu-aarch64-static, llvm-mca and llvm-mc (19 or newer: older ones have no model of the Neoverse V2).
package main
