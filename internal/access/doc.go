// Package access holds a [Token], the proof that a call comes from this module.
//
// Package ecs stores the poses, events and skinned vertices of a world, package systems fills them, and programs only
// read them. Systems live in another package than what they write, so the methods that write must be exported; but a
// program that called them between two frames would corrupt the store. They belong to ecs.Writer, and its constructor
// takes a Token, which code outside this module cannot name, because it cannot import this package. A Token has no
// size and costs nothing.
package access

// Token is an argument that only code of this module can pass.
type Token struct{}
