out vec4 fragment;

void main() {
	vec4 base = materialBaseColor() * vertexColor;
	if (textureSets.x >= 0) base *= texture(baseColorTexture, textureCoordinates(0, vertexTexCoords));
	float alpha = shownAlpha(base.a);
	if (surface.z == 1.0 || vertexNormal == vec3(0.0)) { // lines and points have no normals
		fragment = vec4(base.rgb, alpha);
		fade();
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
	vec3 n = normalize(vertexNormal);
	if (textureSets.w >= 0) n = bumped(n, textureCoordinates(NORMAL_TEXTURE, vertexTexCoords));
	if (!gl_FrontFacing) n = -n;
	float open = 1.0;
	if (relief.z >= 0.0) {
		float strength = clamp(materialValue(OCCLUSION_STRENGTH, relief.y), 0.0, 1.0);
		open = mix(1.0, texture(occlusionTexture, textureCoordinates(OCCLUSION_TEXTURE, vertexTexCoords)).r, strength);
	}
	open *= openness(vertexPosition, n, true);
	vec3 toEye = normalize(eye.xyz - vertexPosition);
	fragment = vec4(toneMapped(shade(vertexPosition, n, toEye, base.rgb, metallic, roughness, open) + glow), alpha);
	fade();
}
