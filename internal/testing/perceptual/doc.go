// Package perceptual measures the visible difference between two pictures, for tests that compare a
// drawn frame with a stored one.
//
//   - [Compare] returns the [Difference] of two pictures of the same size.
//   - [Keep] writes a picture among the artifacts of a test, and [Save] to any file.
//
// Another driver or another number of samples moves edges by fractions of a pixel and changes
// colors by a step. Nobody sees that, and the measure hardly changes. A missing arm is a patch of
// another color: it shows in the worst patch, however small its fraction of the picture.
package perceptual
