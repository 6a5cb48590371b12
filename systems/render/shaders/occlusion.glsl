// The light from surroundings that characters keep from what is near them: capsules stand for their
// limbs.

// by cell: x the first word of its list, y the length of that; then the words of the lists, which
// are first texels of capsules; then capsules: xyz an end, w the radius; xyz the other end, w how
// far from the axis it occludes
uniform STREAM occluders;

// Returns the fraction of the light from surroundings that reaches a surface. Limbs do not occlude
// what touches them if the surface is part of a body, as it may be their own.
float openness(vec3 point, vec3 n, bool body) {
	if (occlusionCells.w == 0.0) return 1.0;
	ivec3 at = ivec3(floor((point - occlusionGrid.xyz) * occlusionGrid.w)), cells = ivec3(occlusionCells.xyz);
	if (any(lessThan(at, ivec3(0))) || any(greaterThanEqual(at, cells))) return 1.0;
	vec4 cell = texelAt(occluders, (at.z * cells.y + at.y) * cells.x + at.x);
	int first = int(cell.x), end = first + int(cell.y);
	float open = 1.0;
	for (int word = first; word < end; word++) {
		int capsule = int(texelAt(occluders, word >> 2)[word & 3]);
		vec4 a = texelAt(occluders, capsule), b = texelAt(occluders, capsule + 1);
		vec3 along = b.xyz - a.xyz;
		float part = clamp(dot(point - a.xyz, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
		vec3 toAxis = a.xyz + part * along - point;
		float away = length(toAxis), radii = away / a.w;
		if (away >= b.w) continue;
		// A sphere around the nearest point of the axis hides about this part of the light; one that
		// the horizon cuts hides less.
		float above = clamp(0.5 + 0.5 * dot(n, toAxis) / a.w, 0.0, 1.0);
		float facing = max(dot(n, toAxis) / max(away, 1e-6), above * above);
		float hidden = above * facing / max(radii * radii, 1.0) * (1.0 - smoothstep(0.5 * b.w, b.w, away));
		if (body) hidden *= smoothstep(1.0, 2.0, radii);
		open *= 1.0 - hidden;
	}
	return mix(1.0, open, occlusionCells.w);
}
