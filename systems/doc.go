// Package systems animates the characters of an arche world.
//
// # Outline
//
// Most programs need these names first, by task:
//
//   - Start: [NewAnimation] makes an [Animation] for a world and a library, [Animation.Spawn]
//     creates a character of a model, and [Animation.Update] runs a frame.
//   - Play: [Animation.Player] returns the [Player] of a character. [Player.Play] plays a motion,
//     such as a clip or a blend space, [Player.CrossFade] fades to one, and [Player.Stop] to the
//     rest pose. [Player.SetSpeed] and [Player.Seek] change its time.
//   - Blend: [Player.SetPosition] sets the position in a blend space. [WithInertialization] makes a
//     change of motion smooth without a crossfade.
//   - State machine: [Animation.Control] makes a graph select what plays. [Animation.Controller]
//     returns the [Controller], whose [Controller.SetFloat], [Controller.SetBool] and
//     [Controller.Trigger] set the parameters of the graph.
//   - Layers: [Player.Layer] returns the Player of a layer above, [Player.Overlay] plays a motion
//     there for some joints.
//   - Look, reach and stand: [Animation.Modify] gives a character pose modifiers,
//     [Animation.Modifier] returns the [Modifier] of a goal, [Modifier.Aim] and [Modifier.Follow]
//     set its target. [Animation.SetGround] sets what feet stand on.
//   - Joints and sockets: [Animation.JointWorld] returns where a joint is, [Animation.Attach]
//     creates a socket that follows one, and [Animation.AttachModel] hangs a model there.
//   - Root motion: [Animation.EnableRootMotion] makes motions move their character,
//     [Animation.OnRootMotion] inserts physics.
//   - Motion matching: [Player.Play] plays a database of package matching, [Animation.Wish] is
//     where the character wishes to go, [Animation.FollowPath] leads it along a path.
//   - Play together: [Animation.PlayTogether] lets characters play the parts of one motion, with
//     [PairOptions]; [Animation.Pair] returns the [Pair] of one. [Player.SyncWith] keeps a
//     character in step with another one.
//   - Events: [Animation.Events] returns the queue of markers passed and states entered.
//   - Ragdoll: [Animation.Ragdoll] returns the [Ragdoll], which hands a character over to a physics
//     engine and back.
//   - Save and restore: [Animation.AppendSnapshot] and [Animation.Restore].
//   - See why: [Animation.Explain] tells why a character looks as it does, [Animation.ExplainJoint]
//     what made the rotation of a joint.
//
// The rest, by concept:
//
//   - [Option] values configure an Animation; [Animation.LongestFade] tells one. It warns by a
//     [Logger]. [Animation.Clock] sets how time passes, [Animation.Schedule] holds the systems, and
//     [Animation.Close] frees the world.
//   - [FadeOption] values change how a crossfade works. [Animation.Release] ends the control by a
//     graph.
//   - [Animation.Palette], [Animation.Morphs], [Animation.Material], [Animation.ModelMatrices] and
//     [Animation.Vertices] return the results of a frame. [SkinPrimitive] skins a primitive on the
//     CPU.
//   - [Animation.LocalPose] reads a pose between two frames, without preparation;
//     [Animation.SetLocalPose] shows a pose from elsewhere.
//   - [Animation.ExplainMatch] returns why a character plays the frame of a database that it plays: a
//     [Match].
//   - A [Ground] answers each [FootQuery]; a [GroundFunc] is one for worlds with +Y up.
//   - [Animation.SetMorph] gives a face a smile, and [Animation.Morph] returns the [Morph] of it; a
//     [MorphOption] selects a part. [Animation.HidePart] stops drawing a part.
//   - [Animation.SetTint] and [Animation.SetBuild] let characters with one model look different.
//   - [AttachOption] values place what is attached. [Animation.SetModel] changes the model of a
//     character, [Animation.Wear] draws further ones on it, and [Animation.TakeOff] undoes that.
//     [Animation.Garment] returns one with joints of its own, such as those of a skirt.
//   - [Animation.DetailByView] lowers the detail of characters that look small, by a [DetailPolicy]
//     of [DetailStep] values and the views of the world ([NewView]).
//   - [Animation.ShiftOrigin] moves the origin of a large world. [Animation.UsePlaces] takes places
//     from components of the program ([Places]).
//   - Anchors such as [AtLocalToModel] name the systems of a frame.
//
// The source reads from top to bottom in three layers, none of which uses anything of one above it:
//
//   - Handles, which programs call between two frames: character.go, player.go, player_playback.go,
//     player_layer.go, fade_options.go, control.go, controller.go, modifier.go, joints.go,
//     morphs.go, parts.go, worn.go, garment.go, appearance.go, sockets.go, ragdoll.go, ragdoll_get_up.go,
//     pair.go, wishes.go, origin.go, places.go, detail.go, explain.go, explain_joint.go,
//     explain_match.go and replaced.go.
//   - [Animation] with its schedule: animation.go, animation_update.go and translate_ids.go.
//   - The systems in the order of a frame, each over the package of its feature in
//     systems/internal: set_detail.go with detail_policy.go, bind_slots.go, match_motions.go,
//     advance.go, apply_root_motion.go, partners.go, resolve_goals.go with dependents.go and
//     ground.go, blend_ragdolls.go, sample_clips.go, inertialize.go, modify_poses.go,
//     local_to_model.go, attach.go and skin_vertices.go. read_places.go has systems beside several
//     of these; pose_reader.go runs the systems of poses once more for a single character.
//
// All three use errors.go, anchors.go, internals.go and shown_models.go.
//
// Package render draws the characters; this package needs neither GL nor cgo.
//
// # A frame
//
// A frame runs these systems, in this order:
//
//  1. [AtReadPlaces], if it was added, reads places from the program; [AtSetDetail], if it was
//     added, selects each character's level of detail.
//  2. [AtBindSlots] gives new characters a slot in the pose store and frees the slots of removed
//     ones.
//  3. [AtMoveWishes] moves wishes, and [AtMatchMotions] searches in databases for what fits them.
//     [AtAdvance] runs controllers, advances players, layers and crossfades, fires events, and
//     measures root motion. Its result is a list of clips with times and weights for each character
//     ([ecs.BlendInput]).
//  4. [AtApplyRootMotion] moves characters by their root motion. After it run the systems of
//     [Animation.OnRootMotion], then [AtHoldDrift] keeps wishes and characters together, and
//     [AtPlacePairs] puts the members of pairs in place.
//  5. [AtSampleClips] samples and blends the clips to local poses.
//  6. [AtInertialize] smooths changes of motion.
//  7. [AtBlendRagdolls] poses joints by the bodies of a physics engine, and [AtModifyPoses] applies
//     solvers to the poses. Both need systems that do not work on blocks: [AtResolveGoals] and
//     [AtPrepareRagdolls] run before system 5, when the Transforms are final, and
//     [AtMeasureRagdolls] runs after system 9.
//  8. [AtLocalToModel] converts the local poses to model space.
//  9. [AtBuildPalettes] writes the skinning matrices.
//  10. [AtAttach] moves entities that follow a joint, those on which others hang first.
//  11. [AtSkinVertices] skins on the CPU where a character asks for it.
//
// Systems 5 to 9 work on blocks of 8 characters. The workers share the blocks, and a worker runs
// all of these systems on a block before it begins another one, so that the block stays in the
// cache. Other systems can be inserted between any two, beside anchors such as [AtLocalToModel];
// see [Animation.Schedule].
//
// Characters that depend on others are posed after them, in waves: a rider that hangs on a joint
// ([components.Attachment]), and a hand that reaches for another character or for what hangs on it
// ([Modifier.Follow]). Before each wave after the first, what hangs on characters of the waves
// before is moved to its joint, and the goals of the wave are resolved. So nothing lags, however
// long the chain. Where characters depend on each other in a circle, one of them uses what the
// frame before left of the next: a goal rather than an attachment, and of these the character with
// the lowest number. An Animation warns of that once ([WithLogger]).
//
// Systems that place characters, such as physics, belong after ApplyRootMotion:
// [Animation.OnRootMotion] inserts them there. In the same frame, attached entities follow the
// Transforms that these systems write.
//
// # What may be called when
//
// An [Animation] and the handles that it returns belong to one goroutine at a time, like the world.
// Two goroutines that call [Animation.Update] at once do no harm: the later one gets [ErrBusy].
// Everything else needs a lock of the program if several goroutines use it.
//
//   - Between two updates everything may be called. Several goroutines may read results at once,
//     for example with [Animation.Palette] or [ecs.Events.Read], while nobody writes.
//   - Under an open query, whatever adds or removes entities or components does nothing or returns
//     [ErrWorldLocked]: Update, Restore, [Animation.Spawn], [Animation.Attach], the methods
//     Enable..., and the first use of a layer, an inertialization or a given pose of a character.
//     Other methods of [Player] and [Controller] work.
//   - An [ecs.System] before BindSlots may call everything that may be called between two updates,
//     except Update, Restore and what changes the schedule: these return ErrBusy.
//   - An [ecs.System] after BindSlots finds the world locked, as under an open query: pointers to
//     components are in use until the frame ends. If it adds or removes entities or components
//     directly, it panics with an [ecs.SystemPanic] that wraps [ecs.ErrStructure]. Collect such
//     changes, and make them between two updates or in a system before BindSlots.
//   - An [ecs.BlockSystem], which runs on several goroutines at once, may use its block and the
//     assets, and nothing else.
//   - [Animation.Close] may be called at any time. Afterward Update returns [ErrClosed], and the
//     world is free for another Animation.
//   - World.Reset may be called between two updates. No method of a handle panics afterward, and
//     the next Update forgets all characters. Entities from before must not be used any more,
//     because the world gives out their numbers again.
//
// If a system panics, Update panics with an [*ecs.SystemPanic], which names the system and, where
// known, the characters. A program that recovers it can continue with the next Update; the world is
// locked only if a system of the program left its own query open.
//
// # Components
//
// Methods such as [Player.Play] only write components, and user code may write these directly.
// Every value has a defined and harmless result:
//
//   - Motion 0, a removed motion and one of another skeleton show the rest pose in layer 0, and
//     nothing in a layer above it.
//   - A layer whose mask was removed does not show.
//   - A speed that is not finite counts as 0. A time that is not finite counts as the start of the
//     clip.
//   - A clip with duration 0 stays at its start.
//   - A crossfade whose duration is 0 or NaN is over.
//   - A clip that fades out with a weight outside 0 to 1 does not show. Weights are normalized to
//     sum to 1.
//   - An additive clip in layer 0 shows the rest pose. A clip that is not additive neither shows in
//     an Additive layer nor moves the character.
//   - A character whose skeleton was removed from the library keeps still and is not drawn.
//
// # Time
//
// All durations and times are float64 numbers of seconds: 0.25 is a quarter of a second.
//
// A frame lasts the seconds given to [Animation.Update], times the scale of the [ecs.Clock], times
// the character's [components.TimeScale], times the time scale of the [components.Layer], times the
// speed of the playback. Only the speed may be negative. If the clock has a step, every frame lasts
// exactly one step, and the remaining time waits for the next update. An update then runs several
// frames, or none.
//
// When a playback in the mode [assets.Once] has finished, it no longer shows; in layer 0 the rest
// pose shows in its place. Before its end it fades out within the seconds of
// [components.Playback.FadeOut]. In the mode [assets.Hold] it shows its last moment. A crossfade
// advances by the time of its layer; the speeds of the clips do not matter. A seek in a loop goes
// to a time in the current loop: the number of completed loops stays.
//
// # Layers
//
// Layers are applied from the lowest up. Within a layer the weights of the motions that fade in and
// out sum to 1.
//
// A layer in the mode [clip.Override] covers the layers below: a joint shows them with weight 1 -
// w and the layer with weight w, where w is the layer's weight times the mask's weight of the
// joint. A layer that fades in from nothing covers only as far as it has faded in.
//
// An additive motion adds its differences to the result of the layers below, also in an Override
// layer, where its weight is limited to 0 to 1. A layer in the mode [clip.Additive] has only
// additive motions: a rotation turns the joint in the space of its parent, translations are added,
// scales are multiplied, all weighted by w. A negative weight subtracts: it undoes the difference
// that the opposite weight adds. Weights are limited to the range from -1000 to 1000.
//
// In a sync group the lowest layer leads, and the others are at the same fraction of their motions,
// the phase of the group. A layer that is elsewhere jumps there without firing the markers between.
// To keep the others from jumping, a Loop or PingPong that a [Player] or a [Controller] starts in a
// group begins at the phase of the group, and a layer that joins goes there; see [Player.SetSync].
// Motions in the other modes, and those that restart, begin at their start: if they lead, the
// others jump with them. A follower counts the loops of its leader as its own, and finishes by its
// own mode and loop limit, after which it no longer follows. A paused layer does not follow.
//
// # Transitions
//
// When a crossfade begins during another one, all motions on screen fade out together, in their
// current proportions. They continue to play, or stand still with [WithFrozenSource]. When
// [components.MaxFading] motions fade out already, the next change is an inertialization instead,
// or, on a character without [components.Inertialization], the motion with the least weight ends at
// once.
//
// With [WithInertialization] the character plays the new motion at once, and the difference from
// the pose and the velocity on screen decays ([AtInertialize]). Events and root motion come from
// the new motion at once. In a state machine such a transition is over at once, so its interruption
// rule never applies. A cut or a seek in layer 0 ends a decay. A decay that begins during another
// one starts from the pose on screen.
//
// # State machines
//
// Each layer of a [components.Controller] takes at most one transition a frame, before time
// advances, even while the character is paused. If several transitions are possible, the layer
// takes the first one in the order of [machine.Graph.Transitions]. Lower layers take their
// transitions first, and so consume triggers first. During a transition only the transitions that
// its interruption rule names are possible.
//
// The normalized time of a state is the number of completed loops plus the fraction of the current
// one. An exit time is a condition that holds from the frame on in which the normalized time
// reaches it: with 0.75 a loop can be left at any time from three quarters of its first loop on,
// with 2.5 after two and a half loops. An exit time that was reached stays reached when the
// direction of play changes. A trigger stays set until a transition that asks for it is taken.
//
// # Events
//
// A frame from time t0 to t1 of a clip fires the markers in [t0, t1), once each and in the order of
// play: a marker exactly at the end of the frame fires in the next frame. Markers at an end of the
// motion follow further rules: in a loop they fire once in each loop, in a ping-pong once at each
// turn, and where a playback finishes they fire in its last frame.
//
// All motions that fade in or out fire their markers, with their current weight. A marker fires
// only if the magnitude of that weight is at least its MinWeight. In a blend space only the clip
// with the largest weight fires. [Player.Seek] does not fire the markers between,
// [Player.SeekFiring] does. The event that reports the end of a playback follows the events of the
// markers that it passed.
//
// Events are in the order of the characters' slots, whatever the number of workers. They can be
// read until the end of the next update that runs a frame, however many frames the two updates run.
//
// # Root motion
//
// The movement of a character ([components.RootMotion]) is the weighted mean of the movements of
// its clips in layer 0. The layers above change it as they change the pose of the first joint, by
// the mask's weight of that joint. A clip without root motion stands still, and so reduces the
// mean. An entity that loses its skeleton or its player stands still from the next frame on. Where
// an inertialization begins, the velocity over the ground and about up does not jump: the
// difference decays with that of the pose ([components.RootDecay]).
//
// While a frame runs, RootMotion.Delta is the movement in that frame. After an update it is the
// movement in all frames of the update together, or zero if the update ran none. So a program that
// adds it up once per update gets the whole movement.
//
// # Snapshots
//
// [Animation.AppendSnapshot] saves the state of all characters as bytes, and [Animation.Restore]
// restores it: with the same input, every frame then has the same bits as if the world had never
// stopped, events included. [Animation.AppendSnapshot] lists the contents. Poses are saved only for
// characters that may skip the next frame, those with a [components.LevelOfDetail]; the next frame
// computes the others. For this reason a character is always posed in the frame in which it gets
// that component.
//
// A snapshot does not create or remove entities. Entities created after the snapshot stay and get
// slots after the others. If an entity of the snapshot is dead, Restore returns an error, and
// [Animation.RestoreAlive] skips it. A snapshot contains neither the library nor state that user
// code keeps elsewhere; an [ecs.EventReader] is a number to store beside the snapshot.
//
// A snapshot names assets by their keys ([assets.Library.Key]) in place of their IDs, so that the
// order in which files were loaded decides nothing: neither its bytes, nor in which library it can
// be restored. An asset that is missing or has other content is an error with its name; with the
// [RestoreOption] [ByName] one of other content is found by its name.
//
// Because components are plain data, arche-serde can also save a world as JSON. To load it, call
// [NewAnimation] on the new world, which adds the resources and registers the components, and then
// Deserialize. The IDs in JSON are those of the library; for one that was loaded in another order
// there are [assets.Keys], to be saved beside it, and [Animation.TranslateIDs]. This restores all
// components and the [ecs.Clock], and assigns new slots in the order of the entities' numbers. It
// does not restore the events of the last frames, the number of the frame (by which characters with
// an interval take turns), the poses of skipped characters (they are posed in the next frame),
// given poses (the clips show), and the past poses of an inertialization (it starts again).
// Restoring a snapshot after Deserialize restores those too. JSON has no infinities and no NaN.
package systems
