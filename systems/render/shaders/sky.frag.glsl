in vec2 screen;

out vec4 fragment;

void main() {
	vec4 far = inverseViewProjection * vec4(screen, 1.0, 1.0);
	fragment = vec4(skyColor(normalize(far.xyz / far.w - eye.xyz)), 1.0);
}
