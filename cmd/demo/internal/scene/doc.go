// Package scene animates the demo's scenes of characters that stand in a group, in a crowd or side
// by side. It draws nothing.
//
//   - [NewShow] is the demo's own scene: a group of mannequins, some walking, some dancing.
//   - [NewCrowd] is a crowd of characters of the given models, in rows.
//   - [NewLineup] is one character of each model, side by side.
//   - [NewPlayback], [NewBlend], [NewBlendSpace], [NewLayers] and [NewInertialization] show how
//     clips are played and blended.
//   - [NewRootMotion] and [NewEvents] show what clips do besides posing, [NewAttach] what hangs on
//     characters, [NewMorph] morph targets.
//   - [NewMultithreading] and [NewLevelsOfDetail] are crowds, [NewBaked] a recorded simulation,
//     [NewReach] hands that reach for a ball.
//   - [NewLookAt] is a crowd that watches a runner.
//   - [NewSprings] is mannequins with hair and tails that swing.
//   - [NewRetargeting] is one clip on four rigs, [NewMirrored] a pair of which one is the other's
//     mirror image.
//   - [NewFullBody] is a mannequin that lifts a box.
//   - [NewSlopes] is mannequins that walk over stairs and a ramp, with and without foot placement.
//   - [NewRagdoll] is mannequins that are pushed over, fall by physics and get up.
//   - [NewSkinning] compares the methods of skinning on tubes that bend and twist, and
//     [NewMillipede] shows creatures that are made in code.
//   - [NewTown] is a market place with people, horses and birds in many outfits.
//   - [NewStadium] is a crowd that the GPU poses, as a [Stadium]; [StadiumCount] is its size.
//   - [NewPast] shows frames that a program kept, as a [Past].
//   - [Scene.Set] is the place of a scene: a court in the open, a hall, or nothing.
//   - [Recolored] makes copies of a model in other colors, [FindClip] finds a clip of a model by
//     name or index.
//
// All scenes but the stadium are a [Scene]: [Scene.Update] advances time by seconds, [Scene.World]
// holds what a renderer draws. A film of [Period] seconds loops. Lengths are in meters for the
// mannequin, and in the file's units for other models. +Y is up, characters look along +Z.
package scene
