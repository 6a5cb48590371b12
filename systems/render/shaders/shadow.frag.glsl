in vec4 vertexTexCoords;
in float vertexAlpha;

// Discards the fragments that the alpha mask cuts out. A blended surface loses a share of its
// fragments, so that its shadow, which is blurred, is as dark as the surface is opaque.
void main() {
	if (surface.w > 0.0) {
		float alpha = materialBaseColor().a * vertexAlpha;
		if (textureSets.x >= 0) alpha *= texture(baseColorTexture, textureCoordinates(0, vertexTexCoords)).a;
		if (alpha < (surface.w == 1.0 ? materialCutoff() : (float(ditherRank(ivec2(gl_FragCoord.xy))) + 0.5) / 64.0)) discard;
	}
	fade();
}
