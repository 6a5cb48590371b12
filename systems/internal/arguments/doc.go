// Package arguments checks what programs pass to the methods of handles and crowds: [Transform],
// [Fade] and [NotAlive]. The errors say what was expected and what was found; callers add which one
// it was.
package arguments
