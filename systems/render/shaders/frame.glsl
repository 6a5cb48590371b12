// What every shader of a frame shares. Colors are linear, directions have unit length, distances are in world units.
layout(std140) uniform Frame {
	mat4 viewProjection;        // world to clip
	mat4 inverseViewProjection; // clip to world
	mat4 shadowFromWorld;       // world to the shadow map: x and y its texture coordinates, z its depth
	vec4 eye;                   // xyz position of the camera
	vec4 lightDirection;        // xyz toward the light; w the strength of its shadows
	vec4 lightColor;           // rgb
	vec4 skyLight;              // rgb, from straight above
	vec4 groundLight;           // rgb, from straight below
	vec4 zenith;                // rgb of the background straight above
	vec4 horizon;               // rgb of the background at the horizon
	vec4 ground;                // rgb of the ground; w its height
	vec4 grid;                  // x distance between lines; y radius at which the ground has faded; z blur of shadows in the map's coordinates; w unused
	vec4 shadowArea;            // xyz center; w radius
};
