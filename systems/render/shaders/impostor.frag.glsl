in vec2 reaching;

out vec4 fragment;

void main() {
	Lookup l = lookup();
	vec4 color = pictureAt(pictureColors, l);
	float covered = color.a;
	if (eye.w == 0.0) covered = covered < 0.5 ? 0.0 : 1.0;
	if (covered < 0.02) discard;
	vec4 texel = 2.0 * pictureAt(pictureNormals, l) / color.a - 1.0;
	vec3 n = vec3(dot(normal0, texel.xyz), dot(normal1, texel.xyz), dot(normal2, texel.xyz));
	vec3 point = vertexPosition + backward * (pictureSize.z * texel.w);
	n = normalize(n);
	vec3 lit = emissive.rgb + shadeReached(point, n, normalize(eye.xyz - point), tint * color.rgb / color.a,
		clamp(surface.x, 0.0, 1.0), clamp(surface.y, 0.0, 1.0), reaching.y, reaching.x);
	fragment = vec4(toneMapped(lit), covered);
	vec4 clip = viewProjection * vec4(point, 1.0);
	gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);
	fade();
}
