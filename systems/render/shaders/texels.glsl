// Returns a texel by its index. The rows of the texture, of 1024 texels, continue each other.
vec4 texelAt(sampler2D texels, int i) {
	return texelFetch(texels, ivec2(i & 1023, i >> 10), 0);
}
