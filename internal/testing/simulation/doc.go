// Package simulation plays a fixed script of characters and hashes all results. The same inputs
// must give the same bits on every machine, and the stored hashes prove it.
//
//   - A [ModelSet] holds the models. [BuiltIn] makes the mannequin and the [FeatureModel], which is
//     written as glTF and read back; [Open] reads files.
//   - [ModelSet.HashAssets] hashes what import and generation made of each model.
//   - [ModelSet.Bake] bakes the clips and hashes the baked clips.
//   - [ModelSet.Play] runs [Frames] uneven frames of a scripted crowd, which spawns, fades, seeks,
//     attaches and removes characters, and hashes the results of each frame.
//   - [ModelSet.PlayControlled] does the same with characters under state machines: layers, blend
//     spaces, transitions, events and root motion.
//   - [ModelSet.PlayModified] does the same with characters whose poses are modified by every kind
//     of solver.
//   - [ModelSet.PlayMatched] does the same with characters that search in databases of motions for
//     what fits their wishes.
//   - [ModelSet.PlayRagdolls] does the same with characters that are handed over to bodies and
//     back.
//
// Each returns a list of [StageHash] in the order of the pipeline, so that the first one that
// differs shows where a difference begins.
//
// The tests compare the hashes with those in testdata. After a change that is meant to give other
// numbers, such as a new clip of the mannequin, update them:
//
//	go test ./internal/testing/simulation -update
//
// and look at the differences in git: no stage before the change may be among them. `make
// test-exact` runs the tests on every kind of machine that must give the same bits, and compares
// these machines with each other.
package simulation
