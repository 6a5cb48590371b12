// What a member of a crowd shows, for the two passes that compute its matrices.

// 0 the first of the list's members; 1 their number; 2 entries of a member; 3 the first texel of
// the rig; 4 the first texel of the list in the target of the pose pass; 5 the binary logarithm of
// the width of both targets; 6 the first texel of the rig's directory; 7 joints of a member; 8 the
// first row of the list in the target of the local pass; 9 members beside each other there
uniform int crowdList[10];

const int RECORD_TEXELS = 8;

const uint SPACE = 1u << 31; // in the first word of a motion that mixes clips of a blend space

struct Affine {
	vec4 row0, row1, row2;
};

vec4 rowTimes(vec4 row, Affine m) {
	return row.x * m.row0 + row.y * m.row1 + row.z * m.row2 + vec4(0.0, 0.0, 0.0, row.w);
}

Affine times(Affine a, Affine b) { return Affine(rowTimes(a.row0, b), rowTimes(a.row1, b), rowTimes(a.row2, b)); }

Affine matrixAt(int i) { return Affine(texelAt(crowdData, i), texelAt(crowdData, i + 1), texelAt(crowdData, i + 2)); }

// Returns the first texel of a member in the target of the local pass. What does not fit in a row
// continues in the next one.
ivec2 localTexel(int member) {
	int rows = (crowdList[7] + (1 << crowdList[5]) - 1) >> crowdList[5];
	return ivec2(member % crowdList[9] * crowdList[7], crowdList[8] + member / crowdList[9] * rows);
}

// Returns what is drawn of a member of the list: the texel of its record, and the word of its
// carrier and of its fading.
uvec2 drawnMember(int member) {
	uvec4 two = wordsAt(crowdMembers, (crowdList[0] + member) >> 1);
	uvec2 drawn = ((crowdList[0] + member) & 1) == 0 ? two.xy : two.zw;
	return uvec2(drawn.x * uint(RECORD_TEXELS), drawn.y);
}

uvec2 elapsed; // since the member changed
uvec4 first, second; // its motions
uvec4 more; // what else its record says of them
float weight; // of the second motion
Layer layer;

// Reads what a member shows from its record. Returns whether it is one clip at a time of which
// there are frames that hold all entries, and then their texel of the directory and the fraction of
// the clip.
bool readShown(int record, out vec4 frames, out float fraction) {
	uvec4 since = wordsAt(crowdRecords, record);
	more = wordsAt(crowdRecords, record + 3);
	elapsed = elapsedSince(since.xy);
	weight = weightAt(uintBitsToFloat(since.z), uintBitsToFloat(more.w), uintBitsToFloat(since.w), elapsed);
	int rig = crowdList[3];
	uint slot = wordsAt(crowdRecords, record + 7).w;
	layer.weight = 0.0;
	if (slot > 0u) layer = layerOf(int(slot - 1u) * RECORD_TEXELS, rig, elapsed);
	first = second = uvec4(0u);
	if (weight < 1.0) first = wordsAt(crowdRecords, record + 1);
	if (weight > 0.0) second = wordsAt(crowdRecords, record + 2);
	if (layer.weight > 0.0 || (weight > 0.0 && weight < 1.0) || ((first.x | second.x) & SPACE) != 0u) return false;
	bool gone, later = weight > 0.0;
	vec2 at = playedPlace(later ? second : first, later ? more.y : more.x, (later ? more.z >> 4 : more.z) & 15u, rig,
		elapsed, gone);
	frames = texelAt(crowdData, crowdList[6] + int(texelAt(crowdData, int(at.x) + 2).x));
	fraction = at.y;
	return frames.x > 0.0;
}
