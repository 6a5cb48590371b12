// Returns a color for the screen: colors that lights of strength 1 give a surface keep their hue
// and most of their contrast, brighter ones are compressed smoothly toward white. Khronos PBR
// Neutral Tone Mapper (Khronos Group, 2024), after the exposure. Or the light itself.
vec3 toneMapped(vec3 c) {
	const float start = 0.8 - 0.04, desaturation = 0.15;
	if (horizon.w == 1.0) return c;
	c *= rimLight.w;
	float least = min(min(c.r, c.g), c.b);
	c -= least < 0.08 ? least - 6.25 * least * least : 0.04; // what a dielectric mirrors at least
	float peak = max(max(c.r, c.g), c.b);
	if (peak < start) return c;
	float mapped = 1.0 - (1.0 - start) * (1.0 - start) / (peak + 1.0 - 2.0 * start);
	c *= mapped / peak;
	return mix(c, vec3(mapped), 1.0 - 1.0 / (desaturation * (peak - mapped) + 1.0));
}
