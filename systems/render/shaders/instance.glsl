// Instances whose palettes come from the CPU.
layout(location = 9) in vec4 instanceRow0; // model to world space, by rows
layout(location = 10) in vec4 instanceRow1;
layout(location = 11) in vec4 instanceRow2;
// first texel of: x the palette; y the morph weights; z the numbers of the pose
layout(location = 12) in uvec3 instanceBase;

uniform STREAM palettes; // three texels per matrix: its rows

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

// Returns what multiplies the colors of vertices.
vec4 instanceTint() { return vec4(1.0); }
