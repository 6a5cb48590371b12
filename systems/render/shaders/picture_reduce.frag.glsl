// Averages four texels of pictures that were drawn at twice the size. Where nothing was drawn the
// normal is black, which no normal is.
uniform sampler2D pictureColors;
uniform sampler2D pictureNormals;

layout(location = 0) out vec4 outColor;
layout(location = 1) out vec4 outNormal;

void main() {
	ivec2 at = 2 * (ivec2(gl_FragCoord.xy) - ivec2(impostor[0], impostor[1]));
	outColor = outNormal = vec4(0.0);
	for (int i = 0; i < 4; i++) {
		ivec2 texel = at + ivec2(i & 1, i >> 1);
		vec4 n = texelFetch(pictureNormals, texel, 0);
		if (n.rgb == vec3(0.0)) continue;
		outColor += vec4(texelFetch(pictureColors, texel, 0).rgb, 1.0) * 0.25;
		outNormal += n * 0.25;
	}
}
