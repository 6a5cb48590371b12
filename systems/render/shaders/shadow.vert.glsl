layout(location = 2) in vec2 texCoord0;
layout(location = 3) in vec2 texCoord1;
layout(location = 4) in vec4 color;

out vec4 vertexTexCoords;
out float vertexAlpha;
flat out int poseTexel;
flat out int fading;

uniform int cascade; // whose shadow map is drawn

void main() {
	poseTexel = instancePose();
	fading = instanceFading();
	vec3 p, n;
	vec4 t;
	worldVertex(p, n, t);
	vertexTexCoords = vec4(texCoord0, texCoord1);
	vertexAlpha = color.a;
	gl_Position = inShadowMap(cascade, p);
}
