// Instances whose palettes come from the CPU.
layout(location = 9) in vec4 instanceRow0; // model to world space, by rows
layout(location = 10) in vec4 instanceRow1;
layout(location = 11) in vec4 instanceRow2;
// first texel of: x the palette; y the morph weights; z the numbers of the pose; w the tint, plus
// 1, or 0 for none
layout(location = 12) in uvec4 instanceBase;

uniform STREAM palettes; // three texels per matrix: its rows
uniform STREAM morphWeights; // one number per texel; the numbers of tints are among them

void instanceMatrix(out vec4 row0, out vec4 row1, out vec4 row2) {
	row0 = instanceRow0;
	row1 = instanceRow1;
	row2 = instanceRow2;
}

void paletteMatrix(int index, out vec4 row0, out vec4 row1, out vec4 row2) {
	int at = int(instanceBase.x) + 3 * index;
	row0 = texelAt(palettes, at);
	row1 = texelAt(palettes, at + 1);
	row2 = texelAt(palettes, at + 2);
}

// Return the first texel of the morph weights, and of the numbers of the pose.
int instanceMorphs() { return int(instanceBase.y); }
int instancePose() { return int(instanceBase.z); }
int instanceFading() { return 0; } // see fade.glsl

// Returns what multiplies the colors of vertices.
vec4 instanceTint() {
	if (instanceBase.w == 0u) return vec4(1.0);
	int at = int(instanceBase.w) - 1;
	return vec4(texelAt(morphWeights, at).x, texelAt(morphWeights, at + 1).x, texelAt(morphWeights, at + 2).x, 1.0);
}
