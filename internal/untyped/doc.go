// Package untyped has an atomic pointer whose type does not tell to what it points, and a Go type as
// a value. A package that sees a struct with an [atomic.Pointer] or a [reflect.Type] in it, even in a
// type that it only names, compiles some fifty functions again; many packages and programs see a
// library, or a pool of characters.
//
//   - [Pointer] is the pointer. [Load], [Store], [Swap] and [CompareAndSwap] use it; all of one
//     Pointer must name the same type.
//   - [Type] is a Go type: [TypeFor] and [TypeOf] make it, and [Reflect] gives the
//     [reflect.Type].
package untyped
