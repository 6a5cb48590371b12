// The pictures of impostors: a member of a crowd at some phases of a clip, from AZIMUTHS · ELEVATIONS
// directions. A picture is a part of the textures: its colors and normals are multiplied by how
// much of a texel the part covers, so that they can be filtered.
//
// The table holds for each clip of a part the texel where it begins:
//
//	0  x, y the first texel of the clip's pictures, which are rows of directions of all phases; z the
//	   number of phases, from the clip's start to its end
//	1  x, y half the width and height that a picture shows; z half the depth; w how far around its
//	   center a build widens a picture
//	2  the center of the picture of each phase in model space
//	then for each phase and direction where what the picture shows begins and ends: to the left,
//	below, to the right and above, from its center
uniform sampler2D pictureTable;

const int AZIMUTHS = 12, ELEVATIONS = 2;

// 0 the first instance's member; 1 the word that begins the list of instances, or 0 if they follow
// each other; 2 the texel of the table that names where the first clip begins; 3, 4 width and
// height of a picture in texels; 5 the first texel of a rig, whose header names the rest pose; 6
// the direction; 7 whether the member is seen from the light; 8 whether it fades in
uniform int impostor[9];

// Returns the vectors of a picture in model space, by the number of its direction: to its right,
// upward, and toward the viewer.
mat3 pictureSpace(int direction) {
	float azimuth = 6.2831853 / float(AZIMUTHS) * float(direction % AZIMUTHS);
	float elevation = direction < AZIMUTHS ? 0.0872665 : 0.7853982; // 5 and 45 degrees
	vec3 right = vec3(cos(azimuth), 0.0, -sin(azimuth));
	vec3 toward = vec3(sin(azimuth) * cos(elevation), sin(elevation), cos(azimuth) * cos(elevation));
	return mat3(right, cross(toward, right), toward);
}

// Returns the number of the direction that is next to a vector toward the viewer.
int pictureOf(vec3 toward) {
	int azimuth = int(floor(atan(toward.x, toward.z) * (float(AZIMUTHS) / 6.2831853) + 0.5)) + AZIMUTHS;
	int elevation = toward.y > 0.4663 * length(toward.xz) ? 1 : 0; // above 25 degrees
	return elevation * AZIMUTHS + azimuth % AZIMUTHS;
}

vec4 tableAt(int i) { return texelAt(pictureTable, i); }
