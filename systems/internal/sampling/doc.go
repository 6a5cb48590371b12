// Package sampling computes local poses from blend inputs: it samples each clip, baked or exactly,
// and blends the samples.
//
// # Outline
//
//   - [Sampler] does it for the characters of a block.
//   - [Alike] reports whether two libraries give the same pose.
package sampling
