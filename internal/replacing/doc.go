// Package replacing connects libraries with those who keep state for characters by the numbers of a
// graph's states or of a stack's goals. When a library replaces such an asset under its ID, the
// numbers mean something else, and each of them takes its state over by names.
//
//   - [Follower] is one that keeps such state, which is an Animation of package systems.
//   - [List] are those of a library, which [Of] returns. Package assets gives the function with
//     [Give].
package replacing
