in vec4 vertexTexCoords;
in float vertexAlpha;

// Returns the threshold of a texel for ordered dithering: 1/32 to 31/32, in a pattern of 4 x 4
// texels (B. Bayer, 1973).
float dither(ivec2 at) {
	int x = at.x & 3, y = at.y & 3, d = x ^ y;
	int rank = ((d & 1) << 3) | ((y & 1) << 2) | (d & 2) | ((y & 2) >> 1);
	return (float(rank) + 0.5) / 16.0;
}

// Discards the fragments that the alpha mask cuts out. A blended surface loses a share of its
// fragments, so that its shadow, which is blurred, is as dark as the surface is opaque.
void main() {
	if (surface.w > 0.0) {
		float alpha = materialBaseColor().a * vertexAlpha;
		if (textureSets.x >= 0) alpha *= texture(baseColorTexture, textureCoordinates(0, vertexTexCoords)).a;
		if (alpha < (surface.w == 1.0 ? materialCutoff() : dither(ivec2(gl_FragCoord.xy)))) discard;
	}
}
