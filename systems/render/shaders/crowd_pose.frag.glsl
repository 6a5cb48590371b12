// The pose pass: each fragment computes an entry of a member, the matrix that takes it from its
// bind space to model space.

// 0 the first of the list's members; 1 their number; 2 entries of a member; 3 the first texel of
// the rig; 4 the first texel of the list in the target; 5 the binary logarithm of the target's
// width; 6 the first texel of the rig's directory
uniform int crowdList[7];

layout(location = 0) out vec4 outRow0;
layout(location = 1) out vec4 outRow1;
layout(location = 2) out vec4 outRow2;

const int RECORD_TEXELS = 8;

struct Affine {
	vec4 row0, row1, row2;
};

vec4 rowTimes(vec4 row, Affine m) {
	return row.x * m.row0 + row.y * m.row1 + row.z * m.row2 + vec4(0.0, 0.0, 0.0, row.w);
}

Affine times(Affine a, Affine b) { return Affine(rowTimes(a.row0, b), rowTimes(a.row1, b), rowTimes(a.row2, b)); }

Affine matrixAt(int i) { return Affine(texelAt(crowdData, i), texelAt(crowdData, i + 1), texelAt(crowdData, i + 2)); }

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

// Returns translation · rotation · scale.
Affine composed(vec4 q, vec3 t, vec3 s) {
	vec3 q2 = 2.0 * q.xyz;
	float xx = q.x * q2.x, yy = q.y * q2.y, zz = q.z * q2.z, xy = q.x * q2.y, xz = q.x * q2.z, yz = q.y * q2.z;
	vec3 w = q.w * q2;
	return Affine(
		vec4(s * vec3(1.0 - yy - zz, xy - w.z, xz + w.y), t.x),
		vec4(s * vec3(xy + w.z, 1.0 - xx - zz, yz - w.x), t.y),
		vec4(s * vec3(xz - w.y, yz + w.x, 1.0 - xx - yy), t.z));
}

Layer layer; // of the member

// What a member shows of whose motions at least one mixes clips of a blend space: where it is in each
// clip, and by which weight. Space.Weights gives at most 16 samples a weight.
const int MOST_MIXED = 32;
Moment mixed[MOST_MIXED];
float mixedWeights[MOST_MIXED];
int mixedCount; // 0 if none does

void mixIn(vec2 place, float weight) {
	if (mixedCount == MOST_MIXED) return;
	mixed[mixedCount] = momentOf(place);
	mixedWeights[mixedCount] = weight;
	mixedCount++;
}

const uint SPACE = 1u << 31; // in the first word of a motion that mixes clips of a blend space

// Returns the number, in x, and the weight of a sample in the record of a blend space.
vec2 sampleOf(int space, int i) {
	uint word = wordsAt(crowdRecords, space + 1 + (i >> 2))[i & 3];
	return vec2(float(word >> 24), float((word & 0xffffffu) + 1u) * (1.0 / 16777216.0));
}

// Returns between which sync phases a blend space is at a fraction of the time of its cycle, and how
// far on the way. The header of its record: x its first sample, y its intervals, z the seconds of a
// cycle, w the samples that have a weight.
vec3 syncInterval(int space, uvec4 header, float cycle) {
	int low = 0, high = int(header.y);
	if (high == 1) return vec3(0.0, 1.0, cycle);
	float begins = 0.0, ends = uintBitsToFloat(header.z), at = cycle * ends;
	while (high - low > 1) {
		int middle = (low + high) >> 1;
		float passed = 0.0;
		for (int i = 0; i < int(header.w); i++) {
			vec2 one = sampleOf(space, i);
			int phases = int(texelAt(crowdData, int(header.x) + int(one.x)).z);
			if (phases > 0) passed += one.y * texelAt(crowdData, phases + middle).x;
		}
		if (passed <= at) {
			low = middle;
			begins = passed;
		} else {
			high = middle;
			ends = passed;
		}
	}
	return vec3(float(low), float(high), ends > begins ? min((at - begins) / (ends - begins), 1.0) : 0.0);
}

// Mixes in what a motion shows, by a weight: a clip, or the clips of a blend space.
void mixMotion(uvec4 motion, uint hold, uint flags, int rig, uvec2 elapsed, float weight) {
	bool gone;
	vec2 place = playedPlace(motion, hold, flags, rig, elapsed, gone);
	if (gone || (motion.x & SPACE) == 0u) {
		mixIn(place, weight);
		return;
	}
	int space = int(motion.x & ~SPACE) * RECORD_TEXELS;
	uvec4 header = wordsAt(crowdRecords, space);
	vec3 interval = syncInterval(space, header, place.y);
	for (int i = 0; i < int(header.w); i++) {
		vec2 one = sampleOf(space, i);
		vec4 clip = texelAt(crowdData, int(header.x) + int(one.x));
		float fraction = place.y;
		if (clip.z > 0.0) {
			float from = texelAt(crowdData, int(clip.z) + int(interval.x)).y;
			float to = texelAt(crowdData, int(clip.z) + int(interval.y)).y;
			fraction = fract(from * (1.0 - interval.z) + to * interval.z);
			if (fraction == 0.0 && place.y >= 1.0) fraction = 1.0; // the end of the clip, not its start
		}
		mixIn(vec2(clip.x, fraction), weight * one.y);
	}
}

// Returns the weighted sum of the transforms of a joint in all that is mixed. The rotation does not
// have length 1.
void mixedTransform(int joint, out vec4 rotation, out vec3 translation, out vec3 size) {
	rotation = vec4(0.0);
	translation = size = vec3(0.0);
	for (int i = 0; i < mixedCount; i++) {
		vec4 q;
		vec3 t, s;
		jointTransform(mixed[i], joint, q, t, s);
		float weight = mixedWeights[i];
		rotation += (dot(rotation, q) < 0.0 ? -weight : weight) * q;
		translation += weight * t;
		size += weight * s;
	}
}

// Returns the sum of two rotations by a weight, along the shorter arc. It does not have length 1.
vec4 nearer(vec4 q, vec4 q2, float weight) {
	return (1.0 - weight) * q + (dot(q, q2) < 0.0 ? -weight : weight) * q2;
}

// Returns the local matrix of a joint, blended between two moments and with the layer, as the CPU
// does: rotations along the shorter arc, normalized in the end.
Affine localMatrix(int joint, Moment a, Moment b, float weight) {
	vec4 q, q2;
	vec3 t, t2, s, s2;
	if (mixedCount > 0) {
		mixedTransform(joint, q, t, s);
		weight = 0.0;
	} else {
		if (weight < 1.0) jointTransform(a, joint, q, t, s);
		if (weight > 0.0) jointTransform(b, joint, q2, t2, s2);
	}
	if (weight >= 1.0) {
		q = q2;
		t = t2;
		s = s2;
	} else if (weight > 0.0) {
		q = nearer(q, q2, weight);
		t = mix(t, t2, weight);
		s = mix(s, s2, weight);
	}
	if (layer.weight > 0.0) {
		float over = layer.mask > 0 ? layer.weight * texelAt(crowdData, layer.mask + joint).x : layer.weight;
		if (over > 0.0) {
			jointTransform(layer.moment, joint, q2, t2, s2);
			q = nearer(q, q2, over);
			t = mix(t, t2, over);
			s = mix(s, s2, over);
		}
	}
	return composed(unitRotation(q), t, s);
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

// Returns an entry by way of the joints, blended between two moments.
Affine blendedEntry(Moment a, Moment b, float weight, int entry) {
	int rig = crowdList[3];
	vec4 from = texelAt(crowdData, rig + int(texelAt(crowdData, rig).y) + entry - 2);
	Affine m = matrixAt(rig + int(from.y));
	for (int joint = int(from.x); joint > 0;) {
		vec4 j = texelAt(crowdData, rig + joint);
		m = times(localMatrix(int(j.y), a, b, weight), m);
		if (j.z > 0.0) m = times(matrixAt(rig + int(j.z)), m);
		joint = int(j.x);
	}
	return m;
}

void main() {
	outRow0 = outRow1 = outRow2 = vec4(0.0);
	int i = (int(gl_FragCoord.y) << crowdList[5]) + int(gl_FragCoord.x) - crowdList[4];
	int member = i / crowdList[2];
	int entry = i - member * crowdList[2];
	if (member >= crowdList[1]) return;
	uvec4 two = wordsAt(crowdMembers, (crowdList[0] + member) >> 1);
	uvec2 drawn = ((crowdList[0] + member) & 1) == 0 ? two.xy : two.zw; // the record, the carrier and fading
	int record = int(drawn.x) * RECORD_TEXELS;
	if (entry == 0) {
		Affine world = times(wordsMatrix(crowdMembers, int(drawn.y & CARRIER)), wordsMatrix(crowdRecords, record + 4));
		outRow0 = world.row0;
		outRow1 = world.row1;
		outRow2 = world.row2;
		return;
	}
	uvec4 tint = wordsAt(crowdRecords, record + 7); // and the slot of the layer
	if (entry == 1) {
		outRow0 = vec4(uintBitsToFloat(tint.xyz), float(drawn.y >> FADE_SHIFT));
		return;
	}
	uvec4 since = wordsAt(crowdRecords, record), more = wordsAt(crowdRecords, record + 3);
	uvec2 elapsed = elapsedSince(since.xy);
	float weight = weightAt(uintBitsToFloat(since.z), uintBitsToFloat(more.w), uintBitsToFloat(since.w), elapsed);
	int rig = crowdList[3];
	layer.weight = 0.0;
	if (tint.w > 0u) layer = layerOf(int(tint.w - 1u) * RECORD_TEXELS, rig, elapsed);

	Affine m;
	bool gone, framed = layer.weight <= 0.0 && (weight <= 0.0 || weight >= 1.0), spaces = false;
	uvec4 first = uvec4(0u), second = uvec4(0u);
	if (weight < 1.0) first = wordsAt(crowdRecords, record + 1);
	if (weight > 0.0) second = wordsAt(crowdRecords, record + 2);
	mixedCount = 0;
	if (((first.x | second.x) & SPACE) != 0u) {
		framed = false;
		spaces = true;
		if (weight < 1.0) mixMotion(first, more.x, more.z & 15u, rig, elapsed, 1.0 - weight);
		if (weight > 0.0) mixMotion(second, more.y, more.z >> 4 & 15u, rig, elapsed, weight);
	}
	if (framed) {
		bool shown = weight > 0.0;
		vec2 at = playedPlace(shown ? second : first, shown ? more.y : more.x,
			(shown ? more.z >> 4 : more.z) & 15u, rig, elapsed, gone);
		vec4 frames = texelAt(crowdData, crowdList[6] + int(texelAt(crowdData, int(at.x) + 2).x));
		framed = frames.x > 0.0;
		if (framed) m = framedEntry(frames, at.y, entry);
	}
	if (!framed) {
		Moment a, b;
		if (!spaces && weight < 1.0) a = momentOf(playedPlace(first, more.x, more.z & 15u, rig, elapsed, gone));
		if (!spaces && weight > 0.0) b = momentOf(playedPlace(second, more.y, more.z >> 4 & 15u, rig, elapsed, gone));
		m = blendedEntry(a, b, weight, entry);
	}
	float build = float(more.z >> 8) * (1.0 / 1048576.0);
	if (build != 1.0) {
		vec4 from = texelAt(crowdData, rig + int(texelAt(crowdData, rig).y) + entry - 2);
		m = widened(m, build, rig + int(from.y) + 3);
	}
	outRow0 = m.row0;
	outRow1 = m.row1;
	outRow2 = m.row2;
}
