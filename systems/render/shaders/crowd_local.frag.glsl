// The local pass: each fragment computes the local matrix of a joint of a member, once for all
// entries that move with it.

// What the corners of a member's rectangle hand to its joints: x its record, or -1 unless it mixes
// clips of a blend space; y, z its first texel; w the mask of its layer.
flat in ivec4 localMember;
// Places in clips: the fields clip, channels, frame and next of a Moment.
flat in ivec4 firstPlace, secondPlace, layerPlace;
flat in vec3 localPlaces; // the field u of each
flat in vec2 localWeights; // of the second motion and of the layer

layout(location = 0) out vec4 outRow0;
layout(location = 1) out vec4 outRow1;
layout(location = 2) out vec4 outRow2;

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
Affine localMatrix(int joint, Moment a, Moment b) {
	vec4 q, q2;
	vec3 t, t2, s, s2;
	if (mixedCount > 0) {
		mixedTransform(joint, q, t, s);
	} else if (weight >= 1.0) {
		jointTransform(b, joint, q, t, s);
	} else {
		jointTransform(a, joint, q, t, s);
		if (weight > 0.0) {
			jointTransform(b, joint, q2, t2, s2);
			q = nearer(q, q2, weight);
			t = mix(t, t2, weight);
			s = mix(s, s2, weight);
		}
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

Moment momentFrom(ivec4 place, float u) { return Moment(place.x, place.y, place.z, place.w, u); }

void main() {
	ivec2 at = ivec2(gl_FragCoord.xy) - localMember.yz;
	int i = (at.y << crowdList[5]) + at.x;
	if (i >= crowdList[7]) discard; // after the last joint, where members take whole rows
	int rig = crowdList[3];
	mixedCount = 0;
	if (localMember.x >= 0) {
		vec4 frames;
		float fraction;
		readShown(localMember.x, frames, fraction);
		if (weight < 1.0) mixMotion(first, more.x, more.z & 15u, rig, elapsed, 1.0 - weight);
		if (weight > 0.0) mixMotion(second, more.y, more.z >> 4 & 15u, rig, elapsed, weight);
	}
	weight = localWeights.x;
	layer = Layer(momentFrom(layerPlace, localPlaces.z), localWeights.y, localMember.w);
	vec4 joint = texelAt(crowdData, rig + 1 + i);
	Affine m = localMatrix(int(joint.y), momentFrom(firstPlace, localPlaces.x), momentFrom(secondPlace, localPlaces.y));
	if (joint.z > 0.0) m = times(matrixAt(rig + int(joint.z)), m); // joints between that do not move
	outRow0 = m.row0;
	outRow1 = m.row1;
	outRow2 = m.row2;
}
