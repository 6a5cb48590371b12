// Toon shading (VRMC_materials_mtoon 1.0) of a material, in both stages.
layout(std140) uniform Toon {
	vec4 shadeColor;   // rgb; w how far the border of the shade is shifted
	// x how sharp the border is; y what multiplies the texture of the shift; z how much the ambient
	// light is the same in all directions; w how much the light multiplies the rim
	vec4 shading;
	vec4 rimColor;     // rgb; w the power of its falloff
	vec4 matcapColor;  // rgb; w how far the rim is lifted
	vec4 outlineColor; // rgb; w how much the lit surface multiplies it
	vec4 outlineWidth; // x width; y 1 if it is in heights of the image
	vec4 motion;       // of texture coordinates in a second: xy way; z turn in radians
	// texture coordinate sets of the textures for the shade, the shift, the rim, the width of the
	// outline and the mask of the motion; -1 for no texture. Then 0 if there is a matcap, or -1
	ivec4 toonSets[2];
	// for each of these textures two rows of the matrix that transforms (u, v, 1)
	vec4 toonRows[12];
};

uniform float toonSeconds; // of the motion of textures
uniform int outlinePass;   // 1 while outlines are drawn, 0 for the surface
uniform sampler2D motionMask;

// The textures by number, in the order of toonRows.
const int SHADE_TEXTURE = 0, SHIFT_TEXTURE = 1, RIM_TEXTURE = 2, OUTLINE_TEXTURE = 3, MOTION_TEXTURE = 4;
const int MATCAP_TEXTURE = 5;

int toonSet(int kind) { return toonSets[kind >> 2][kind & 3]; }

vec2 toonTransform(int kind, vec2 uv) {
	return vec2(dot(toonRows[2 * kind].xyz, vec3(uv, 1.0)), dot(toonRows[2 * kind + 1].xyz, vec3(uv, 1.0)));
}

// Returns both sets of texture coordinates after their motion, of which a fraction takes place.
vec4 moved(vec4 sets, float fraction) {
	float angle = motion.z * toonSeconds * fraction;
	mat2 turn = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
	vec2 way = 0.5 + motion.xy * toonSeconds * fraction;
	return vec4(turn * (sets.xy - 0.5) + way, turn * (sets.zw - 0.5) + way);
}

bool isMoved() { return motion.xyz != vec3(0.0); }
