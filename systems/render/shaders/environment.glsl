// The light from all directions, as package prefilter prepares it.

// levels of growing roughness, each the faces of an octahedron, unfolded
uniform sampler2D environmentMap;

// Returns the light that a matt surface of albedo 1 reflects (Ramamoorthi and Hanrahan, An
// Efficient Representation for Irradiance Environment Maps, 2001).
vec3 irradianceAt(vec3 n) {
	vec3 sum = irradiance[0].rgb + irradiance[1].rgb * n.y + irradiance[2].rgb * n.z + irradiance[3].rgb * n.x +
		irradiance[4].rgb * (n.x * n.y) + irradiance[5].rgb * (n.y * n.z) +
		irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) + irradiance[7].rgb * (n.x * n.z) +
		irradiance[8].rgb * (n.x * n.x - n.y * n.y);
	return max(sum, 0.0);
}

vec3 environmentLevel(int level, vec2 at) {
	const ivec3 levels[6] = ivec3[6]( // left, top, and texels along an edge
		ivec3(1, 1, 256), ivec3(259, 1, 128), ivec3(259, 131, 64), ivec3(259, 197, 32), ivec3(259, 231, 16),
		ivec3(259, 249, 16));
	ivec3 l = levels[level];
	return textureLod(environmentMap, (vec2(l.xy) + at * float(l.z)) / vec2(textureSize(environmentMap, 0)), 0.0).rgb;
}

// Returns the light from a direction, averaged over the lobe of a roughness: the first half of the
// split sum (Karis, Real Shading in Unreal Engine 4, 2013). The lobe of a rough surface, which does
// not reach below it, is turned toward its normal (Lagarde and de Rousiers, Moving Frostbite to
// Physically Based Rendering, 2014; the weight is that of three.js).
vec3 mirroredLight(vec3 direction, vec3 n, float roughness) {
	if (irradiance[0].w == 0.0) return irradianceAt(mix(direction, n, roughness));
	direction = mix(direction, n, roughness * roughness * roughness * roughness);
	direction /= abs(direction.x) + abs(direction.y) + abs(direction.z);
	vec2 at = direction.xz;
	if (direction.y < 0.0) {
		at = (1.0 - abs(at.yx)) * vec2(at.x < 0.0 ? -1.0 : 1.0, at.y < 0.0 ? -1.0 : 1.0);
	}
	at = 0.5 + 0.5 * at;
	float level = 5.0 * roughness;
	int low = min(int(level), 4);
	return mix(environmentLevel(low, at), environmentLevel(low + 1, at), level - float(low));
}

// Returns the integral of the lobe of a roughness over the light's directions, for the cosine of
// the angle of the eye: the second half of the split sum. It is read from a table beside the
// levels; the usual fit (Karis 2014, after Lazarov 2013) is up to a third off for rough metal.
vec2 lobeIntegral(float roughness, float nv) {
	vec2 at = vec2(328.5, 132.5) + 31.0 * vec2(nv, roughness);
	return textureLod(environmentMap, at / vec2(textureSize(environmentMap, 0)), 0.0).rg;
}
