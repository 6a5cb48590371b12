// What the fragments of surfaces have in common.
in vec3 vertexPosition;
in vec3 vertexNormal;
in vec4 vertexTangent; // w 0 if the mesh has none
in vec4 vertexTexCoords;
in vec4 vertexColor;

// Returns the fraction of a pixel that a masked surface covers: a soft step, one pixel wide, which
// multisampling turns into covered samples. Without it, and where alpha is the same all around, the
// surface is there from the cutoff on, and else it is not.
float coverage(float alpha) {
	const float rounding = 1e-6; // of the interpolation
	float above = alpha - materialCutoff(), across = fwidth(alpha);
	if (eye.w == 0.0 || across < 4.0 * rounding) return above > -rounding ? 1.0 : 0.0;
	return clamp(above / across + 0.5, 0.0, 1.0);
}

// Returns the alpha of a fragment of a surface, by that of its color, and discards the fragment if
// the alpha mask cuts it out.
float shownAlpha(float alpha) {
	if (surface.w == 2.0) return alpha;
	if (surface.w != 1.0) return 1.0;
	float covered = coverage(alpha);
	if (covered < 0.01) discard;
	return covered;
}

// Returns the normal of length 1 that the normal texture gives a surface at coordinates, for the
// vertices' normal of length 1. The tangent of a mesh without tangents is the direction in which u
// grows on the triangle.
vec3 bumped(vec3 n, vec2 uv) {
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
