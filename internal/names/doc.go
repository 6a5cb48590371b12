// Package names makes the errors of look-ups by name: they list the names that exist and suggest
// those near to the one that does not.
//
//   - [NotFound] returns the error.
//   - [Meant] is what an error says of near names.
//   - [Near] returns the names that someone may have meant.
//   - [Distance] counts the typing mistakes between two names.
//
// [StraightLine] and [SmoothStep] are the names of the curves that every library has.
//
// It imports nothing of this module but package order.
package names
