// Package check finds what is wrong with a file before a program plays it, as far as a file can
// tell.
//
//   - [Model] returns a [Report] of a model, with a finding for each fault: units, scale, root
//     motion, feet that slide, keys that jump, the rest pose, influences and joints that no clip
//     moves.
//   - [Report.WriteText] prints it as text; encoding/json can print it.
package check
