// Instances of a crowd, whose palettes the pose pass wrote: each member takes as many texels as it
// has entries. Entry 0 is the matrix from model to world space, entry 1 the tint and the step at
// which the member fades in its first row; the others are palettes.
uniform sampler2D crowdRow0; // the rows of the entries
uniform sampler2D crowdRow1;
uniform sampler2D crowdRow2;
uniform sampler2D crowdData; // clips and rigs
uniform highp usampler2D crowdMembers; // holds the lists of those that show a part
uniform STREAM morphWeights; // one number per texel

// 0 the first texel of the list of members; 1 the binary logarithm of the width of the textures; 2
// entries of a member; 3 the first instance's index in the list; 4 the entry of palette index 0; 5
// the texel of the table of entries by palette index, or 0 if they follow each other; 6 the first
// texel of the morph weights; 7 the word that begins the indices of the instances, to which 3 is
// added, or 0 if the instances follow each other; 8 is 1 for the level that appears where members
// fade, -1 for the one that it replaces, or 0
uniform int crowdMesh[9];

int instanceIndex() {
	if (crowdMesh[7] == 0) return crowdMesh[3] + gl_InstanceID;
	int word = crowdMesh[7] + gl_InstanceID, i = word >> 2;
	return crowdMesh[3] + int(texelFetch(crowdMembers, ivec2(i & 1023, i >> 10), 0)[word & 3]);
}

ivec2 entryTexel(int entry) {
	int i = crowdMesh[0] + instanceIndex() * crowdMesh[2] + entry;
	return ivec2(i & ((1 << crowdMesh[1]) - 1), i >> crowdMesh[1]);
}

void entryMatrix(int entry, out vec4 row0, out vec4 row1, out vec4 row2) {
	ivec2 at = entryTexel(entry);
	row0 = texelFetch(crowdRow0, at, 0);
	row1 = texelFetch(crowdRow1, at, 0);
	row2 = texelFetch(crowdRow2, at, 0);
}

void instanceMatrix(out vec4 row0, out vec4 row1, out vec4 row2) { entryMatrix(0, row0, row1, row2); }

void paletteMatrix(int index, out vec4 row0, out vec4 row1, out vec4 row2) {
	int entry = crowdMesh[4] + index;
	if (crowdMesh[5] > 0) entry = int(texelAt(crowdData, crowdMesh[5] + index).x);
	entryMatrix(entry, row0, row1, row2);
}

int instanceMorphs() { return crowdMesh[6]; }
int instancePose() { return 0; }

int instanceFading() {
	return crowdMesh[8] == 0 ? 0 : crowdMesh[8] * int(texelFetch(crowdRow0, entryTexel(1), 0).w);
}

vec4 instanceTint() { return vec4(texelFetch(crowdRow0, entryTexel(1), 0).xyz, 1.0); }
