// The pose pass: each fragment computes an entry of a member, the matrix that takes it from its
// bind space to model space.

uniform sampler2D crowdRow0; // the rows of the local matrices of joints, from the local pass
uniform sampler2D crowdRow1;
uniform sampler2D crowdRow2;

layout(location = 0) out vec4 outRow0;
layout(location = 1) out vec4 outRow1;
layout(location = 2) out vec4 outRow2;

Affine wordsMatrix(highp usampler2D words, int i) {
	return Affine(uintBitsToFloat(wordsAt(words, i)), uintBitsToFloat(wordsAt(words, i + 1)),
		uintBitsToFloat(wordsAt(words, i + 2)));
}

// Returns a matrix, from bind space, with a build: what comes before it moves everything away from
// a bone, whose origin and axis follow the matrix's texels.
Affine widened(Affine m, float build, int bone) {
	vec3 origin = texelAt(crowdData, bone).xyz, axis = texelAt(crowdData, bone + 1).xyz;
	float k = dot(axis, axis) > 0.0 ? build - 1.0 : 0.0;
	vec3 across0 = k * (m.row0.xyz - dot(m.row0.xyz, axis) * axis);
	vec3 across1 = k * (m.row1.xyz - dot(m.row1.xyz, axis) * axis);
	vec3 across2 = k * (m.row2.xyz - dot(m.row2.xyz, axis) * axis);
	return Affine(m.row0 + vec4(across0, -dot(across0, origin)), m.row1 + vec4(across1, -dot(across1, origin)),
		m.row2 + vec4(across2, -dot(across2, origin)));
}

// Returns an entry at a fraction of a clip: on the parabola through three frames that hold all
// entries, which are those of an interval. The frames of a clip are the texel of the directory.
Affine framedEntry(vec4 frames, float fraction, int entry) {
	float position = fraction * frames.y;
	float frame = min(floor(position), frames.y - 1.0);
	int size = 3 * (crowdList[2] - 2);
	int at = int(frames.x) + 2 * int(frame) * size + 3 * (entry - 2);
	Affine first = matrixAt(at), middle = matrixAt(at + size), last = matrixAt(at + 2 * size);
	float u = position - frame;
	vec3 w = vec3((1.0 - u) * (1.0 - 2.0 * u), 4.0 * u * (1.0 - u), u * (2.0 * u - 1.0));
	return Affine(w.x * first.row0 + w.y * middle.row0 + w.z * last.row0,
		w.x * first.row1 + w.y * middle.row1 + w.z * last.row1,
		w.x * first.row2 + w.y * middle.row2 + w.z * last.row2);
}

// Returns an entry of a member by way of the joints.
Affine jointedEntry(int member, int entry) {
	int rig = crowdList[3];
	vec4 from = texelAt(crowdData, rig + int(texelAt(crowdData, rig).y) + entry - 2);
	Affine m = matrixAt(rig + int(from.y));
	ivec2 joints = localTexel(member);
	for (int joint = int(from.x); joint > 0; joint = int(texelAt(crowdData, rig + joint).x)) { // from 1
		ivec2 at = joints + ivec2((joint - 1) & ((1 << crowdList[5]) - 1), (joint - 1) >> crowdList[5]);
		m = times(Affine(texelFetch(crowdRow0, at, 0), texelFetch(crowdRow1, at, 0), texelFetch(crowdRow2, at, 0)), m);
	}
	return m;
}

void main() {
	outRow0 = outRow1 = outRow2 = vec4(0.0);
	int i = (int(gl_FragCoord.y) << crowdList[5]) + int(gl_FragCoord.x) - crowdList[4];
	int member = i / crowdList[2];
	int entry = i - member * crowdList[2];
	if (member >= crowdList[1]) return;
	uvec2 drawn = drawnMember(member);
	int record = int(drawn.x);
	if (entry == 0) {
		Affine world = times(wordsMatrix(crowdMembers, int(drawn.y & CARRIER)), wordsMatrix(crowdRecords, record + 4));
		outRow0 = world.row0;
		outRow1 = world.row1;
		outRow2 = world.row2;
		return;
	}
	if (entry == 1) {
		uvec4 tint = wordsAt(crowdRecords, record + 7);
		outRow0 = vec4(uintBitsToFloat(tint.xyz), float(drawn.y >> FADE_SHIFT));
		return;
	}
	vec4 frames;
	float fraction;
	Affine m;
	if (readShown(record, frames, fraction)) m = framedEntry(frames, fraction, entry);
	else m = jointedEntry(member, entry);
	float build = float(more.z >> 8) * (1.0 / 1048576.0);
	if (build != 1.0) {
		int rig = crowdList[3];
		vec4 from = texelAt(crowdData, rig + int(texelAt(crowdData, rig).y) + entry - 2);
		m = widened(m, build, rig + int(from.y) + 3);
	}
	outRow0 = m.row0;
	outRow1 = m.row1;
	outRow2 = m.row2;
}
