// Package watch reads the JSON of graphs, modifier stacks, masks, blend spaces, databases and
// ragdolls again when their files change, so that they are tuned while characters play.
//
//   - A [Watcher] watches files for a library. [New] makes one, and [Watcher.Graph],
//     [Watcher.ModifierStack], [Watcher.Database], [Watcher.Definitions] for masks and blend spaces,
//     [Watcher.Ragdoll] and [Watcher.File] name the files.
//   - [Watcher.Apply], which a program calls between two frames, takes over what has changed.
//     [Watcher.Changed] tells a program that runs no frames that it has.
//
// Nothing is taken over that is not valid: what plays stays, and Apply returns the error with line
// and column until the file is mended. What is kept of the state of characters is told at
// [assets.Library.ReplaceGraph], [assets.Library.ReplaceModifierStack] and
// [assets.Library.ReplaceMotion].
//
// Files may be written in place, by a rename, as many editors do, or deleted and written anew. The
// folder of a file is watched, so it must exist. A file is read once it has been left alone for
// [Settle], so that a half-written one is seldom read; if it is, its error is gone with the rest of
// the file. One that is written again and again is read after 60 ms, so that with 60 frames a second
// a change plays within 100 ms.
//
// The package needs github.com/fsnotify/fsnotify, and works where that does: not in a browser, where
// New returns an error. No other package of the library imports it.
package watch
