// Returns the color of the sky in a direction, for the screen: the environment, or a gradient from
// horizon to zenith.
vec3 skyColor(vec3 direction) {
	if (zenith.w == 1.0) return toneMapped(mirroredLight(direction, direction, 0.0));
	float height = max(direction.y, 0.0);
	return toneMapped(mix(horizon.rgb, zenith.rgb, 1.0 - exp(-3.0 * height)));
}
