in vec4 vertexTexCoords;
in float vertexAlpha;

// Discards the fragments that the alpha mask cuts out.
void main() {
	if (surface.w == 1.0) {
		float alpha = materialBaseColor().a * vertexAlpha;
		if (textureSets.x >= 0) alpha *= texture(baseColorTexture, baseColorCoordinates(vertexTexCoords)).a;
		if (alpha < materialCutoff()) discard;
	}
}
