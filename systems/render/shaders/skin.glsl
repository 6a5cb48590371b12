// Skins vertices with matrices of palettes. The file in front of this one reads them:
//
//	void paletteMatrix(int index, out vec4 row0, out vec4 row1, out vec4 row2)
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

// Transforms a tangent as the surface moves. Mirroring flips its handedness.
vec4 transformTangent(vec3 row0, vec3 row1, vec3 row2, vec4 t) {
	float side = dot(row0, cross(row1, row2)) < 0.0 ? -t.w : t.w;
	return vec4(dot(row0, t.xyz), dot(row1, t.xyz), dot(row2, t.xyz), side);
}

// Moves a vertex from the mesh's bind space to the character's model space, by up to eight influences, each four sorted
// heaviest first; a weight of 0 ends them. The normal gets length 1. The tangent does not; its w is the handedness, or 0
// for a vertex without a tangent.
void skinInfluences(uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
		inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	vec4 row0 = vec4(0.0), row1 = vec4(0.0), row2 = vec4(0.0);
	addInfluences(joints0, weights0, row0, row1, row2);
	addInfluences(joints1, weights1, row0, row1, row2);
	position = transformPoint(row0, row1, row2, position);
	vec3 turned = transformNormal(row0.xyz, row1.xyz, row2.xyz, normal);
	float size = length(turned);
	if (size > 0.0) normal = turned / size;
	if (tangent.w != 0.0) tangent = transformTangent(row0.xyz, row1.xyz, row2.xyz, tangent);
}
