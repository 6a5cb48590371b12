// Package render draws the characters of a world with OpenGL 3.3. It is the only package of the library that needs cgo.
//
//   - [New] makes a [Renderer] for a world; [Renderer.Draw] draws it as a [Camera] sees it, in a [Style], to a [Target].
//   - [Target] is a multisampled picture in the GPU's memory. [Target.Image] reads it back, [Renderer.Present] copies it to a window.
//   - [Camera] fits boxes into the picture, orbits, zooms and pans.
//   - [ShaderError] carries what a driver says against a shader, [ErrNoContext] tells that no OpenGL context is current.
//
// # How a picture is made
//
// All characters that share a mesh are drawn with one instanced call for each primitive of it. Their palettes lie in one texture
// buffer, uploaded straight from the pools of the pose store, morph weights in another. Vertices are skinned in the vertex shader,
// by the same sums in the same order as on the CPU. A pass from the directional light draws a shadow map; then come opaque
// surfaces, masked ones, the ground, the sky, blended surfaces from far to near, and skeletons where wanted. Distant meshes of many
// triangles are drawn with fewer, merged where no more than [Style].PixelError pixels show it. [Renderer.Stats] counts it all.
//
// # Threads
//
// OpenGL belongs to a thread: make everything, and call everything, on the goroutine that is locked to the thread on which
// the context is current, and not while
// [github.com/sinew-go/sinew/systems.Animation.Update] runs.
package render
