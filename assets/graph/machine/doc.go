// Package machine holds graphs in their compiled form: state machines as flat lists, which play.
// Package [github.com/sinew-go/sinew/assets/graph] makes them, and tells what they mean; its names
// for the types here are aliases. What plays characters imports this package alone, so that
// programs without graphs do not compile builders, documents and checks.
//
//   - [Graph] is a set of state machines: one of its [Layer] each, with a [LeafState] for every
//     state that contains no others, and a [Transition] for every way out of a leaf state. A
//     [Parameter] has a [ParameterType]. An [Interruption] tells what may end a fade.
//   - [Graph.ConditionsHold] and [Graph.ConsumeTriggers] are the two steps of a frame that need the
//     compiled conditions.
//   - [Float], [Int], [Bool] and [Trigger] are handles of parameters, from [Graph.FloatParameter]
//     and its like.
//   - [AuthoredTransition] is a transition as written, [DefinedMask] and [DefinedBlendSpace] are
//     what the graph defines itself, for tools. [Definitions] belong to no graph.
//   - [Source] is what a graph was compiled from. It writes the graph as JSON, looks the names of a
//     [Model] and a [Library] up again, and takes the IDs of another library by a [Renaming].
//
// What compiles graphs, and what keeps them in libraries, works with the lists themselves:
//
//   - [New] makes a graph of [Parts], the lists, and checks them. A [Machine] is a state that
//     contains others, a [MotionName] tells what a state plays, a [Condition] tests a parameter, and
//     [Mask] and [BlendSpace] are what the graph defines.
//   - [PartsOf] and [SourceOf] return what a graph was made of, [Vary] makes a graph of the same
//     states that plays other assets, [Rename] one for another library, and [Succeed] one that
//     replaces another.
//
// Every leaf state has one run of the list of transitions: all that can leave it, in the order in
// which they are tried. Every transition has one run of the list of conditions. So a frame of a
// character reads one state, one short run of transitions with their conditions, and no pointers.
//
// Graphs are immutable. Methods of a graph that is nil or the zero value return zero values, or an
// error.
package machine
