// Transforms a vertex to world space: morph targets, then the matrix palette, then the instance's
// matrix. The file instance or crowd, two in front of this one, reads palettes and instances.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 5) in uvec4 joints0;
layout(location = 6) in uvec4 joints1;
layout(location = 7) in vec4 weights0;
layout(location = 8) in vec4 weights1;
layout(location = 13) in vec4 tangent; // w the handedness, 0 if the mesh has no tangents

// by target and vertex: position offset, normal offset and, if morphTexels is 3, tangent offset
uniform sampler2D morphTargets;
// per vertex: 4 or 8; 1 or 2 if only the heaviest counts, or two; 0 if the palette's first matrix
// moves the whole mesh
uniform int influences;
uniform int morphCount;
uniform int morphTexels; // per target and vertex: 2 or 3
uniform int vertexCount;

void addMorphs(inout vec3 p, inout vec3 n, inout vec3 t) {
	for (int target = 0; target < morphCount; target++) {
		float weight = texelAt(morphWeights, instanceMorphs() + target).x;
		if (weight == 0.0) continue;
		int at = morphTexels * (target * vertexCount + gl_VertexID);
		p += weight * texelAt(morphTargets, at).xyz;
		n += weight * texelAt(morphTargets, at + 1).xyz;
		if (morphTexels > 2) t += weight * texelAt(morphTargets, at + 2).xyz;
	}
}

// Returns the vertex in model space: morphed and skinned.
void modelVertex(out vec3 p, out vec3 n, out vec4 t) {
	p = position;
	n = normal;
	t = tangent;
#ifndef PRE_SKINNED
	addMorphs(p, n, t.xyz);
	uvec4 j = influences == 0 ? uvec4(0u) : joints0;
	vec4 w = influences < 2 ? vec4(1.0, 0.0, 0.0, 0.0) : weights0, more = influences > 4 ? weights1 : vec4(0.0);
	if (influences == 2) w = vec4(w.xy / (w.x + w.y), 0.0, 0.0);
#ifdef DUAL_QUATERNIONS
	skinDuals(j, w, joints1, more, p, n, t);
#else
	skinInfluences(j, w, joints1, more, p, n, t);
#endif
#endif
}

// Returns the vertex in world space. Normal and tangent do not have unit length; the tangent is 0
// if the mesh has none.
void worldVertex(out vec3 worldPosition, out vec3 worldNormal, out vec4 worldTangent) {
	vec3 p, n;
	vec4 t;
	modelVertex(p, n, t);
	vec4 world0, world1, world2;
	instanceMatrix(world0, world1, world2);
	worldPosition = transformPoint(world0, world1, world2, p);
	worldNormal = transformNormal(world0.xyz, world1.xyz, world2.xyz, n);
	worldTangent = vec4(0.0);
	if (t.w != 0.0) worldTangent = transformTangent(world0.xyz, world1.xyz, world2.xyz, t);
}
