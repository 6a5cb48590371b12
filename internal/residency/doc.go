// Package residency knows which motions of a library are in memory, and when each was played last:
// what package assets and the systems share of a library with a budget.
//
//   - [Table] is that of a library. Frames run between [Table.BeginFrame] and [Table.EndFrame], and
//     ask [Table.Use] before they play a motion.
//   - [Holder] says what must stay in memory.
//   - [Of] returns the table of a library. Package assets gives the function with [Give], since
//     this package cannot import it.
package residency
