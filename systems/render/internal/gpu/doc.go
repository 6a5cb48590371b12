// Package gpu is what package render needs of a graphics API: the subset that OpenGL 3.3 and WebGL
// 2 share.
//
//   - [Device] is the interface. Package opengl implements it for a current OpenGL context, package
//     webgl for the WebGL 2 context of a canvas.
//   - [Buffer], [Texture], [Sampler], [VertexArray], [Framebuffer], [Renderbuffer] and [Program]
//     name objects of a device; 0 names none, and deleting 0 does nothing. [Uniform] names a
//     uniform of a program.
//   - [BufferKind], [Format], [Filter], [Wrap], [Capability] and [Primitive] have the numbers of
//     OpenGL's constants, so that devices pass them on. [ErrorCode] is an error that a device
//     recorded.
//   - [Timer] measures the time of a device, by a [Query].
//   - [Limits] holds the largest sizes of a device. [Bytes] returns the memory of a slice.
//
// Features that WebGL 2 lacks are no methods of [Device]. Code that can use one asks for it by a
// type assertion to an interface of its own, and works without it.
//
// Shaders are written for both GLSL 3.30 and GLSL ES 3.00. A device puts the line #version and the
// default precisions in front of them.
package gpu
