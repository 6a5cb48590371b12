// Package untyped has an atomic pointer whose type does not tell to what it points. A package that
// sees a struct with an [atomic.Pointer] in it, even in a type that it only names, compiles the
// methods of that pointer again; many packages and programs see a library.
//
//   - [Pointer] is the pointer. [Load], [Store], [Swap] and [CompareAndSwap] use it; all of one
//     Pointer must name the same type.
package untyped
