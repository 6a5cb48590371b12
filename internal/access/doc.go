// Package access holds a [Token], the proof that a call comes from this module.
//
// Some functions of package ecs look into a schedule on behalf of package systems, and a program
// that called them could corrupt it. They take a Token, which code outside this module cannot name,
// because it cannot import this package. A Token has no size and costs nothing. What only the
// systems do with poses and events is in internal/posestore and internal/eventqueue instead.
package access

// Token is an argument that only code of this module can pass.
type Token struct{}
