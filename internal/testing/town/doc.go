// Package town makes a town of characters at the scale of a game, for benchmarks, tests and a scene
// of the demo: five rigs, their outfits and clips in files of their own, and people, horses and
// birds that do what they do by role. It needs no file on disk and draws nothing.
//
//   - [Files] makes the files of a town of a [Size] as glTF in memory, each a [File]: of every rig
//     ([Rigs]) a body, outfits that join its skeleton, and clips. [Small] and [Large] are sizes;
//     [StyleName] is the name of a clip. [Packs] cooks them, into a pack for each rig.
//   - [NewAssets] begins the [Assets] of a library. [Assets.Load] reads files in any order,
//     [Assets.Begin] and [Assets.End] one in the background; [Assets.Complete] makes graphs, masks
//     and stacks of modifiers of what was read. A [Rig] is what there is of a rig.
//     [Assets.KeepWithin] lets clips leave the memory, which then come back from packs.
//   - [New] makes a [Town], whose characters each have a [Role]. [Town.Step] runs a frame: what
//     [Town.Act] tells the characters depends on the number of the frame and on the world alone.
//     [Town.NextClips] are clips that the next frame needs in memory.
//   - [Height] and [Ground] are the ground, a market place between slopes.
//   - [Town.Hash] hashes what the characters show, [Town.Shown] counts the matrices that drawing it
//     takes.
//
// Files, worlds and hashes have the same bits on every machine. Lengths are in meters, +Y is up,
// and everything looks along +Z at rest.
package town
