// Package perceptual measures how different two pictures look, for tests that hold a drawn frame against a stored one.
//
//   - [Compare] returns the [Difference] of two pictures of one size.
//
// Other drivers and other numbers of samples move edges by fractions of a pixel and colors by a step; nobody sees that, and the
// measure hardly does. A missing arm is a patch of another color, and shows in the worst patch however small its share of the
// picture.
package perceptual
