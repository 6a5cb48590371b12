// Reads the pictures of an impostor.
uniform sampler2D pictureColors;  // linear colors, and how much is covered
uniform sampler2D pictureNormals; // normals in model space, and depth, from 0 to 1

in vec3 vertexPosition;
in vec2 within;
flat in ivec4 pictureTexels;
flat in vec4 pictureSize;
flat in vec2 mixing;
flat in vec3 tint, backward;
flat in vec3 normal0, normal1, normal2;

// The levels of the textures that pictures have to themselves.
const float coarsestLevel = 3.0;

// By how many levels pictures are sharper than a texel for each pixel: meshes have sharp edges.
const float sharpness = 0.7;

// Where to look up both phases, and at which level of the textures.
struct Lookup {
	vec2 at[2];
	float level;
};

// A build widens what is near the center, and moves what is farther from it.
Lookup lookup() {
	vec2 at = within;
	float widened = pictureSize.w * mixing.y;
	at.x = abs(at.x) < widened ? at.x / mixing.y : at.x - sign(at.x) * (widened - pictureSize.w);
	vec2 size = vec2(impostor[3], impostor[4]), texel = size * (0.5 * at / pictureSize.xy + 0.5);
	vec2 across = dFdx(texel), along = dFdy(texel);
	float level = 0.5 * log2(max(dot(across, across), dot(along, along))) - sharpness;
	level = floor(clamp(level, 0.0, coarsestLevel) + 0.5); // two levels would take twice as long
	vec2 margin = vec2(0.5 * exp2(level));
	texel = clamp(texel, margin, size - margin);
	vec2 whole = vec2(textureSize(pictureColors, 0));
	return Lookup(vec2[2]((vec2(pictureTexels.xy) + texel) / whole, (vec2(pictureTexels.zw) + texel) / whole), level);
}

vec4 pictureAt(sampler2D pictures, Lookup l) {
	int first = mixing.x < 1.0 ? 0 : 1, last = mixing.x > 0.0 ? 1 : 0;
	vec4 sum = vec4(0.0);
	for (int i = first; i <= last; i++) { // mostly one alone shows
		sum += (i == 0 ? 1.0 - mixing.x : mixing.x) * textureLod(pictures, l.at[i], l.level);
	}
	return sum;
}
