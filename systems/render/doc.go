// Package render draws the characters of a world with OpenGL 3.3, or in a browser with WebGL 2. It
// is the only package of the library that needs cgo; in a browser it does not.
//
//   - [New] makes a [Renderer] for a world, with [Options]. [Renderer.Draw] draws the world, seen
//     by a [Camera] and in the renderer's [Style], to a [Target]. [DefaultStyle] is the style of a
//     new renderer. [Renderer.DrawOver] draws another world over its picture.
//   - [Target] is a multisampled image in the GPU's memory, which [NewTarget] makes. [Target.Image]
//     reads it back, [Renderer.Present] copies it to a window.
//   - [Environment] is the light from all directions: [SkyEnvironment] and [StudioEnvironment]
//     compute it, [NewEnvironment] makes it of a picture. Package
//     [github.com/sinew-go/sinew/systems/render/hdr] reads such pictures.
//   - The lights of models shine, up to [MaxLights] of them: those of culled characters and of
//     members of a crowd too, and on members and impostors as on characters.
//   - [Camera] fits boxes into the image, orbits, zooms and pans.
//   - [Renderer.Load] uploads a model in advance; [Renderer.Stats] returns the [Stats] of the last
//     frame.
//   - [ShaderError] holds the driver's message about a shader; [ErrNoContext] reports that no
//     OpenGL context is current, [ErrClosed] a closed target or renderer, [ErrOutOfMemory] a driver
//     without memory.
//   - [Renderer.DrawInto] draws the characters alone into a framebuffer of the program, with its
//     depth and [IntoOptions], as light too; [Renderer.ShadowMaps] returns the [ShadowMaps] for the
//     rest of its picture, and those of the program shade the characters. [Headless] makes a context
//     and a target without a window.
//   - [Renderer.Palettes] gives shaders of the program's own the palettes as a [PaletteTexture],
//     and [Renderer.SkinSource] the function that skins with them, made of [SkinGLSL].
//     [Renderer.UseContext] draws in a second window.
//   - [State] saves and restores the OpenGL state that this package changes.
//
// Positions and lengths are in world units, angles in radians, +Y is up. Colors are linear RGB;
// images are sRGB. Lit colors are tone mapped with the Khronos PBR Neutral Tone Mapper.
//
// # How a frame is drawn
//
// One instanced draw call per primitive draws all characters with the same mesh. Their palettes are
// copied once, from the memory of the pose store to a buffer that shaders read, and so are their
// morph weights; three buffers take turns. In a browser, and where buffer textures are small, they
// go to 2D textures. The vertex shader skins with the same sums in the same order as the CPU does.
// The passes are: the shadow maps of the directional light (up to [Options].ShadowCascades, each
// for what is nearer and finer than the one before), opaque surfaces, masked ones, ground, sky,
// blended surfaces from far to near, and skeletons if wanted. Distant meshes with many triangles
// are drawn at a coarser level of detail, within the tolerance [Style].PixelError.
//
// Characters and rigid meshes outside of the camera's view are not drawn, and those outside of the
// shadow maps cast no shadow; those in neither are not uploaded. The test looks at one joint, and
// where that leaves the answer open at the box around the pose. A character that
// [github.com/sinew-go/sinew/components.LevelOfDetail] culls is left out of both. [Stats] counts
// what was left out.
//
// The members of a crowd ([github.com/sinew-go/sinew/systems/crowd]) are posed by a pass before the
// others, which draws matrices into float textures. They are culled one by one, those of blocks
// that are wholly in view or out of it together. Their transparent surfaces come after the surfaces
// of characters and are not sorted. Members of less than some 25 pixels that show one clip alone
// are impostors: pictures of the clip's phases from some directions ([Stats].Impostors), of opaque
// one-sided materials that are lit and have no texture but that of the color.
//
// # Browsers
//
// In a program compiled with GOOS=js, UseCanvas makes the WebGL 2 context of a canvas the current
// one, as [CanvasOptions] say; [New] and [NewTarget] use it from then on, [Renderer.Present] draws
// to the canvas, and a frame is drawn in a callback of requestAnimationFrame. Shaders and
// arithmetic are the same as with OpenGL, and so is the picture. There is no Headless and no
// [State]. Package cmd/demo/web is a program to start from.
//
// # Threads
//
// An OpenGL context belongs to a thread. Call everything in this package on the goroutine that is
// locked to the thread on which the context is current, and not during
// [github.com/sinew-go/sinew/systems.Animation.Update].
package render
