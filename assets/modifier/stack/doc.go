// Package stack has the compiled stacks of solvers that change poses after clips are blended:
//
//   - [Stack] is an ordered list of solvers for the characters of one skeleton, which a library
//     holds and frames run. [Stack.Goals] are the names of what its solvers work toward.
//
// Package modifier makes stacks, from Go and from JSON, and has the settings of the solvers. A
// program without modifiers compiles this package alone.
package stack
