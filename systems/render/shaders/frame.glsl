// The uniforms of a frame. Colors are linear, directions in world space and of unit length,
// distances in world units.
layout(std140) uniform Frame {
	mat4 viewProjection;        // world to clip space
	mat4 inverseViewProjection; // clip to world space
	mat4 shadowFromWorld;       // world space to the widest shadow map: x and y coordinates in it, z depth
	vec4 eye;                   // xyz position of the camera; w 1 if pixels have several samples
	vec4 lightDirection;        // xyz toward the light; w strength of its shadows, 0 to 1
	vec4 lightColor;           // rgb; w number of lights of models
	vec4 rimDirection;          // xyz toward the light behind what the camera looks at
	vec4 rimLight;              // rgb; w what multiplies the light that the camera receives
	vec4 zenith;                // rgb of the sky straight above; w 1 if the sky is the environment
	vec4 horizon;               // rgb of the sky at the horizon; w 1 for light instead of colors for the screen
	vec4 ground;                // rgb of the ground; w its height
	vec4 grid;                  // x distance between lines; y radius of the ground; z number of shadow maps; w height of a pixel, 1 away
	vec4 shadowArea;            // sphere with shadows: xyz center; w radius
	// by shadow map, the widest first: xy what is added to, and z what multiplies coordinates in the
	// widest map to get those in this one, from 0 to 1; w blur in its coordinates
	vec4 cascades[3];
	// By shadow map of the program, the widest first: world space to coordinates in its texture and
	// depth; their number, the strength of their shadows, the width of a map in texels
	mat4 programFromWorld[4];
	vec4 programShadows;
	vec4 occlusionGrid;         // xyz least corner of the grid of occluders; w 1 / length of an edge of a cell
	vec4 occlusionCells;        // xyz number of cells along the axes; w strength, 0 without occluders
	// By light of models: xyz position and w 1, or xyz direction toward the light and w 0; rgb
	// strength at distance 1 and w 1 / range, 0 for none; what the fraction of a spot's light is the
	// square of: xyz times the direction from the light, plus w
	vec4 lights[24];
	// rgb of the light that matt surfaces reflect, by spherical harmonics of their normal; w of the
	// first one: 1 if environmentMap holds the environment
	vec4 irradiance[9];
};

// Returns a point in world space in the clip space of a shadow map.
vec4 inShadowMap(int cascade, vec3 point) {
	vec3 at = (shadowFromWorld * vec4(point, 1.0)).xyz;
	at.xy = at.xy * cascades[cascade].z + cascades[cascade].xy;
	return vec4(at * 2.0 - 1.0, 1.0);
}
