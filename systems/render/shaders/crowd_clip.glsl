// Members of a crowd: their records, time, and the local transforms of joints from the frames of
// clips. Package crowdstore describes the layout of the texels (Texels, RecordWords) and computes
// the same in Go (Texels.Pose).
uniform sampler2D crowdData;             // clips and rigs
uniform highp usampler2D crowdRecords;   // eight texels for each member
uniform highp usampler2D crowdMembers;   // those that are drawn; matrices of carriers

layout(std140) uniform Crowd {
	uvec4 crowdTime; // x, y the time in ticks, low and high word
};

// The second word of a member is the texel of its carrier's matrix, and above it the step at which
// the member fades.
const int FADE_SHIFT = 24;
const uint CARRIER = (1u << FADE_SHIFT) - 1u;

const uint PING_PONG = 1u, ENDS = 2u, BACKWARD = 4u, ONCE = 8u;

uvec4 wordsAt(highp usampler2D words, int i) { return texelFetch(words, ivec2(i & 1023, i >> 10), 0); }

// Returns the high word of a product.
uint mulHigh(uint a, uint b) {
	uint a0 = a & 0xffffu, a1 = a >> 16, b0 = b & 0xffffu, b1 = b >> 16;
	uint t = a1 * b0 + (a0 * b0 >> 16);
	uint u = a0 * b1 + (t & 0xffffu);
	return a1 * b1 + (t >> 16) + (u >> 16);
}

// Returns the ticks, low and high word, that have passed since a member changed: 0 before that.
uvec2 elapsedSince(uvec2 since) {
	uint low = crowdTime.x - since.x;
	uint high = crowdTime.y - since.y - (crowdTime.x < since.x ? 1u : 0u);
	return high >= 0x80000000u ? uvec2(0u) : uvec2(low, high);
}

// Returns the fraction of the clip that a motion has played, and whether it has ended. The motion:
// y the fraction of the cycle at first times 2^32; z, w its change per tick times 2^64. Whole
// numbers wrap around as cycles do, so that no time is too long.
float playedFraction(uvec4 motion, uint hold, uint flags, uvec2 elapsed, out bool ended) {
	ended = (flags & ENDS) != 0u && (elapsed.y > 0u || elapsed.x >= hold);
	if (ended) return (flags & BACKWARD) != 0u ? 0.0 : 1.0;
	uint cycle = motion.y + motion.w * elapsed.x + motion.z * elapsed.y + mulHigh(motion.z, elapsed.x);
	float fraction = float(cycle) * (1.0 / 4294967296.0);
	return (flags & PING_PONG) != 0u ? 1.0 - abs(2.0 * fraction - 1.0) : fraction;
}

// A place in a clip: the first texels of the clip, its channels and two frames, and the fraction of
// the way between these.
struct Moment {
	int clip, channels, frame, next;
	float u;
};

// Returns the first texel of the clip that a motion shows, and the fraction of it that the motion
// has played, and whether the rest pose shows instead, which the header of a rig names.
vec2 playedPlace(uvec4 motion, uint hold, uint flags, int rig, uvec2 elapsed, out bool gone) {
	bool ended;
	float fraction = playedFraction(motion, hold, flags, elapsed, ended);
	gone = ended && (flags & ONCE) != 0u;
	return vec2(gone ? texelAt(crowdData, rig).z : float(motion.x), fraction);
}

// Returns where in the frames of a clip a fraction of it is.
Moment momentOf(vec2 place) {
	float fraction = place.y;
	Moment m;
	m.clip = int(place.x);
	vec4 grid = texelAt(crowdData, m.clip), table = texelAt(crowdData, m.clip + 1);
	int frames = int(abs(table.w));
	int frame = table.w < 0.0 ? 0 : frames - 1, next = frame; // after the last cell
	m.u = 0.0;
	float position = max(0.0, grid.y + fraction * grid.z);
	if (position < grid.x) {
		float whole = floor(position);
		vec4 cell = texelAt(crowdData, m.clip + int(table.x) + int(whole));
		position = (position - whole + cell.y) * cell.w / cell.z;
		whole = min(floor(position), cell.w - 1.0);
		m.u = position - whole;
		frame = int(cell.x + whole);
		next = frame + 1 == frames ? 0 : frame + 1;
	}
	m.channels = m.clip + int(table.y);
	int first = m.clip + int(table.z) - 1; // columns count from 1
	m.frame = first + frame * int(grid.w);
	m.next = first + next * int(grid.w);
	return m;
}

// Returns a weight some time after a member changed, which moves to a target.
float weightAt(float weight, float target, float rate, uvec2 elapsed) {
	float moved = rate * (float(elapsed.y) * 4096.0 + float(elapsed.x) * (1.0 / 1048576.0));
	return weight < target ? min(target, weight + moved) : max(target, weight - moved);
}

// What a layer plays, its weight, and the first texel of its mask, or 0 for none.
struct Layer {
	Moment moment;
	float weight;
	int mask;
};

// Returns what the layer plays whose record begins at a texel.
Layer layerOf(int record, int rig, uvec2 elapsed) {
	uvec4 more = wordsAt(crowdRecords, record + 1), last = wordsAt(crowdRecords, record + 2);
	Layer l;
	bool gone;
	l.moment = momentOf(playedPlace(wordsAt(crowdRecords, record), more.x, more.y, rig, elapsed, gone));
	l.mask = int(more.z);
	vec3 w = uintBitsToFloat(uvec3(more.w, last.yx)); // the weight at first, its target and its rate
	l.weight = gone ? 0.0 : weightAt(w.x, w.y, w.z, elapsed);
	return l;
}

// Returns a part of a joint's transform, given what the clip's channel says about it.
vec4 channelValue(Moment m, float channel) {
	int column = int(channel);
	if (column <= 0) return texelAt(crowdData, m.clip - column);
	return mix(texelAt(crowdData, m.frame + column), texelAt(crowdData, m.next + column), m.u);
}

vec4 unitRotation(vec4 q) {
	float n = dot(q, q);
	return n > 0.0 ? q * inversesqrt(n) : vec4(0.0, 0.0, 0.0, 1.0);
}

void jointTransform(Moment m, int joint, out vec4 rotation, out vec3 translation, out vec3 size) {
	vec4 channel = texelAt(crowdData, m.channels + joint);
	rotation = unitRotation(channelValue(m, channel.x));
	translation = channelValue(m, channel.y).xyz;
	size = channel.w > 0.0 ? vec3(1.0) : channelValue(m, channel.z).xyz;
}
