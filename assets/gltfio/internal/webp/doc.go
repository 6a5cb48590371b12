// Package webp decodes WebP images: lossy, lossless, and lossy with alpha.
//
//   - [Size] returns the size of an image, without the memory for its pixels.
//   - [Decode] returns its pixels.
//
// The bit streams are decoded by golang.org/x/image. This package reads the container: unlike
// there, a lossless image may have metadata and alpha, and the size of an image is always the size
// that decoding takes memory for. Animations are errors.
package webp
