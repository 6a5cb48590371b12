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

// Transforms a normal by the cofactor matrix, which is the inverse transpose times the determinant.
// It keeps the normal perpendicular to the surface under any scale, and exists even if the matrix
// is singular. Mirroring flips its sign.
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

// Transforms a vertex by a blended matrix. The normal gets length 1. The tangent does not; its w is
// the handedness, or 0 for a vertex without a tangent.
void transformVertex(vec4 row0, vec4 row1, vec4 row2, inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	position = transformPoint(row0, row1, row2, position);
	vec3 turned = transformNormal(row0.xyz, row1.xyz, row2.xyz, normal);
	float size = length(turned);
	if (size > 0.0) normal = turned / size;
	if (tangent.w != 0.0) tangent = transformTangent(row0.xyz, row1.xyz, row2.xyz, tangent);
}

// Moves a vertex from the mesh's bind space to the character's model space by linear blending, by
// up to eight influences, each four sorted heaviest first; a weight of 0 ends them.
void skinInfluences(uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
		inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	vec4 row0 = vec4(0.0), row1 = vec4(0.0), row2 = vec4(0.0);
	addInfluences(joints0, weights0, row0, row1, row2);
	addInfluences(joints1, weights1, row0, row1, row2);
	transformVertex(row0, row1, row2, position, normal, tangent);
}

// Returns the quaternion of the rotation whose matrix has these rows: the largest of four
// candidates (S. W. Shepperd, "Quaternion from rotation matrix", 1978).
vec4 quaternionOf(vec3 row0, vec3 row1, vec3 row2) {
	float trace = row0.x + row1.y + row2.z;
	vec3 s = vec3(row2.y - row1.z, row0.z - row2.x, row1.x - row0.y);
	vec3 t = vec3(row1.x + row0.y, row0.z + row2.x, row2.y + row1.z);
	vec4 q;
	if (trace > 0.0) q = vec4(s, 1.0 + trace);
	else if (row0.x > max(row1.y, row2.z)) q = vec4(1.0 + row0.x - row1.y - row2.z, t.x, t.y, s.x);
	else if (row1.y > row2.z) q = vec4(t.x, 1.0 + row1.y - row0.x - row2.z, t.z, s.y);
	else q = vec4(t.y, t.z, 1.0 + row2.z - row0.x - row1.y, s.z);
	return normalize(q);
}

// Returns the rotation that is nearest to a matrix, its polar factor, by Newton's iteration (N. J.
// Higham, "Computing the polar decomposition - with applications", 1986). That of a mirroring
// matrix is the rotation of the opposite matrix, and that of a matrix that maps all of space to a
// line or a point is none. A matrix has the same polar factor as its sum with its cofactors, which
// only such a matrix leaves singular.
vec4 rotationOf(vec3 row0, vec3 row1, vec3 row2) {
	const vec4 none = vec4(0.0, 0.0, 0.0, 1.0);
	float square = dot(row0, row0) + dot(row1, row1) + dot(row2, row2);
	if (!(square > 1e-30 && square < 1e30)) return none;
	float size = sqrt(3.0 / square);
	row0 *= size;
	row1 *= size;
	row2 *= size;
	if (dot(row0, cross(row1, row2)) < -1e-6) { // less may be the rounding of a flat one
		row0 = -row0;
		row1 = -row1;
		row2 = -row2;
	}
	for (int i = 0; i < 10; i++) {
		vec3 c0 = cross(row1, row2), c1 = cross(row2, row0), c2 = cross(row0, row1);
		vec3 d0 = c0 - row0, d1 = c1 - row1, d2 = c2 - row2;
		if (dot(d0, d0) + dot(d1, d1) + dot(d2, d2) < 1e-12) break; // only a rotation is its own cofactors
		if (i == 0) {
			row0 += c0;
			row1 += c1;
			row2 += c2;
			continue;
		}
		float determinant = dot(row0, c0);
		if (!(determinant > 1e-10)) return none;
		float norms = (dot(c0, c0) + dot(c1, c1) + dot(c2, c2)) / (dot(row0, row0) + dot(row1, row1) + dot(row2, row2));
		float factor = sqrt(sqrt(norms) / determinant);
		float inverse = 0.5 / (factor * determinant);
		factor *= 0.5;
		row0 = factor * row0 + inverse * c0;
		row1 = factor * row1 + inverse * c1;
		row2 = factor * row2 + inverse * c2;
	}
	return quaternionOf(row0, row1, row2);
}

// Returns the rows of the matrix of a quaternion times s, which is 2 for one of length 1.
void rotationRows(vec4 q, float s, out vec3 row0, out vec3 row1, out vec3 row2) {
	vec3 q2 = s * q.xyz;
	vec3 w = q.w * q2;
	float xx = q.x * q2.x, yy = q.y * q2.y, zz = q.z * q2.z, xy = q.x * q2.y, xz = q.x * q2.z, yz = q.y * q2.z;
	row0 = vec3(1.0 - (yy + zz), xy - w.z, xz + w.y);
	row1 = vec3(xy + w.z, 1.0 - (xx + zz), yz - w.x);
	row2 = vec3(xz - w.y, yz + w.x, 1.0 - (xx + yy));
}

// What dual quaternions are summed up in: rotations and translations as real and dual parts, and
// the rows of the scales.
struct DualSum {
	vec4 pivot; // the rotation of the heaviest influence
	vec4 real, dual;
	vec3 scale0, scale1, scale2;
};

void addDuals(uvec4 joints, vec4 weights, bool first, inout DualSum sum) {
	for (int i = 0; i < 4; i++) {
		float weight = weights[i];
		if (weight == 0.0) break;
		vec4 m0, m1, m2;
		paletteMatrix(int(joints[i]), m0, m1, m2);
		vec4 q = rotationOf(m0.xyz, m1.xyz, m2.xyz);
		if (first && i == 0) sum.pivot = q;
		vec3 r0, r1, r2;
		rotationRows(q, 2.0, r0, r1, r2);
		sum.scale0 += weight * (r0.x * m0.xyz + r1.x * m1.xyz + r2.x * m2.xyz);
		sum.scale1 += weight * (r0.y * m0.xyz + r1.y * m1.xyz + r2.y * m2.xyz);
		sum.scale2 += weight * (r0.z * m0.xyz + r1.z * m1.xyz + r2.z * m2.xyz);
		vec3 t = 0.5 * vec3(m0.w, m1.w, m2.w);
		if (dot(sum.pivot, q) < 0.0) weight = -weight; // both signs are the same rotation: that on the pivot's side
		sum.real += weight * q;
		sum.dual += weight * vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz));
	}
}

// Does the work of skinInfluences by dual quaternions with scale, in two phases (L. Kavan et al.,
// "Geometric skinning with approximate dual quaternion blending", 2008).
void skinDuals(uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
		inout vec3 position, inout vec3 normal, inout vec4 tangent) {
	DualSum sum = DualSum(vec4(0.0), vec4(0.0), vec4(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
	addDuals(joints0, weights0, true, sum);
	addDuals(joints1, weights1, false, sum);
	float square = dot(sum.real, sum.real);
	float s = square > 0.0 ? 2.0 / square : 0.0;
	vec4 q = sum.real;
	vec3 r0, r1, r2;
	rotationRows(q, s, r0, r1, r2);
	vec3 t = s * (q.w * sum.dual.xyz - sum.dual.w * q.xyz + cross(q.xyz, sum.dual.xyz));
	transformVertex(vec4(r0.x * sum.scale0 + r0.y * sum.scale1 + r0.z * sum.scale2, t.x),
		vec4(r1.x * sum.scale0 + r1.y * sum.scale1 + r1.z * sum.scale2, t.y),
		vec4(r2.x * sum.scale0 + r2.y * sum.scale1 + r2.z * sum.scale2, t.z), position, normal, tangent);
}
