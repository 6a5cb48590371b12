// Package tumble lets the built-in mannequin fall and get up again: [AddClips] makes the motions of
// getting up, and an [Actor] is a mannequin that is pushed over, falls by physics (package
// rigidbody), lies, and gets up.
package tumble
