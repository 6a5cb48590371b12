// A rectangle around the joints of a member in the target of the local pass, from the vertex IDs 0
// to 3 of a triangle strip; none for a member of whose clip there are frames that hold all entries.

// What the corners of a member's rectangle hand to its joints: x its record, or -1 unless it mixes
// clips of a blend space; y, z its first texel; w the mask of its layer.
flat out ivec4 localMember;
// Places in clips: the fields clip, channels, frame and next of a Moment.
flat out ivec4 firstPlace, secondPlace, layerPlace;
flat out vec3 localPlaces; // the field u of each
flat out vec2 localWeights; // of the second motion and of the layer

void main() {
	int record = int(drawnMember(gl_InstanceID).x), rig = crowdList[3];
	ivec2 at = localTexel(gl_InstanceID);
	firstPlace = secondPlace = layerPlace = localMember = ivec4(0);
	localPlaces = vec3(0.0);
	localWeights = vec2(0.0);
	vec4 frames;
	float fraction;
	gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
	if (readShown(record, frames, fraction)) return;
	bool gone, mixes = ((first.x | second.x) & SPACE) != 0u;
	Moment a, b;
	a.u = b.u = 0.0;
	if (!mixes && weight < 1.0) {
		a = momentOf(playedPlace(first, more.x, more.z & 15u, rig, elapsed, gone));
		firstPlace = ivec4(a.clip, a.channels, a.frame, a.next);
	}
	if (!mixes && weight > 0.0) {
		b = momentOf(playedPlace(second, more.y, more.z >> 4 & 15u, rig, elapsed, gone));
		secondPlace = ivec4(b.clip, b.channels, b.frame, b.next);
	}
	localMember = ivec4(mixes ? record : -1, at, 0);
	if (layer.weight > 0.0) {
		layerPlace = ivec4(layer.moment.clip, layer.moment.channels, layer.moment.frame, layer.moment.next);
		localPlaces.z = layer.moment.u;
		localMember.w = layer.mask;
	}
	localPlaces.xy = vec2(a.u, b.u);
	localWeights = vec2(weight, layer.weight);
	int width = 1 << crowdList[5];
	int rows = (crowdList[7] + width - 1) >> crowdList[5];
	int all = (crowdList[1] + crowdList[9] - 1) / crowdList[9] * rows;
	vec2 corner = vec2(at - ivec2(0, crowdList[8])) +
		vec2(min(crowdList[7], width), rows) * vec2(gl_VertexID & 1, gl_VertexID >> 1);
	gl_Position = vec4(2.0 * corner / vec2(width, all) - 1.0, 0.0, 1.0);
}
