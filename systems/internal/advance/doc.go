// Package advance moves characters forward in time. It gets pointers to the components of a
// character, a time and the assets, and gives blend inputs, root motion and events. It knows
// neither the world, whose entities the characters are, nor the pose store, where the blend inputs
// go: the system Advance of package systems connects it to both.
//
//   - [Advancer] advances characters one after the other; [Character] is the components of one.
//     Advancer.Advance in character.go is the order of a character's step.
//   - machine.go runs the state machines of a controller, which decide what the layers play.
//   - time.go has how many seconds pass for a character ([CharacterTime]), and how a weight moves in
//     them ([MoveWeight]).
//   - layers.go goes through the layers above layer 0, with their weights and times.
//   - crossfade.go has [Crossfade], [StartTransition], and how the playbacks of a layer fade.
//   - playback.go is how a playback moves, and what it gives: blend inputs, root motion, events.
//   - sync.go keeps layers at the same phase as the leader of their sync group; [JoinSyncGroup]
//     puts a new motion there.
//   - partners.go keeps a layer of a character at the time of one of another character: a [Part]
//     either writes a [Lead] or follows one.
//   - inputs.go has [Inputs], the stack of a character's blend inputs, events.go its [Events], and
//     root_motion.go the movement of its clips; root_decay.go makes that smooth where a decay of the
//     pose begins.
//   - seek.go is what programs ask of a playback between two frames: [SetTime], [SeekFiring].
//
// Time flows one way: Advance gives it to layer 0 and to advanceLayers, these to advanceCrossfade
// and advancePlayback, and that moves the playback and adds what it shows.
package advance
