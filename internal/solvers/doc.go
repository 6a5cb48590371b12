// Package solvers has the solvers that package modifier compiles stacks to, and how they change
// poses.
//
//   - [Compile] makes a solving.Stack of [Parts], which a modifier.Builder collects, and finds what
//     the stack reads, changes and remembers.
//   - [Work] is a block of characters with memory for the solvers. [Work.GoalRows] is a goal in
//     model space.
//   - Each [Solver] has a file: [TwoBone], [LookAt] with [TargetLimits], [Chain], [Body], [Helper]
//     and [Grip] of hands, [FootSolver], [KeepOut], [LimitDirection], [Spring], [LaneConstraint],
//     and [Custom], which calls a function of the program with a [Pose].
//
// The arithmetic is in internal/kernel/solve, springs and feet, and the rows of its arguments in
// internal/kernel/layout. A stack holds its solvers as a solving.Solvers, so that a program without
// modifiers compiles none of these.
package solvers
