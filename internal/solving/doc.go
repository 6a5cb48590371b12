// Package solving is stacks of solvers as systems see them: what a stack reads and changes of a
// pose, what is kept of each character for it, and the block of characters that it is applied to.
//
//   - [Stack] is made by [New] of its [Facts]. A stack.Stack of assets/modifier is one. Its
//     [Solvers] change poses, and its [Source] is what package modifier made it from, which writes
//     it: both are interfaces, so that programs without stacks compile neither.
//   - [Block] is up to 8 characters, each in a lane. [Stack.Solve] takes their goals to model
//     space, from the [Space] of each, and applies the solvers. It works on what is kept of each
//     character: [Goal], [Motion], [FootGround] and what the solvers remember.
//   - [Stack.Needed], [Stack.Moved] and [Stack.ChangedGroups] tell which joints a stack reads and
//     writes, and [Stack.TargetUse] what it does with a goal.
//   - [FootProbe] is a foot that asks for the ground below it.
//   - [Stack.Describe] tells of the solvers, and [Stack.SameAs] what a stack has in common with
//     another one.
//
// The solvers are in internal/solvers.
package solving
