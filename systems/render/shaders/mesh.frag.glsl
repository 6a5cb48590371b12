in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexTexCoords;
in vec4 vertexColor;

out vec4 fragment;

// Returns the fraction of a pixel that a masked surface covers: a soft step, one pixel wide. Multisampling turns it into
// covered samples.
float coverage(float alpha) {
	return clamp((alpha - materialCutoff()) / max(fwidth(alpha), 1e-4) + 0.5, 0.0, 1.0);
}

void main() {
	vec4 base = materialBaseColor() * vertexColor;
	if (textureSets.x >= 0) base *= texture(baseColorTexture, baseColorCoordinates(vertexTexCoords));
	float alpha = 1.0;
	if (surface.w == 1.0) {
		alpha = coverage(base.a);
		if (alpha < 0.01) discard;
	} else if (surface.w == 2.0) {
		alpha = base.a;
	}
	if (surface.z == 1.0) {
		fragment = vec4(base.rgb, alpha);
		return;
	}
	float metallic = clamp(materialValue(METALLIC, surface.x), 0.0, 1.0);
	float roughness = clamp(materialValue(ROUGHNESS, surface.y), 0.0, 1.0);
	if (textureSets.y >= 0) {
		vec4 texel = texture(metallicRoughnessTexture, textureCoordinates(1, vertexTexCoords));
		metallic *= texel.b;
		roughness *= texel.g;
	}
	vec3 glow = materialEmissive();
	if (textureSets.z >= 0) glow *= texture(emissiveTexture, textureCoordinates(2, vertexTexCoords)).rgb;
	vec3 n = normalize(gl_FrontFacing ? vertexNormal : -vertexNormal);
	vec3 toEye = normalize(eye.xyz - vertexPosition);
	fragment = vec4(toneMapped(shade(vertexPosition, n, toEye, base.rgb, metallic, roughness) + glow), alpha);
}
