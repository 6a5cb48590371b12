in vec3 vertexPosition;

out vec4 fragment;

// Returns the fraction of a pixel that grid lines cover. A box filter of the pixel's width makes
// lines that are thinner than a pixel fade instead of flicker.
float lines(vec2 at, float spacing, float width) {
	vec2 p = at / spacing;
	vec2 pixel = max(fwidth(p), 1e-6);
	vec2 fromLine = abs(fract(p - 0.5) - 0.5);
	float halfWidth = 0.5 * width / spacing;
	vec2 covered = clamp((halfWidth - fromLine) / pixel + 0.5, 0.0, 1.0) * min(2.0 * halfWidth / pixel, 1.0);
	covered = mix(covered, vec2(2.0 * halfWidth), smoothstep(0.3, 0.8, pixel));
	return max(covered.x, covered.y);
}

void main() {
	float away = distance(vertexPosition.xz, shadowArea.xz) / grid.y;
	float spacing = grid.x;
	float fine = lines(vertexPosition.xz, spacing, 0.02 * spacing);
	float coarse = lines(vertexPosition.xz, 5.0 * spacing, 0.045 * spacing);
	float line = max(0.5 * fine, coarse) * (1.0 - smoothstep(0.05, 0.6, away));
	vec3 up = vec3(0.0, 1.0, 0.0);
	float direct = max(lightDirection.y, 0.0);
	float reaching = lightReaching(vertexPosition, up);
	vec3 sky = irradianceAt(up);
	float open = openness(vertexPosition, up, false);
	vec3 lamps = vec3(0.0);
	for (int i = 0; i < int(lightColor.w); i++) {
		vec3 toLight, strength = strengthOfLight(i, vertexPosition, toLight);
		lamps += strength * max(toLight.y, 0.0);
	}
	vec3 lit = (open * sky + lamps + lightColor.rgb * direct * reaching) / max(sky + lightColor.rgb * direct, 1e-6);
	vec3 color = ground.rgb * lit * (1.0 - 0.3 * line);
	vec3 behind = skyColor(normalize(vertexPosition - eye.xyz));
	float alpha = 1.0 - smoothstep(0.06, 0.7, away);
	fragment = vec4(mix(behind, toneMapped(color), alpha), 1.0);
}
