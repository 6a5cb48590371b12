// Returns a texel by its index. The rows of the texture, of 1024 texels, continue each other.
vec4 texelAt(sampler2D texels, int i) {
	return texelFetch(texels, ivec2(i & 1023, i >> 10), 0);
}

// What is uploaded in every frame: the memory of a buffer where the program has OpenGL's buffer
// textures, else a 2D texture.
#ifdef TEXEL_BUFFERS
#define STREAM samplerBuffer
vec4 texelAt(samplerBuffer texels, int i) { return texelFetch(texels, i); }
#else
#define STREAM sampler2D
#endif
