// Package solving is what package modifier compiles stacks of solvers to, and how they change
// poses.
//
//   - [Compile] makes a [Stack] of [Parts], which a modifier.Builder collects. A solver.Stack of
//     assets/modifier is one. Its [Source] is what package modifier made it from, which writes it.
//   - [Work] is a block of up to 8 characters, each in a lane. [Stack.Solve] takes their goals to
//     model space, from the [Space] of each, and applies the solvers. It works on what is kept of
//     each character: [Goal], [Motion], [FootGround] and what the solvers remember.
//   - [Stack.Needed], [Stack.Moved] and [Stack.ChangedGroups] tell which joints a stack reads and
//     writes.
//   - [FootProbe] is a foot that asks for the ground below it.
//   - The solvers: [TwoBone], [LookAt] with [TargetLimits], [Chain], [Body], [Helper] and [Grip] of
//     hands, [FootSolver], [Spring], [LaneConstraint] and [Custom], which calls a function of the
//     program with a [Pose].
//
// The arithmetic is in internal/kernel/solve, springs and feet, and the rows of its arguments in
// internal/kernel/layout.
package solving
