// Command predictarm predicts how fast the kernels of a frame are on arm64 processors, without one.
//
//	go run ./bench/predictarm
//
// It runs BenchmarkFrame for 8 characters (one block) of 64 joints under QEMU, logs which
// instructions the kernels execute in one frame, and passes exactly these, loops and all, to
// llvm-mca, which simulates them on a model of each processor. The table has the instructions per
// character of each kernel, how many of these are vector arithmetic, and the nanoseconds per
// character at 3 GHz. The last column is the time for which the two vector units of the Neoverse N1
// are busy with the same instructions, in whatever order.
//
// These are predictions, not measurements. llvm-mca assumes that all data is in the L1 cache, that
// all jumps are predicted, and that no load waits for a store before it. It knows little of Apple's
// processors: its model of the M1 is that of a much older and narrower one. The Go code between the
// kernels is not part of it. On a machine with arm64, such as a Mac, `make bench` measures the real
// thing.
//
// # What limits the Neoverse N1
//
// It has two vector units of 128 bits, which compute, shuffle, and take two operations to store a
// register. For a character of 64 joints with 1 clip they are busy for 0.84 µs of the predicted
// 0.92, in poseToPalette for 632 of 634 ns, so that no order of the instructions is faster. Its
// work for each joint of 4 characters is 237 operations: 149 of arithmetic, 14 to transpose poses,
// 38 to store 19 registers and 36 to turn and store a palette. Less than 0.70 µs is out of reach
// without fused multiply-add, which would change the results: sampling and poseToPalette take 3,152
// operations of arithmetic (525 ns), and what remains if model matrices and transposed poses were
// neither stored nor shuffled is to unpack numbers from bytes (160 TBL, 27 ns), to store local
// poses (160 registers, 53 ns) and to turn and store palettes (576 operations, 96 ns). That makes
// 0.70 µs without any instruction for all else.
//
// # What it needs
//
// It needs qemu-aarch64 or qemu-aarch64-static, llvm-mca and llvm-mc (19 or newer: older ones have
// no model of the Neoverse V2).
package main
