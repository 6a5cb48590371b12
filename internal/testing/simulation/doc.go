// Package simulation plays a fixed piece for characters, and hashes everything that comes of it: the same inputs must give the same
// bits on every machine, and this is what proves it.
//
//   - A [Cast] is the models that take part: [BuiltIn] makes the mannequin and the [Puppet], which is written as glTF and read
//     back; [Open] reads files.
//   - [Cast.Assets] hashes what import and generation made, model by model.
//   - [Cast.Bake] does the same for what baking makes of the clips.
//   - [Cast.Play] runs [Frames] uneven frames of spawning, fading, seeking, attaching and removing, by a script that is the
//     same every time, and hashes what each frame leaves behind.
//   - [Cast.Control] does so with characters under state machines: layers, blend spaces, transitions, events, root motion.
//   - All four tell it as a list of [Stage], in the order of the pipeline, so that the first one that differs says where it begins.
//
// The tests compare the stages with those in testdata. After a change that is meant to give other numbers, such as a new
// motion of the mannequin, write them anew:
//
//	go test ./internal/testing/simulation -update
//
// and look at the differences that git shows: a stage before the change must not be among them. `make test-exact` runs the
// tests on every kind of machine that the promise is made for, and also tells whether these agree among themselves.
package simulation
