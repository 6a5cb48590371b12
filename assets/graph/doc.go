// Package graph holds the state machines that decide what a character plays.
//
// A [Graph] has parameters, which the program sets, and a state machine for each layer of a
// character. A state plays a clip or a blend space, shows the rest pose, or is a machine with
// states of its own. Transitions lead from state to state when their conditions on the parameters
// hold. A graph is an immutable asset that many characters share: the current states and the values
// of the parameters are in each character's controller component, and package systems runs them.
//
//   - [New] begins a graph in Go. [Builder], [StateBuilder], [AnyStateBuilder] and
//     [TransitionBuilder] describe its parts, each a [Member] of a layer or a machine;
//     [Builder.Build] compiles it.
//   - [Read] reads a graph from JSON, [machine.Graph.WriteJSON] writes it, and [Schema] describes
//     the format. The members have the names of the builders' methods: "exitTime" is
//     [TransitionBuilder.ExitTime].
//   - [Mask], [BlendSpace1D] and [BlendSpace2D] describe masks and blend spaces that belong to the
//     graph; [MaskBuilder] and [BlendSpaceBuilder] have the methods of the builders of packages rig
//     and blendspace. [ReadDefinitions] reads such [Definitions] from a file without a graph.
//   - [Override] makes a graph that plays other clips, by an [OverrideBuilder], for characters that
//     behave alike and move differently.
//   - [Library] and [Model] are where the names of clips, blend spaces, masks and curves are looked
//     up. Without a library a graph stays unresolved; [machine.Graph.Resolve] looks its names up
//     later, or for another character.
//   - Package machine has what they are compiled to, which plays; [Graph], [Layer], [LeafState],
//     [Transition], [Interruption], [Parameter], [ParameterType], [AuthoredTransition] and the
//     handles [Float], [Int], [Bool] and [Trigger] are aliases of its types, as are [DefinedMask],
//     [DefinedBlendSpace], [Definitions], [Library] and [Model].
//
// A character that stands, moves, and jumps from wherever it is:
//
//	id, err := graph.New("locomotion").
//		Float("speed", 0).Trigger("jump").
//		Layer("base",
//			graph.State("Stand").Clip("Idle").
//				To("Move").When("speed", ">", 0.1).Fade(0.25),
//			graph.State("Move").BlendSpace("Gait", "speed").
//				To("Stand").When("speed", "<", 0.1).Fade(0.25),
//			graph.State("Jump").Clip("Jump").PlayMode(clip.Hold).
//				To("Stand").ExitTime(0.9).Fade(0.15),
//			graph.AnyState().
//				To("Jump").WhenTriggered("jump").Fade(0.1)).
//		Add(library, model)
//
// # States
//
// The states that are not machines are the leaf states. Only leaf states play, and exactly one in
// each layer is current. They are numbered over all layers, and the leaf states of a layer or a
// machine have consecutive numbers. A machine is entered at its entry state, which is its first
// state unless another one is marked. A path such as "Locomotion/Walk" names a state inside its
// layer. The target of a transition is a path from the machine in which the transition is written,
// or else from the nearest machine around it that has such a path.
//
// A state may play a database of package matching, in which the systems search: then matching is
// the loop of a machine in which jumps and hits are states. [StateBuilder.Require] and
// [StateBuilder.Forbid] select frames by their tags.
//
// # When a transition is taken
//
// In every frame the transitions that can leave the current state are tried in a fixed order, and
// the first one that can be taken is taken. A transition can be taken when all its conditions hold
// and its exit time is reached. The order is:
//
//  1. the transitions from any state of the layer's own machine, then those from any state of each
//     machine that contains the current state, from the outside in;
//  2. the transitions of the machines that contain the state, from the outside in;
//  3. the transitions of the state itself.
//
// Each list is tried in the order in which it was written. A transition from any state, or of a
// machine, that leads to the current state or to a machine that contains it is left out, unless it
// has [TransitionBuilder.Restart]. A transition that belongs to a state and leads to the same state
// is always tried.
//
// Compilation writes this order down: every leaf state gets one flat list of all transitions that
// can leave it. A character's frame reads one state, one short run of transitions with their
// conditions, and no pointers.
//
// # Conditions
//
//   - A float parameter is compared as a float32 and an int parameter as an int32, both exactly. -0
//     equals 0. For a parameter that is NaN only != holds.
//   - A bool parameter is true when it is not 0.
//   - A trigger's condition holds while the trigger is set. A trigger stays set until a transition
//     with a condition on it is taken, which clears it: see [machine.Graph.ConsumeTriggers].
//
// # Exit times
//
// The normalized time of a state is the number of completed loops plus the fraction of the current
// one, from 0 to 1. In a ping-pong each way counts as a loop. A state that was entered at an offset
// of 0.5 begins at 0.5. An exit time is a normalized time, and it is reached from then on: if the
// conditions do not hold at 0.75 but hold later, the transition is taken then and does not wait for
// 0.75 of the next loop. A state without a duration never reaches an exit time.
//
// # Sync groups
//
// Layers often show parts of one movement: legs that run, and arms that swing to it. States with
// the same [StateBuilder.SyncGroup] play in step when they are current in several layers. The
// lowest of these layers leads, with its own speed; the others are at the same fraction of their
// clips in every frame. A state without a group takes its layer out of the group of the state
// before; between states without groups, a layer keeps the group that the program gave it. A
// looping or ping-pong state that enters a group in which a layer plays already begins at that
// layer's fraction, whether it follows or leads, and at no offset, so that no layer of the group
// jumps; its exit times count from there. A state with another play mode, and a state that
// restarts, begin at their start. A state that follows counts the loops of the leader as its own.
//
// # Fades and interruption
//
// A transition crossfades from its source to its target over a time in seconds, or over a fraction
// of the source's duration. Without a fade it switches at once. With
// [TransitionBuilder.Inertialized] the source stops playing and its difference from the target
// decays instead.
//
// A state in the play mode once shows nothing after its end. In a layer above the lowest one it
// also fades out before its end, in the time of the fade that entered it or in that of
// [StateBuilder.FadeOut], so that a one-shot such as a wave ends without a jump.
//
// A running transition blocks all others until its fade ends, unless it has an [Interruption] rule.
// The rule names which transitions can be taken meanwhile: the transitions of the source, of the
// target, or of both in a given order. Transitions to the state that is being entered are left out
// unless they can restart it.
//
// # Masks and blend spaces of a graph
//
// A graph can define masks and blend spaces itself, with the names of joints and clips, by
// [Builder.Masks] and [Builder.BlendSpaces] or in its document. Layers and states use them by name,
// and find them before the library's. The library gets them under their names when the graph is
// added, and loses them with the graph: see [DefinedMask] and [DefinedBlendSpace].
//
//	"masks": {
//	  "upper body": {"root": "spine_2", "feather": 2},
//	  "all but the head": [{"root": "head", "invert": true}]
//	},
//	"blendSpaces": {
//	  "Gait": {
//	    "samples": [{"clip": "Idle", "x": 0, "syncByTime": true}, {"clip": "Walk", "x": 1.4}, {"clip": "Run", "x": 4}],
//	    "syncByMarkers": ["left foot", "right foot"]
//	  }
//	}
//
// A mask is one step or an array of steps. A step has a root, with a feather or a weight, or a list
// of joints with a weight. It can also invert the mask, which it does last. A blend space in two
// dimensions has a method and samples with a y: see [Schema].
//
// # Overrides
//
// Characters with the same behavior and different clips share one state machine by an override: the
// same states, with other clips in the place of some or all. Clips are replaced by the names that
// the base uses, also in its blend spaces:
//
//	armed, err := graph.Override("armed guard", library.Graph(guard)).
//		Clip("walk", "walk with spear").Clip("idle", "idle with spear").
//		Add(library, model)
//
// The model of an override can have another skeleton. Then every clip, blend space and mask becomes
// that of the same name for that skeleton, unless it is replaced; [ErrNoReplacement] lists the
// missing ones.
//
// # JSON
//
// The same graph as a document, shortened to its first state. Members that have their default value
// are left out:
//
//	{
//	  "name": "locomotion",
//	  "parameters": [{"name": "speed", "type": "float"}, {"name": "jump", "type": "trigger"}],
//	  "layers": [{
//	    "name": "base",
//	    "states": [{
//	      "name": "Stand",
//	      "clip": "Idle",
//	      "transitions": [{
//	        "to": "Move",
//	        "conditions": [{"parameter": "speed", "op": ">", "value": 0.1}],
//	        "fade": 0.25
//	      }]
//	    }]
//	  }]
//	}
//
// An editor keeps in the document where it shows states, as fractions of a picture's width and
// height. Nothing that plays depends on this layout, and graphs that differ in it alone are equal
// and have the same key:
//
//	"layout": [{
//	  "layer": "base",
//	  "anyState": [0.1, 0.5],
//	  "states": {"Stand": [0.3, 0.5], "Move": [0.7, 0.5]}
//	}]
//
// Names have at most 128 characters. Reading takes time in proportion to the document, which has at
// most 4 MiB.
//
// # Errors
//
// [Builder.Build] and [Read] report everything that is wrong at once. Each line names the graph,
// the line, the column and the path in the JSON document if there is one, and the layer, state and
// transition:
//
//	graph "door": line 9, column 7: layers[0].states[1].transitions[0]: layer "base", state "opening", transition to "ajar": expected a state or machine as its target, found none
package graph
