uniform sampler2D baseColorTexture;

in vec3 litColor;
in vec2 baseColorAt;

out vec4 fragment;

void main() {
	vec3 c = litColor;
	if (textureSets.x >= 0) c *= texture(baseColorTexture, baseColorAt).rgb;
	fragment = vec4(toneMapped(c), 1.0);
	fade();
}
