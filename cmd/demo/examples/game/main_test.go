package main

import "os"

// The hero walks, leaps after 1 s, and waves after 3.3 s while it walks on. Feet are silent in the
// air.
func Example() {
	run(os.Stdout, 7)
	// Output:
	// 0.00 s: ground, nothing
	// 0.50 s: the tip of the sword is 1.2 m high
	// 0.80 s: right foot on the ground, at 0.9 m
	// 1.00 s: jump, nothing
	// 1.50 s: the tip of the sword is 0.1 m high
	// 2.50 s: the tip of the sword is 0.9 m high
	// 3.05 s: ground, nothing
	// 3.05 s: left foot on the ground, at 3.9 m
	// 3.33 s: ground, wave
	// 3.50 s: the tip of the sword is 1.4 m high
	// 3.58 s: right foot on the ground, at 4.6 m
	// 4.12 s: left foot on the ground, at 5.3 m
	// 4.50 s: the tip of the sword is 2.1 m high
	// 4.65 s: right foot on the ground, at 6.1 m
	// 5.18 s: left foot on the ground, at 6.8 m
	// 5.50 s: the tip of the sword is 2.1 m high
	// 5.72 s: right foot on the ground, at 7.5 m
	// 6.25 s: left foot on the ground, at 8.2 m
	// 6.50 s: the tip of the sword is 1.2 m high
	// 6.55 s: ground, nothing
	// 6.78 s: right foot on the ground, at 8.9 m
}
