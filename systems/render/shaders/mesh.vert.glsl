layout(location = 2) in vec2 texCoord0;
layout(location = 3) in vec2 texCoord1;
layout(location = 4) in vec4 color;

out vec3 vertexPosition; // world space
out vec3 vertexNormal;
out vec4 vertexTangent;
out vec4 vertexTexCoords; // xy first set; zw second set
out vec4 vertexColor;
flat out int poseTexel;
flat out int fading;

void main() {
	poseTexel = instancePose();
	fading = instanceFading();
	worldVertex(vertexPosition, vertexNormal, vertexTangent);
	vertexTexCoords = vec4(texCoord0, texCoord1);
	vertexColor = color * instanceTint();
	gl_Position = viewProjection * vec4(vertexPosition, 1.0);
	gl_PointSize = 1.0;
}
