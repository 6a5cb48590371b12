// The colors and normals of a picture, without light.
uniform sampler2D baseColorTexture;

in vec4 vertexTexCoords;
in vec4 vertexColor;
in vec3 vertexNormal;
in vec3 within;

layout(location = 0) out vec4 outColor;
layout(location = 1) out vec4 outNormal;

void main() {
	if (any(greaterThan(abs(within), vec3(1.0)))) discard; // what belongs into another picture
	outColor = vec4(baseColor.rgb * vertexColor.rgb, 1.0);
	vec3 uv = vec3(textureSets.x == 1 ? vertexTexCoords.zw : vertexTexCoords.xy, 1.0);
	vec2 at = vec2(dot(textureRows[0].xyz, uv), dot(textureRows[1].xyz, uv));
	if (textureSets.x >= 0) outColor.rgb *= texture(baseColorTexture, at).rgb;
	outNormal = 0.5 + 0.5 * vec4(normalize(vertexNormal), within.z);
}
