// Package derived keeps what is made from assets, besides baked clips, in the folder of a cache of
// baked clips: package bake gives the way to it, which programs do not need.
//
// # Outline
//
//   - [Cache] keeps bytes under keys. [Of] returns that of a cache of baked clips, if it has a
//     folder.
//   - [OfLibrary] returns that of the cache with which a library bakes, which [GiveLibraries] tells.
//   - [Give] is called by package bake when a folder is opened first, so that a program without a
//     cache contains nothing of files.
package derived
