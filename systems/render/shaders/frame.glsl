// The uniforms of a frame. Colors are linear, directions in world space and of unit length,
// distances in world units.
layout(std140) uniform Frame {
	mat4 viewProjection;        // world to clip space
	mat4 inverseViewProjection; // clip to world space
	mat4 shadowFromWorld;       // world space to the shadow map: x and y texture coordinates, z depth
	vec4 eye;                   // xyz position of the camera
	vec4 lightDirection;        // xyz toward the light; w strength of its shadows, 0 to 1
	vec4 lightColor;           // rgb
	vec4 skyLight;              // rgb, from straight above
	vec4 groundLight;           // rgb, from straight below
	vec4 zenith;                // rgb of the sky straight above
	vec4 horizon;               // rgb of the sky at the horizon
	vec4 ground;                // rgb of the ground; w its height
	// x distance between lines; y radius of the ground; z blur of shadows in texture coordinates
	vec4 grid;
	vec4 shadowArea;            // sphere with shadows: xyz center; w radius
};
