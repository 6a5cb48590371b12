// Package opengl implements package gpu for the OpenGL 3.3 context that is current on the calling
// thread.
//
//   - [Open] returns the current context.
//   - [State] saves and restores the state that package render changes.
package opengl
