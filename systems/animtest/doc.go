// Package animtest tests the animation of a game with go test, without graphics.
//
//   - A [Take] is what a character shows over some frames, each a [Frame]: [Sample] samples a clip,
//     and [Record] runs frames of a program and keeps what an entity shows. [Take.Pick] takes some of
//     its frames. There are [Rate] frames a second.
//   - [GoldenPoses], [GoldenModels] and [GoldenPalettes] compare a take with a text file, joint by
//     joint, within a [Tolerance] in meters and degrees. A failure names the frame, the joint, what
//     was expected and found, and how far they are apart.
//   - A [Sheet] draws a take as a contact sheet: the mesh or the skeleton of some frames beside each
//     other. [Sheet.Compare] compares it with a PNG file by eye, [Sheet.Draw] returns the picture,
//     [DefaultSheet] the usual settings.
//   - [Reaches] tests that a take shows a pose at a time, and [ReachesPlace] where a joint is then.
//     [FeetStand] tests that no foot slides, [LoopCloses] that a clip can follow itself,
//     [MovesSmoothly] that nothing jumps, [WithinLimits] that no joint turns too far.
//   - [NoFindings] tests that nothing is wrong with a model, as sinew inspect --check finds it.
//
// A test takes its files from the folder testdata. Run with the environment variable
// ANIMTEST_UPDATE=1 it writes them, and with -update, if the test's own package defines such a flag;
// this package defines none, so that it collides with no other. Poses and pictures are the same on
// every machine, so that files that were written on one serve on all.
//
// A statement that does not hold fails the test, which goes on; what makes it meaningless, such as a
// clip that is not there, ends the test at once. Lengths are given in meters, whatever the unit of
// the skeleton ([rig.Skeleton.MetersPerUnit]).
//
// Only tests should import this package: it imports package testing.
package animtest
