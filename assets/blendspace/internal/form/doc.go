// Package form has the memory of blend spaces, and the arithmetic on it: package blendspace fills
// it, package mixer plays it.
//
//   - A [Mesh] of each [Triangle] and each [Side] of the hull gives the weights of a triangulation,
//     and [Bands] with the [Factors] of each pair give those of gradient bands, each [Weight] with
//     [MaxWeights] at most.
//   - A [Phase] has a [Track] for each clip.
package form
