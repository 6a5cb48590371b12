// Package recording writes rendered frames to image files.
//
//   - [EncodeGIF] writes frames as an animated GIF with one palette for all of them.
//   - [ContactSheet] lays frames out side by side in one image.
//
// Frames are in sRGB with straight alpha; alpha is ignored.
package recording
