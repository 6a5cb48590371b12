in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexTangent; // w 0 if the mesh has none
in vec4 vertexTexCoords;
in vec4 vertexColor;

out vec4 fragment;

// Returns the fraction of a pixel that a masked surface covers: a soft step, one pixel wide, which
// multisampling turns into covered samples. Without it, and where alpha is the same all around, the
// surface is there from the cutoff on, and else it is not.
float coverage(float alpha) {
	const float rounding = 1e-6; // of the interpolation
	float above = alpha - materialCutoff(), across = fwidth(alpha);
	if (eye.w == 0.0 || across < 4.0 * rounding) return above > -rounding ? 1.0 : 0.0;
	return clamp(above / across + 0.5, 0.0, 1.0);
}

// Returns the normal of length 1 that the normal texture gives a surface, for the vertices' normal
// of length 1. The tangent of a mesh without tangents is the direction in which u grows on the
// triangle.
vec3 bumped(vec3 n) {
	vec2 uv = textureCoordinates(NORMAL_TEXTURE, vertexTexCoords);
	vec3 along = vertexTangent.xyz;
	float side = sign(vertexTangent.w);
	if (vertexTangent.w == 0.0) {
		vec3 px = dFdx(vertexPosition), py = dFdy(vertexPosition);
		vec2 ux = dFdx(uv), uy = dFdy(uv);
		float facing = sign(ux.x * uy.y - uy.x * ux.y);
		along = facing * (uy.y * px - ux.y * py);
		// the bitangent points to where v decreases
		side = -sign(dot(cross(n, along), facing * (ux.x * py - uy.x * px)));
	}
	along -= n * dot(n, along);
	float size = length(along);
	vec3 texel = 2.0 * texture(normalTexture, uv).xyz - 1.0;
	texel.xy *= materialValue(NORMAL_SCALE, relief.x);
	if (!(size > 0.0) || !(dot(texel, texel) > 0.0)) return n;
	vec3 t = along / size;
	return normalize(texel.x * t + texel.y * side * cross(n, t) + texel.z * n);
}

void main() {
	vec4 base = materialBaseColor() * vertexColor;
	if (textureSets.x >= 0) base *= texture(baseColorTexture, textureCoordinates(0, vertexTexCoords));
	float alpha = 1.0;
	if (surface.w == 1.0) {
		alpha = coverage(base.a);
		if (alpha < 0.01) discard;
	} else if (surface.w == 2.0) {
		alpha = base.a;
	}
	if (surface.z == 1.0 || vertexNormal == vec3(0.0)) { // lines and points have no normals
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
	vec3 n = normalize(vertexNormal);
	if (textureSets.w >= 0) n = bumped(n);
	if (!gl_FrontFacing) n = -n;
	float open = 1.0;
	if (relief.z >= 0.0) {
		float strength = clamp(materialValue(OCCLUSION_STRENGTH, relief.y), 0.0, 1.0);
		open = mix(1.0, texture(occlusionTexture, textureCoordinates(OCCLUSION_TEXTURE, vertexTexCoords)).r, strength);
	}
	open *= openness(vertexPosition, n, true);
	vec3 toEye = normalize(eye.xyz - vertexPosition);
	fragment = vec4(toneMapped(shade(vertexPosition, n, toEye, base.rgb, metallic, roughness, open) + glow), alpha);
}
