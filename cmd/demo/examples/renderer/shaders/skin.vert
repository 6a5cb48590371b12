#version 330 core
// Moves a vertex by up to 8 joints of its character.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 joints0; // palette indices, heaviest first
layout(location = 3) in uvec4 joints1;
layout(location = 4) in vec4 weights0; // they sum to 1
layout(location = 5) in vec4 weights1;

uniform samplerBuffer palettes; // three texels per matrix: its rows
uniform int firstTexel;         // of the character's palette
uniform mat4 model;             // the character's Transform
uniform mat4 camera;            // projection · view

out vec3 worldNormal;

void add(uvec4 joints, vec4 weights, inout vec4 row0, inout vec4 row1, inout vec4 row2) {
	for (int i = 0; i < 4; i++) {
		int texel = firstTexel + 3 * int(joints[i]);
		row0 += weights[i] * texelFetch(palettes, texel);
		row1 += weights[i] * texelFetch(palettes, texel + 1);
		row2 += weights[i] * texelFetch(palettes, texel + 2);
	}
}

void main() {
	vec4 row0 = vec4(0), row1 = vec4(0), row2 = vec4(0);
	add(joints0, weights0, row0, row1, row2);
	add(joints1, weights1, row0, row1, row2);
	vec4 p = vec4(position, 1);
	gl_Position = camera * model * vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1);
	// Good enough without uneven scale; see systems/render/shaders/skin.glsl for the exact normal.
	worldNormal = mat3(model) * vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
}
