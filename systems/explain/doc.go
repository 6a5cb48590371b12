// Package explain holds what an animation tells of a character that looks other than expected:
// plain data, which prints as a page and encodes as JSON. The methods Explain and ExplainJoint of
// an Animation make it.
//
// # Outline
//
//   - [Character] is all that makes a character look as it does. [Layer] is what a layer plays
//     ([Playing], with its [Scales], each [Clip] and the [Fade]); [Control] is its state machine
//     ([State], [Transition], [Parameter]), [Matching] its wish, [Pair] with whom it plays together,
//     [RootMotion] how clips move it.
//   - [Given], [Inertialization], [Ragdoll] with each [Body], and [Modifiers] with each [Goal] and
//     [Solver] change the pose.
//   - [Detail] is how often it is posed, and [Model] with each [Part] what is drawn.
//   - [Joint] is what made the rotation of a joint: the [Share] of each clip, and each [Step] after
//     them with its [Cause].
//   - [Finding] is a reason in plain words, with what to do. [Character.Finding] finds one by its
//     kind.
//   - [Number] is a number that JSON holds whatever its value.
//
// docs/troubleshooting.md lists the findings by symptom.
package explain
