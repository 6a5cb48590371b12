// Reads the palettes of a pool, for shaders of other programs.
uniform STREAM palettes; // three texels per matrix: its rows

int paletteTexel; // the first texel of the character's palette

void paletteMatrix(int index, out vec4 row0, out vec4 row1, out vec4 row2) {
	int at = paletteTexel + 3 * index;
	row0 = texelAt(palettes, at);
	row1 = texelAt(palettes, at + 1);
	row2 = texelAt(palettes, at + 2);
}

void skinInfluences(uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
	inout vec3 position, inout vec3 normal, inout vec4 tangent);

void skinDuals(uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
	inout vec3 position, inout vec3 normal, inout vec4 tangent);

void skinVertex(int firstTexel, uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
		inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	paletteTexel = firstTexel;
	skinInfluences(joints0, weights0, joints1, weights1, position, normal, tangent);
}

void skinVertexDual(int firstTexel, uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
		inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	paletteTexel = firstTexel;
	skinDuals(joints0, weights0, joints1, weights1, position, normal, tangent);
}
