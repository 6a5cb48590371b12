// Package pack writes the assets of a library into one file, as frames use them, and opens such
// files by mapping them into memory. A program that ships its characters cooked reads no glTF,
// bakes nothing, and keeps no keyframes: opening takes less than a millisecond for dozens of clips.
//
//   - [Write] writes a library, with the [Options] to add meshes, images and ragdolls.
//   - [Open] opens a file into a library, [Parse] does it for bytes. The result is a [Pack]:
//     [Pack.Models] are its models, [Pack.Ragdoll] finds a ragdoll. Everything else is found in the
//     library, under its name or key.
//   - [OpenAsync] opens a file in the background while frames run. The result is an [Opening], of
//     which [Opening.Take] gives the pack.
//   - [Pack.Clip] decodes one clip again, by its key, for programs that keep only some of the clips
//     in memory.
//   - [Pack.Close] gives the file back after the clips were removed.
//   - The errors are [ErrDamaged] and [ErrVersion].
//
// # What a pack holds
//
// Skeletons with their levels of detail, clips with markers, root motion and the curves of morph
// weights, visibility and materials, masks, curves of fades, blend spaces, databases of motions,
// graphs, modifier stacks, models, and if asked for skins, materials, meshes, images and ragdolls.
// The numbers of a database stay in the file, as the frames of clips do; one with a feature that is
// a function of the program is an error. Assets of a pack have the
// keys that they had in the library that was written ([assets.Library.Key]) and give the same bits
// on every machine, so that snapshots and hashes agree between programs that read packs and such
// that read the files from which they were made.
//
// A clip that was baked has no keys in a pack: what needs them, such as mirroring or retargeting,
// returns [clip.ErrNoKeys]. Do that before the pack is written. A clip that stays exact has its
// keys; the clip from which its root motion was extracted has none.
//
// # Checks
//
// Open checks the checksums of the header, of the table and of every record, and everything that a
// frame relies on, before anything is added to the library. Packs may come from strangers: memory
// and time are bounded by the size of the file, times the number of levels of detail. What a file
// promises by its keys is checked by nobody but [Pack.Clip], which finds clips by them: a library
// computes the keys of its assets itself.
//
// A file that is mapped must not be changed or made shorter, as the system then ends programs that
// read it; rename another file over it instead.
package pack
