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
uniform int materialValues[11];
flat in int poseTexel;              // of the first number of the pose

const int BASE_COLOR = 0, EMISSIVE = 1, EMISSIVE_STRENGTH = 2, METALLIC = 3, ROUGHNESS = 4, ALPHA_CUTOFF = 5;
const int TEXTURE_OFFSET = 6, TEXTURE_ROTATION = 7, TEXTURE_SCALE = 8;
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

vec2 textureCoordinates(int kind, vec4 sets) {
	int set = kind == OCCLUSION_TEXTURE ? int(relief.z) : textureSets[kind];
	vec3 uv = vec3(set == 1 ? sets.zw : sets.xy, 1.0);
	return vec2(dot(textureRows[2 * kind].xyz, uv), dot(textureRows[2 * kind + 1].xyz, uv));
}

// Returns the coordinates of the base color texture, whose transform clips may change.
vec2 baseColorCoordinates(vec4 sets) {
	vec2 at = textureCoordinates(0, sets);
	if (!animatedMaterial) return at;
	vec2 offset = vec2(textureRows[0].z, textureRows[1].z);
	at -= offset;
	if (isAnimated(TEXTURE_ROTATION) || isAnimated(TEXTURE_SCALE)) {
		vec2 uv = textureSets[0] == 1 ? sets.zw : sets.xy;
		if (isAnimated(TEXTURE_SCALE)) uv *= vec2(poseValue(TEXTURE_SCALE, 0), poseValue(TEXTURE_SCALE, 1));
		float angle = materialValue(TEXTURE_ROTATION, 0.0);
		at = vec2(cos(angle) * uv.x + sin(angle) * uv.y, cos(angle) * uv.y - sin(angle) * uv.x);
	}
	if (isAnimated(TEXTURE_OFFSET)) offset = vec2(poseValue(TEXTURE_OFFSET, 0), poseValue(TEXTURE_OFFSET, 1));
	return at + offset;
}
