// Package cache keeps in a folder what is made from assets and takes long to make, so that a
// program makes it only the first time it runs: baked clips, databases of motions, levels of detail
// of meshes and pictures of members of crowds. It knows nothing of these: each is bytes under a
// key.
//
//   - [Open] opens a [Folder] at a path. bake.NewCache makes it the cache of a library:
//     assets.Baking{Cache: bake.NewCache(folder)}.
//   - [Folder.Read] and [Folder.Write] are what such a cache, and a program that keeps something of
//     its own, call. A key is a hash of all that the bytes are made from, of their kind and of the
//     version of their form.
//   - The folder stays within [Folder.MaxBytes], by default [DefaultBytes]. [Folder.Prune] removes
//     what was not used for the longest time, and [Folder.Verify] finds damaged files, whose errors
//     wrap [ErrDamaged]. Both return a [Report].
//
// The file docs/baking.md of this module describes the files.
package cache
