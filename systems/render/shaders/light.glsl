uniform sampler2DShadow shadowMap;

const float pi = 3.14159265;

// Samples of the shadow map for a point, at most 16.
#ifdef FAR
const int shadowSamples = 4;
#else
const int shadowSamples = 16;
#endif

// Returns the fraction of the directional light that reaches a point: percentage-closer filtering
// over a disk of samples, each filtered between four texels.
float lightReaching(vec3 point, vec3 n) {
	float facing = max(dot(n, lightDirection.xyz), 0.0);
	float texel = 2.0 * shadowArea.w / float(textureSize(shadowMap, 0).x);
	vec3 lifted = point + n * texel * mix(2.5, 0.7, facing);
	vec3 at = (shadowFromWorld * vec4(lifted, 1.0)).xyz;
	float outside = distance(point, shadowArea.xyz) / shadowArea.w;
	if (outside >= 1.0 || at.z >= 1.0) return 1.0;
	const vec2 disc[16] = vec2[16](
		vec2(0.25, 0.0), vec2(-0.319, 0.292), vec2(0.049, -0.557), vec2(0.402, 0.525),
		vec2(-0.739, -0.130), vec2(0.700, -0.445), vec2(-0.234, 0.871), vec2(-0.446, -0.859),
		vec2(0.18, 0.24), vec2(-0.21, -0.28), vec2(0.53, 0.06), vec2(-0.56, 0.43),
		vec2(0.37, -0.84), vec2(0.86, 0.28), vec2(-0.90, 0.33), vec2(0.11, 0.93));
	float lit = 0.0;
	for (int i = 0; i < shadowSamples; i++) {
		lit += texture(shadowMap, vec3(at.xy + disc[i] * grid.z, at.z));
	}
	float strength = lightDirection.w * (1.0 - smoothstep(0.8, 1.0, outside));
	return mix(1.0, lit / float(shadowSamples), strength);
}

// Returns the ambient light from a direction: the sky's from above, the ground's from below.
vec3 surroundings(vec3 direction) {
	return mix(groundLight.rgb, skyLight.rgb, 0.5 + 0.5 * direction.y);
}

// Returns the light that a surface reflects to the eye: diffuse, and a GGX lobe with Smith's
// masking and Schlick's Fresnel term, as in glTF 2.0, appendix B. The specular ambient light uses
// Karis's fit of the lobe's integral. The fraction open of the ambient light reaches the surface.
vec3 shade(vec3 point, vec3 n, vec3 toEye, vec3 albedo, float metallic, float roughness, float open) {
	vec3 toLight = lightDirection.xyz;
	float nv = max(dot(n, toEye), 1e-3);
	float nl = max(dot(n, toLight), 0.0);
	vec3 halfway = normalize(toLight + toEye);
	float nh = max(dot(n, halfway), 0.0);
	float vh = max(dot(toEye, halfway), 0.0);
	vec3 f0 = mix(vec3(0.04), albedo, metallic);
	vec3 diffuse = albedo * (1.0 - metallic);
	float alpha = max(roughness * roughness, 0.004);
	float a2 = alpha * alpha;

	float spread = nh * nh * (a2 - 1.0) + 1.0;
	float lobe = a2 / (pi * spread * spread);
	float masking = 0.5 / mix(2.0 * nl * nv, nl + nv, alpha);
	vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
	vec3 direct = vec3(0.0);
	if (nl > 0.0) {
		direct = lightColor.rgb * nl * lightReaching(point, n) *
			(diffuse * (1.0 - fresnel) + pi * lobe * masking * fresnel);
	}

	vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
	float a004 = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
	vec2 integral = vec2(-1.04, 1.04) * a004 + r.zw;
	vec3 mirrored = mix(surroundings(reflect(-toEye, n)), surroundings(n), roughness);
	return direct + open * (diffuse * surroundings(n) + mirrored * (f0 * integral.x + integral.y));
}

// Compresses bright colors smoothly toward white, by their strongest channel, so that the hue
// stays. Colors up to 0.7 do not change.
vec3 toneMapped(vec3 c) {
	const float knee = 0.7;
	float peak = max(max(c.r, c.g), c.b);
	if (peak <= knee) return c;
	float excess = (peak - knee) / (1.0 - knee);
	float mapped = knee + (1.0 - knee) * excess / (1.0 + excess);
	vec3 scaled = c * (mapped / peak);
	return mix(scaled, vec3(mapped), 1.0 - 1.0 / (0.15 * (peak - mapped) + 1.0));
}
