// Command renderer draws characters with an OpenGL renderer of its own, as a program with an engine
// of its own would: it takes meshes from the library and palettes from the pose store, and nothing
// from package render. It writes a PNG file, without a window on the screen.
//
// A palette has a 3x4 matrix in row-major order for each influence joint of a skin: 12 float32, or
// 3 texels of a texture with four floats each. ecs.Pool.Palettes returns the palettes of all
// characters of a skeleton one after another, so one upload serves a whole crowd. Character number
// slot begins at texel slot · 3 · Skin.Len(), and the vertex's joint j at 3j texels from there. The
// matrices take vertices from the mesh to the character's model space; its Transform takes them to
// the world. See shaders/skin.vert.
//
// Run it with
//
//	go run ./cmd/demo/examples/renderer out.png
//
// It needs cgo and OpenGL 3.3. Without a display, put .ci/display before the command.
package main
