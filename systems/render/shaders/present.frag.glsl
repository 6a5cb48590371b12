in vec2 screen;

uniform sampler2D picture; // sRGB texture: reading decodes to linear

out vec4 fragment;

// Encodes in sRGB (IEC 61966-2-1).
void main() {
	vec3 linear = texture(picture, 0.5 * screen + 0.5).rgb;
	vec3 encoded = mix(1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, 12.92 * linear,
		lessThanEqual(linear, vec3(0.0031308)));
	fragment = vec4(encoded, 1.0);
}
