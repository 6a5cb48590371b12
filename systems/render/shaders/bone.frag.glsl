in vec3 vertexNormal;
in vec3 vertexPosition;
in vec4 vertexColor;

uniform float brightness;

out vec4 fragment;

void main() {
	vec3 toEye = normalize(eye.xyz - vertexPosition);
	float facing = max(dot(normalize(vertexNormal), normalize(toEye + vec3(0.0, 0.6, 0.0))), 0.0);
	fragment = vec4(brightness * vertexColor.rgb * (0.45 + 0.55 * facing), vertexColor.a);
}
