// Transforms a vertex to world space: morph targets, then the matrix palette, then the instance's matrix. The file instance or
// crowd, in front of this one, reads palettes and instances.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 5) in uvec4 joints0;
layout(location = 6) in uvec4 joints1;
layout(location = 7) in vec4 weights0;
layout(location = 8) in vec4 weights1;

uniform sampler2D morphWeights; // one number per texel
uniform sampler2D morphTargets; // by target and vertex: position offset, normal offset
uniform int influences;         // per vertex: 4 or 8; 0 if the palette's first matrix moves the whole mesh
uniform int morphCount;
uniform int vertexCount;

void addInfluences(uvec4 joints, vec4 weights, inout vec4 row0, inout vec4 row1, inout vec4 row2) {
	for (int i = 0; i < 4; i++) {
		float weight = weights[i];
		if (weight == 0.0) break; // influences are sorted heaviest first
		vec4 m0, m1, m2;
		paletteMatrix(int(joints[i]), m0, m1, m2);
		row0 += weight * m0;
		row1 += weight * m1;
		row2 += weight * m2;
	}
}

void addMorphs(inout vec3 p, inout vec3 n) {
	for (int target = 0; target < morphCount; target++) {
		float weight = texelAt(morphWeights, instanceMorphs() + target).x;
		if (weight == 0.0) continue;
		int at = 2 * (target * vertexCount + gl_VertexID);
		p += weight * texelAt(morphTargets, at).xyz;
		n += weight * texelAt(morphTargets, at + 1).xyz;
	}
}

vec3 transformPoint(vec4 row0, vec4 row1, vec4 row2, vec3 p) {
	vec4 point = vec4(p, 1.0);
	return vec3(dot(row0, point), dot(row1, point), dot(row2, point));
}

// Transforms a normal by the cofactor matrix, which is the inverse transpose times the determinant. It keeps the normal
// perpendicular to the surface under any scale, and exists even if the matrix is singular. Mirroring flips its sign.
vec3 transformNormal(vec3 row0, vec3 row1, vec3 row2, vec3 n) {
	vec3 c0 = cross(row1, row2);
	vec3 turned = vec3(dot(c0, n), dot(cross(row2, row0), n), dot(cross(row0, row1), n));
	return dot(row0, c0) < 0.0 ? -turned : turned;
}

// Returns the vertex in world space. The normal does not have unit length.
void skinVertex(out vec3 worldPosition, out vec3 worldNormal) {
	vec4 world0, world1, world2;
	instanceMatrix(world0, world1, world2);
	vec3 p = position;
	vec3 n = normal;
	addMorphs(p, n);
	vec4 row0 = vec4(0.0), row1 = vec4(0.0), row2 = vec4(0.0);
	if (influences == 0) {
		paletteMatrix(0, row0, row1, row2);
	} else {
		addInfluences(joints0, weights0, row0, row1, row2);
		if (influences > 4) addInfluences(joints1, weights1, row0, row1, row2);
	}
	p = transformPoint(row0, row1, row2, p);
	n = transformNormal(row0.xyz, row1.xyz, row2.xyz, n);
	float size = length(n);
	n = size > 0.0 ? n / size : normal;
	worldPosition = transformPoint(world0, world1, world2, p);
	worldNormal = transformNormal(world0.xyz, world1.xyz, world2.xyz, n);
}
