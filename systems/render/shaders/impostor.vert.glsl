// An impostor: a member of a crowd as a rectangle with a picture of the phase that it shows, from
// the direction from which it is seen, cut to what that shows. The rectangle stands as the picture was taken, so that it
// shrinks with the angle from which it is seen as the member would.
out vec3 vertexPosition; // world space
#ifdef LIT
out vec2 reaching; // the fractions of the directional light, and of that from surroundings
#endif
out vec2 within;         // from the center of the picture, in units of model space
flat out ivec4 pictureTexels; // the first texels of the pictures of two phases
flat out vec4 pictureSize;    // half the width and height; depth; how far a build widens it
flat out vec2 mixing;         // of the phases; the build
flat out vec3 tint, backward; // backward is from the center of the picture toward the viewer, in world space
flat out int fading;
flat out vec3 normal0, normal1, normal2; // rows of the matrix that takes normals to world space

uniform int cascade; // whose shadow map is drawn

const int RECORD_TEXELS = 8;

vec4 floatsAt(highp usampler2D words, int i) { return uintBitsToFloat(wordsAt(words, i)); }

void main() {
	int member = impostor[0] + gl_InstanceID;
	if (impostor[1] > 0) {
		int word = impostor[1] + gl_InstanceID;
		member = int(wordsAt(crowdMembers, word >> 2)[word & 3]);
	}
	uvec4 two = wordsAt(crowdMembers, member >> 1);
	uvec2 shown = (member & 1) == 0 ? two.xy : two.zw; // the record, the carrier and fading
	fading = impostor[8] == 0 ? 0 : int(shown.y >> FADE_SHIFT);
	int by = int(shown.y & CARRIER);
	int record = int(shown.x) * RECORD_TEXELS;
	vec4 o0 = floatsAt(crowdRecords, record + 4), o1 = floatsAt(crowdRecords, record + 5),
		o2 = floatsAt(crowdRecords, record + 6);
	mat4 own = transpose(mat4(o0, o1, o2, vec4(0.0, 0.0, 0.0, 1.0)));
	mat4 carrier = transpose(mat4(floatsAt(crowdMembers, by), floatsAt(crowdMembers, by + 1),
		floatsAt(crowdMembers, by + 2), vec4(0.0, 0.0, 0.0, 1.0)));
	mat4 world = carrier * own;

	uvec4 since = wordsAt(crowdRecords, record), more = wordsAt(crowdRecords, record + 3);
	uvec2 elapsed = elapsedSince(since.xy);
	float weight = weightAt(uintBitsToFloat(since.z), uintBitsToFloat(more.w), uintBitsToFloat(since.w), elapsed);
	bool second = weight >= 0.5, gone;
	vec2 place = playedPlace(wordsAt(crowdRecords, record + (second ? 2 : 1)), second ? more.y : more.x,
		(second ? more.z >> 4 : more.z) & 15u, impostor[5], elapsed, gone);
	int entry = int(tableAt(impostor[2] + int(texelAt(crowdData, int(place.x) + 2).y)).x);
	vec4 begin = tableAt(entry); // of the pictures
	float phase = place.y * (begin.z - 1.0);
	int first = min(int(phase), int(begin.z) - 2);
	// pictures replace each other quickly, so that they show less of both
	mixing = vec2(smoothstep(0.35, 0.65, phase - float(first)), float(more.z >> 8) * (1.0 / 1048576.0));
	pictureSize = tableAt(entry + 1);
	vec3 center = mix(tableAt(entry + 2 + first).xyz, tableAt(entry + 3 + first).xyz, phase - float(first));

	mat3 turned = mat3(world);
	vec3 toViewer = impostor[7] != 0 ? lightDirection.xyz : eye.xyz - (world * vec4(center, 1.0)).xyz;
	int direction = pictureOf(inverse(turned) * toViewer);
	mat3 space = pictureSpace(direction);
	ivec2 size = ivec2(impostor[3], impostor[4]), at = ivec2(begin.xy) + size * ivec2(first, direction);
	pictureTexels = ivec4(at, at + ivec2(size.x, 0));

	// around what both pictures show, and the pixel beside it
	int edges = entry + 2 + int(begin.z) + AZIMUTHS * ELEVATIONS * first + direction;
	vec4 e = tableAt(edges), e2 = tableAt(edges + AZIMUTHS * ELEVATIONS);
	bvec2 upper = bvec2(gl_VertexID & 1, gl_VertexID >> 1);
	float beside = 0.0; // a shadow ends where half of a pixel is covered
	if (impostor[7] == 0) {
		float pixel = grid.w * (viewProjection * world * vec4(center, 1.0)).w;
		beside = pixel / max(length(turned * space[0]), 1e-30);
	}
	vec2 edge = mix(min(e.xy, e2.xy) - beside, max(e.zw, e2.zw) + beside, vec2(upper));
	edge.x += clamp(edge.x, -pictureSize.w, pictureSize.w) * (mixing.y - 1.0); // by the build
	vec2 most = pictureSize.xy + vec2(pictureSize.w * (mixing.y - 1.0), 0.0);
	within = clamp(edge, -most, most);
	vertexPosition = (world * vec4(center + space * vec3(within, 0.0), 1.0)).xyz;
	backward = turned * space[2];
	tint = uintBitsToFloat(wordsAt(crowdRecords, record + 7).xyz);
	mat3 rows = transpose(turned);
	float side = dot(rows[0], cross(rows[1], rows[2])) < 0.0 ? -1.0 : 1.0;
	normal0 = side * cross(rows[1], rows[2]);
	normal1 = side * cross(rows[2], rows[0]);
	normal2 = side * cross(rows[0], rows[1]);
#ifdef LIT
	// in front of what the member itself keeps from the light
	vec3 surface = vertexPosition + lightDirection.xyz * length(turned * space[0]) * pictureSize.x;
	reaching = vec2(lightReaching(surface, lightDirection.xyz), openness(surface, normalize(backward), true));
#endif
	gl_Position = viewProjection * vec4(vertexPosition, 1.0);
	if (impostor[7] != 0) gl_Position = inShadowMap(cascade, vertexPosition);
}
