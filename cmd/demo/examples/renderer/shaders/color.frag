#version 330 core
// Lights a surface from the upper left.
in vec3 worldNormal;
uniform vec3 color; // linear
out vec4 pixel;

void main() {
	float light = 0.25 + 0.75 * max(dot(normalize(worldNormal), normalize(vec3(-0.4, 0.8, 0.6))), 0.0);
	pixel = vec4(pow(color * light, vec3(1.0 / 2.2)), 1);
}
