uniform sampler2DShadow shadowMap; // the maps of all cascades, from left to right
#ifdef PROGRAM_SHADOWS
uniform sampler2DShadow programShadowMap; // the program's, likewise
#endif

const float pi = 3.14159265;

// Samples of the shadow map for a point, at most 16.
#ifdef FAR
const int shadowSamples = 4;
#else
const int shadowSamples = 16;
#endif

// Samples of a shadow map around a point, by how many times the blur they are away.
const vec2 disc[16] = vec2[16](
	vec2(0.25, 0.0), vec2(-0.319, 0.292), vec2(0.049, -0.557), vec2(0.402, 0.525),
	vec2(-0.739, -0.130), vec2(0.700, -0.445), vec2(-0.234, 0.871), vec2(-0.446, -0.859),
	vec2(0.18, 0.24), vec2(-0.21, -0.28), vec2(0.53, 0.06), vec2(-0.56, 0.43),
	vec2(0.37, -0.84), vec2(0.86, 0.28), vec2(-0.90, 0.33), vec2(0.11, 0.93));

// By how many texels a point is moved off its surface, for the cosine of the light's angle to it.
float liftAt(float facing) { return mix(2.5, 0.7, facing); }

// Returns the fraction of samples that one shadow map says are lit: percentage-closer filtering over
// a disk, each sample filtered between four texels. The point is in coordinates of the widest map;
// lift is what moves it off its surface, per texel of that map.
float litSamples(int cascade, vec3 point, vec3 lift) {
	vec4 map = cascades[cascade];
	vec3 at = point + lift / map.z;
	at.xy = at.xy * map.z + map.xy;
	if (at.z >= 1.0) return 1.0;
	ivec2 size = textureSize(shadowMap, 0);
	float width = float(size.y) / float(size.x); // of one map
	float lit = 0.0;
	for (int i = 0; i < shadowSamples; i++) {
		vec2 sampled = at.xy + disc[i] * map.w;
		lit += texture(shadowMap, vec3((sampled.x + float(cascade)) * width, sampled.y, at.z));
	}
	return lit / float(shadowSamples);
}

// Returns the fraction of the directional light that characters let through to a point, by the
// finest shadow map that shows what is around it. Near the edges of a map the next wider one takes
// over.
float lightPastCharacters(vec3 point, vec3 n) {
	if (lightDirection.w == 0.0) return 1.0;
	float outside = distance(point, shadowArea.xyz) / shadowArea.w;
	if (outside >= 1.0) return 1.0;
	float facing = max(dot(n, lightDirection.xyz), 0.0), texels = float(textureSize(shadowMap, 0).y);
	float texel = 2.0 * shadowArea.w / texels;
	vec3 lift = mat3(shadowFromWorld) * n * (texel * liftAt(facing));
	vec3 at = (shadowFromWorld * vec4(point, 1.0)).xyz;
	float end = 1.0 - 24.0 / texels; // beyond it, blur and lift may leave the map
	float wider = 0.0;
	int cascade = int(grid.z) - 1;
	for (; cascade > 0; cascade--) {
		vec2 away = abs((at.xy * cascades[cascade].z + cascades[cascade].xy) * 2.0 - 1.0);
		wider = smoothstep(end - 0.15, end, max(away.x, away.y));
		if (wider < 1.0) break;
	}
	// a loop rather than a condition, as a software rasterizer skips only what follows in a loop
	int last = cascade > 0 && wider > 0.0 ? cascade - 1 : cascade;
	float lit = 0.0;
	for (float part = 1.0 - (last < cascade ? wider : 0.0); cascade >= last; cascade--, part = wider) {
		lit += part * litSamples(cascade, at, lift);
	}
	float strength = lightDirection.w * (1.0 - smoothstep(0.8, 1.0, outside));
	return mix(1.0, lit, strength);
}

#ifdef PROGRAM_SHADOWS
// Returns the fraction of the directional light that the program's shadow maps let through to a
// point, by the last one that shows what is around it.
float lightPastProgram(vec3 point, vec3 n) {
	vec2 size = vec2(textureSize(programShadowMap, 0));
	float width = programShadows.z / size.x; // of one map
	const float blur = 1.5, margin = 3.0;    // in texels
	for (int i = int(programShadows.x) - 1; i >= 0; i--) {
		mat4 map = programFromWorld[i];
		float texels = length(vec3(map[0].x, map[1].x, map[2].x)) * size.x; // of a unit of length
		float lift = liftAt(max(dot(n, lightDirection.xyz), 0.0)) / max(texels, 1e-30);
		vec3 at = (map * vec4(point + lift * n, 1.0)).xyz;
		vec2 low = vec2(float(i) * width, 0.0), high = low + vec2(width, 1.0);
		vec2 edge = i > 0 ? margin / size : vec2(0.0); // beyond the widest map there is nothing
		if (any(lessThan(at.xy, low + edge)) || any(greaterThan(at.xy, high - edge))) continue;
		if (at.z >= 1.0) return 1.0;
		low += 0.5 / size;
		high -= 0.5 / size;
		float lit = 0.0;
		for (int k = 0; k < shadowSamples; k++) {
			lit += texture(programShadowMap, vec3(clamp(at.xy + disc[k] * blur / size, low, high), at.z));
		}
		return mix(1.0, lit / float(shadowSamples), programShadows.y);
	}
	return 1.0;
}
#endif

// Returns the fraction of the directional light that reaches a point.
float lightReaching(vec3 point, vec3 n) {
	float lit = lightPastCharacters(point, n);
#ifdef PROGRAM_SHADOWS
	if (lit > 0.0) lit *= lightPastProgram(point, n);
#endif
	return lit;
}

// Surface is what light meets at a point.
struct Surface {
	vec3 n, toEye;
	float nv;      // cosine of the angle between them
	vec3 diffuse;  // albedo of what is not metal
	vec3 specular; // reflectance straight ahead
	float alpha;   // squared roughness
	// the integral of the lobe over the light's directions: what multiplies specular, and what is
	// added to that
	vec2 lobe;
};

// Returns the fraction of a directional light's strength that a surface reflects to the eye:
// diffuse, and a GGX lobe with Smith's masking and Schlick's Fresnel term, as in glTF 2.0, appendix
// B. What the lobe loses, as microfacets reflect light more than once, is given back (Turquin,
// Practical Multiple Scattering Compensation for Microfacet Models, 2019).
vec3 reflectance(Surface s, vec3 toLight) {
	float nl = max(dot(s.n, toLight), 0.0);
	if (nl == 0.0) return vec3(0.0);
	vec3 halfway = normalize(toLight + s.toEye);
	float nh = max(dot(s.n, halfway), 0.0);
	float vh = max(dot(s.toEye, halfway), 0.0);
	float a2 = s.alpha * s.alpha;
	float spread = nh * nh * (a2 - 1.0) + 1.0;
	float lobe = a2 / (pi * spread * spread);
	float masking = 0.5 / mix(2.0 * nl * s.nv, nl + s.nv, s.alpha);
	vec3 fresnel = s.specular + (1.0 - s.specular) * pow(1.0 - vh, 5.0);
	vec3 whole = 1.0 + s.specular * (1.0 / (s.lobe.x + s.lobe.y) - 1.0);
	return nl * (s.diffuse * (1.0 - fresnel) + pi * lobe * masking * fresnel * whole);
}

// Returns the environment's light that a surface reflects to the eye: the split sum, with the light
// that microfacets reflect more than once (Fdez-Aguera, A Multiple-Scattering Microfacet Model for
// Real-Time Image-based Lighting, 2019).
vec3 ambient(Surface s, float roughness) {
	vec3 once = s.specular * s.lobe.x + s.lobe.y;
	float lost = 1.0 - (s.lobe.x + s.lobe.y);
	vec3 mean = s.specular + (1.0 - s.specular) / 21.0; // of the Fresnel term over the hemisphere
	vec3 again = once * mean * lost / (1.0 - lost * mean);
	vec3 both = once + again;
	vec3 received = irradianceAt(s.n);
	vec3 diffuse = s.diffuse * (1.0 - max(max(both.r, both.g), both.b));
	return once * mirroredLight(reflect(-s.toEye, s.n), s.n, roughness) + (again + diffuse) * received;
}

// Returns the strength of a light of a model at a point, and the direction toward it, as
// KHR_lights_punctual has it.
vec3 strengthOfLight(int i, vec3 point, out vec3 toLight) {
	vec4 place = lights[3 * i], color = lights[3 * i + 1], spot = lights[3 * i + 2];
	toLight = place.xyz;
	if (place.w == 0.0) return color.rgb;
	vec3 way = place.xyz - point;
	float square = max(dot(way, way), 1e-6), parts = square * color.w * color.w; // of the range, squared
	toLight = way * inversesqrt(square);
	float cone = clamp(spot.w - dot(spot.xyz, toLight), 0.0, 1.0);
	return color.rgb * (cone * cone * clamp(1.0 - parts * parts, 0.0, 1.0) / square);
}

// Returns the light that a surface reflects to the eye. The fraction open of the environment's
// light reaches the surface, and the fraction reaching of the directional light.
vec3 shadeReached(vec3 point, vec3 n, vec3 toEye, vec3 albedo, float metallic, float roughness, float open,
	float reaching) {
	float nv = max(dot(n, toEye), 1e-3);
	Surface s = Surface(n, toEye, nv, albedo * (1.0 - metallic), mix(vec3(0.04), albedo, metallic),
		max(roughness * roughness, 0.004), lobeIntegral(roughness, nv));
	vec3 light = open * ambient(s, roughness);
	if (reaching > 0.0) light += lightColor.rgb * reaching * reflectance(s, lightDirection.xyz);
	for (int i = 0; i < int(lightColor.w); i++) {
		vec3 toLight, strength = strengthOfLight(i, point, toLight);
		if (strength != vec3(0.0)) light += strength * reflectance(s, toLight);
	}
	if (rimLight.rgb != vec3(0.0)) light += rimLight.rgb * reflectance(s, rimDirection.xyz);
	return light;
}

// As shadeReached, with the shadows that fall on the point.
vec3 shade(vec3 point, vec3 n, vec3 toEye, vec3 albedo, float metallic, float roughness, float open) {
	float reaching = 0.0;
	if (dot(n, lightDirection.xyz) > 0.0) reaching = lightReaching(point, n);
	return shadeReached(point, n, toEye, albedo, metallic, roughness, open, reaching);
}
