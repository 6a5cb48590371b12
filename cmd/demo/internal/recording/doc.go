// Package recording writes rendered frames as pictures and looping films.
//
//   - [EncodeGIF] writes frames as a GIF with one palette for all of them.
//   - [Strip] lays frames out side by side, as a contact strip.
package recording
