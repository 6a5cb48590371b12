// Package systems animates the characters of an arche world.
//
// An [Animation] runs these systems once a frame, in this order:
//
//   - [BindSlots] gives new characters a place in the pose store and takes those of removed ones back;
//   - [Advance] lets controllers decide, moves players, layers and fades on in time, fires events and measures root motion;
//   - [ApplyRootMotion] moves characters by the root motion of what they play;
//   - [SampleClips], [Inertialize], [LocalToModel] and [BuildPalettes] take blocks of 8 characters from clips to the palettes
//     that skin their meshes, fused and spread over the workers;
//   - [Attach] moves what follows a joint;
//   - [SkinVertices] skins on the CPU where that is asked for.
//
// Other systems can be put between any two of them, see [Animation.Schedule]. [SetDetail] is one that comes with the package.
//
// [Animation.Spawn] makes a character of a model; [Animation.Player] plays, crossfades, seeks, and does so in layers
// ([Player.Layer]); [Animation.Control] has a state machine do it. Everything these do is to write
// components, which the user may do as well; every state of them has a defined and harmless result:
//
//   - a clip that is 0, was removed, or is of another skeleton shows the rest pose, in a layer above the first what lies below;
//   - a blend space that was removed shows nothing, nor does a layer whose mask was;
//   - a speed that is not finite stands still, a time that is not finite is the clip's start;
//   - a clip of no duration stays at its start;
//   - a fade of no duration, or one that is not a number, is over;
//   - a fading clip whose weight is not within 0 to 1 does not show; weights are normalized to sum 1;
//   - an additive clip that is played to override shows the rest pose, another one in an additive layer adds nothing;
//   - a character whose skeleton was removed from the library keeps still and is not drawn.
//
// What follows are the rules in which animation systems differ.
//
// # Time
//
// A frame lasts the seconds that [Animation.Update] is given, times [ecs.Clock]'s scale, times the character's
// [components.TimeScale], times the [components.Layer]'s, times the speed of the playback. Only the last may be negative.
// With a step in the clock, every frame lasts just that long, and what does not make up a whole step waits for the next
// update.
//
// A playback that is played [assets.Once] no longer shows when it has finished, below all layers the rest pose shows
// then; one that is to [assets.Hold] shows its last moment. A crossfade goes on by the time of its layer, not by the
// speeds of the clips. A seek in a loop that has run through several times goes to that time of the run that it is in.
//
// # Layers
//
// Layers are worked off from the lowest on. In each the weights of what fades sum to 1. One that overrides covers what lies
// below: a joint shows 1 - weight·mask of that and weight·mask of the layer. One that adds lays its differences over what
// came out so far: a rotation turns the joint in the space of its parent, translations are added, scales are multiplied,
// each as far as weight·mask says, and a weight below 0 takes away what the same weight above 0 adds; weights beyond 1000
// either way are cut to that. A layer that fades in from nothing covers as much as has faded in.
//
// In a sync group the lowest layer leads: the others are at the same part of their motion. One that was elsewhere is put
// there without firing the events on the way. So when the leader goes over to a motion that begins elsewhere, the others
// jump: fade them out before, or take them out of the group. A paused layer does not follow.
//
// # Transitions
//
// A crossfade that begins during another one keeps what was on screen: everything fades out together, in the proportions it
// had. Where [components.MaxFading] motions fade out already, the next transition is an inertial one; in a character without
// [components.Inertialization] the motion of the least weight ends at once. What fades out plays on, or stands with
// [Frozen]. With [Inertial] the character takes the new motion up at once, and what the pose was ahead of it, in place and
// speed, dies away.
//
// Events and root motion are the new motion's from the beginning on, and for a state machine such a transition is over at
// once, so that its interruption rule counts for nothing. A cut or a seek in layer 0 ends what dies away there; one that
// begins during another sets out from what is on screen.
//
// # State machines
//
// A [components.Controller] takes at most one transition a frame in each of its layers, before time moves, also in a
// character that is paused; of those that can be taken the first counts, in the order of [assets.Graph.Transitions], and
// lower layers come first to the triggers. A state's normalized time is the number of whole runs through its motion and the
// part of the present one. An exit time has come from the frame on in which that reaches it, and stays come: 0.75 lets a
// loop go at any time from three quarters of its first run on, 2.5 after two runs and a half. Triggers stay set until a
// transition that asks for them is taken. While a transition is going on, only those that its interruption rule names are
// looked at.
//
// # Events
//
// A frame fires the markers that lie in [t0, t1), in the order of play, each once: one just at the frame's end fires in the
// next. Package playback of this module has the rules for ends and turns. Of the clips of a blend space only the one that
// weighs most fires. Everything that fades fires, with the weight that it shows with; a marker's least weight, which the
// weight without its sign is compared with, keeps out what hardly shows. [Player.Seek] passes over what lies between,
// [Player.SeekFiring] fires it. That a playback has finished comes after the markers that it passed.
//
// Events are in the order of the characters' slots, whatever the number of workers.
//
// # Root motion
//
// The movement of a character ([components.RootMotion]) is that of its clips, mixed by their weights: in each layer their
// mean, over which the layers above are laid as over the pose, by the mask's weight of the first joint. A clip without root
// motion stands still, and so slows the mean down.
//
// # Snapshots
//
// [Animation.AppendSnapshot] saves all of this in bytes, and [Animation.Restore] brings it back: run again with the same input, every frame has the same bits as if the
// world had never stopped, the events among them. [ecs.Snapshots] says what is saved. Poses are not, since the next frame makes them, but for
// characters that may keep their last one: those with a [components.LevelOfDetail]. So that this is enough, a character is posed in the frame
// in which it gets that component, however seldom it says.
//
// Which entities there are is the world's and is not in a snapshot. Who was born since stays and gets a slot behind the others; who died since makes Restore an error,
// and [Animation.RestoreAlive] passes over them. Neither is the library, nor what systems of the user's own remember. An [ecs.EventReader] is a number
// to be kept beside the snapshot. Entities that are attached to others that are attached are moved in the order in which the world has them, which a
// change of components may change.
//
// As components are plain data, a world goes through the JSON of arche-serde too: call [NewAnimation] on the new world, which adds the resources and registers the components, and
// then Deserialize. That carries all components and the [ecs.Clock]; slots are given anew, by the numbers of the entities. It does not carry the events of the last
// frames, the number of the frame, by which characters with an interval take turns, the poses of those that rest, and what an inertialization
// remembers; those are posed, and this begins afresh. A snapshot that is restored after Deserialize has them. JSON has no infinities and no NaN.
//
// Drawing is in package render below this one; nothing here needs GL or cgo.
package systems
