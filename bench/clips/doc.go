// Command clips bakes the animation clips of glTF and BVH files at several tolerances, and prints
// for each file the bytes, the error, the time to bake and the time to sample a pose, as Markdown
// tables.
//
//	go run ./bench/clips [--tolerances 10,1,0.1,0.01] [--clips] [--small] [--turns 300] FOLDER...
//
// It reads all .glb, .gltf and .bvh files in the folders and below them, and the built-in character
// first. Files and clips that cannot be read or baked are listed below the tables, with the reason;
// a clip that stays exact counts with the bytes of its keys. Where a folder has a file acl.json, of
// what the Animation Compression Library (ACL) made of its recordings, a table compares ours with
// that, at its rates and tolerances, with --small of clips that Options.Small makes small.
//
// Tolerances and errors are in millimeters for a character 1.8 m tall, and scaled to each skeleton.
// The error is measured by code that shares nothing with baking: the float64 reference of the tests
// samples the clip and computes the model matrices, at every key, at several times between two
// keys, and at random times. It is the largest distance of a virtual vertex, as [bake.Options]
// describes, from where it should be. So the error of an exporter that rounds is not in it.
//
// "raw" is 40 bytes for each joint and each time at which any joint has a key: the size that the
// Animation Compression Library (ACL) uses for its ratios. "keys" is what the clip's keys take in
// memory. Times are the least of several runs on one core. The last table holds what ACL published,
// for comparison of the ratios.
//
// With --turns it measures only such recordings: bytes, the least time of the processors in 15 times
// of baking, and the least and the median time of a sample, at random times and forward in steps of
// 1/60 s, of whole frames and of small clips in turn. The script before/run has an earlier commit
// take turns too:
//
//	bench/clips/before/run COMMIT FOLDER [TURNS]
//
// # Other libraries on the same clips
//
//	make bench-clips
//
// clones pinned versions of ACL and ozz-animation, compiles them with a C++ compiler and small
// programs of our own (folder native), and measures them with the same clips, distances and errors.
// Where there is no network or compiler it says so and measures nothing. What it printed on one
// machine is in bench/results/clips-native.txt.
package main
