layout(std140) uniform Material {
	vec4 baseColor;       // linear RGBA
	vec4 emissive;         // rgb linear; w alpha cutoff
	vec4 surface;          // x metallic; y roughness; z 1 for unlit; w alpha mode: 0 opaque, 1 mask, 2 blend
	ivec4 textureSets;     // texture coordinate sets of base color, metallic-roughness and emissive texture; -1 for no texture
	vec4 textureRows[6];   // for each of the three textures, two rows of the matrix that transforms (u, v, 1)
};

uniform sampler2D baseColorTexture;
uniform sampler2D metallicRoughnessTexture;
uniform sampler2D emissiveTexture;

vec2 textureCoordinates(int kind, vec4 sets) {
	vec3 uv = vec3(textureSets[kind] == 1 ? sets.zw : sets.xy, 1.0);
	return vec2(dot(textureRows[2 * kind].xyz, uv), dot(textureRows[2 * kind + 1].xyz, uv));
}
