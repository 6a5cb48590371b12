// Returns the color of the sky in a direction, a gradient from horizon to zenith, for the screen.
vec3 skyColor(vec3 direction) {
	float height = max(direction.y, 0.0);
	return toneMapped(mix(horizon.rgb, zenith.rgb, 1.0 - exp(-3.0 * height)));
}
