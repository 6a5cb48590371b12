// Package systems animates the characters of an arche world.
//
// An [Animation] runs these systems once a frame, in this order:
//
//   - [BindSlots] gives new characters a place in the pose store and takes those of removed ones back;
//   - [Advance] moves players and fades on in time;
//   - [SampleClips], [BlendPoses], [LocalToModel] and [BuildPalettes] take blocks of 8 characters from clips to the palettes
//     that skin their meshes, fused and spread over the workers;
//   - [Attach] moves what follows a joint;
//   - [SkinVertices] skins on the CPU where that is asked for.
//
// Other systems can be put between any two of them, see [Animation.Schedule]. [SetDetail], for which [Animation.DetailByView] finds
// the place, has characters posed less often that are far away, and not at all where nobody sees them.
//
// [Animation.Spawn] makes a character of a model; [Animation.Player] plays, crossfades, seeks. Everything these do is to write
// components, which the user may do as well; every state of them has a defined and harmless result:
//
//   - a clip that is 0, was removed, or is of another skeleton shows the rest pose;
//   - a speed that is not finite stands still, a time that is not finite is the clip's start;
//   - a clip of no duration stays at its start;
//   - a fade of no duration, or one that is not a number, is over;
//   - a fading clip whose weight is not within 0 to 1 does not show; weights are normalised to sum 1;
//   - a character whose skeleton was removed from the library keeps still and is not drawn.
//
// Drawing is in package render below this one; nothing here needs GL or cgo.
package systems
