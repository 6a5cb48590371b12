// Package findings finds what is wrong with a model before a program plays it, as far as its file
// can tell.
//
//   - [Of] returns a finding for each fault: units, scale, root motion, feet that slide, keys that
//     jump, the rest pose, influences and joints that no clip moves. [IDs] are what they are called.
package findings
