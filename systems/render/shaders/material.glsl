uniform sampler2D baseColorTexture;
uniform sampler2D metallicRoughnessTexture;
uniform sampler2D emissiveTexture;
uniform sampler2D normalTexture;
uniform sampler2D occlusionTexture;

// The values of a character's materials, if clips change them: they replace the values of the
// block.
uniform STREAM morphWeights; // one number per texel
uniform bool animatedMaterial;      // whether clips change the material
// by property, the offset of its first number in a pose; -1 for a value of the block
uniform int materialValues[27];
flat in int poseTexel;              // of the first number of the pose

const int BASE_COLOR = 0, EMISSIVE = 1, EMISSIVE_STRENGTH = 2, METALLIC = 3, ROUGHNESS = 4, ALPHA_CUTOFF = 5;
const int TEXTURE_OFFSET = 6, TEXTURE_ROTATION = 7, TEXTURE_SCALE = 8;
// the transforms of the other textures follow, and then the colors of toon shading
const int NORMAL_SCALE = 9, OCCLUSION_STRENGTH = 10;

bool isAnimated(int property) { return animatedMaterial && materialValues[property] >= 0; }

float poseValue(int property, int i) { return texelAt(morphWeights, poseTexel + materialValues[property] + i).x; }

float materialValue(int property, float rest) { return isAnimated(property) ? poseValue(property, 0) : rest; }

vec4 materialBaseColor() {
	if (!isAnimated(BASE_COLOR)) return baseColor;
	return vec4(poseValue(BASE_COLOR, 0), poseValue(BASE_COLOR, 1), poseValue(BASE_COLOR, 2), poseValue(BASE_COLOR, 3));
}

vec3 materialEmissive() {
	vec3 color = emissive.rgb;
	if (isAnimated(EMISSIVE)) color = vec3(poseValue(EMISSIVE, 0), poseValue(EMISSIVE, 1), poseValue(EMISSIVE, 2));
	return color * materialValue(EMISSIVE_STRENGTH, 1.0);
}

float materialCutoff() { return materialValue(ALPHA_CUTOFF, emissive.w); }

// The textures by number, in the order of textureRows.
const int NORMAL_TEXTURE = 3, OCCLUSION_TEXTURE = 4;

// Returns the property of a texture that is what a property of a transform is of the base color
// texture.
int ofTexture(int kind, int property) { return kind == 0 ? property : property + 3 * kind + 2; }

// Returns the coordinates at which to look up a texture. Clips may change its transform.
vec2 textureCoordinates(int kind, vec4 sets) {
	int set = kind == OCCLUSION_TEXTURE ? int(relief.z) : textureSets[kind];
	vec2 uv = set == 1 ? sets.zw : sets.xy;
	vec4 row0 = textureRows[2 * kind], row1 = textureRows[2 * kind + 1];
	vec2 at = vec2(dot(row0.xyz, vec3(uv, 1.0)), dot(row1.xyz, vec3(uv, 1.0)));
	if (!animatedMaterial) return at;
	int moved = ofTexture(kind, TEXTURE_OFFSET);
	int turned = ofTexture(kind, TEXTURE_ROTATION), scaled = ofTexture(kind, TEXTURE_SCALE);
	vec2 offset = vec2(row0.z, row1.z);
	if (isAnimated(turned) || isAnimated(scaled)) {
		if (isAnimated(scaled)) uv *= vec2(poseValue(scaled, 0), poseValue(scaled, 1));
		float angle = materialValue(turned, 0.0);
		at = offset + vec2(cos(angle) * uv.x + sin(angle) * uv.y, cos(angle) * uv.y - sin(angle) * uv.x);
	}
	if (isAnimated(moved)) at += vec2(poseValue(moved, 0), poseValue(moved, 1)) - offset;
	return at;
}
