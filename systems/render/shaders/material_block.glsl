layout(std140) uniform Material {
	vec4 baseColor;       // linear RGBA
	vec4 emissive;         // rgb linear; w alpha cutoff
	vec4 surface;          // x metallic; y roughness; z 1 for unlit; w alpha mode: 0 opaque, 1 mask, 2 blend
	// x normal scale; y occlusion strength; z texture coordinate set of the occlusion texture; -1
	// for no texture
	vec4 relief;
	// texture coordinate sets of base color, metallic-roughness, emissive and normal texture; -1
	// for no texture
	ivec4 textureSets;
	// for each of these and the occlusion texture, two rows of the matrix that transforms (u, v, 1)
	vec4 textureRows[10];
};
