// A bone: an octahedron from the head to the tail.
layout(location = 0) in vec3 position; // y from 0 at the head to 1 at the tail; x and z in units of half the width
layout(location = 1) in vec3 normal;
layout(location = 9) in vec4 boneHead; // xyz world space; w half of the width in world units
layout(location = 10) in vec4 boneTail; // xyz
layout(location = 11) in vec4 boneColor;

out vec3 vertexNormal;
out vec3 vertexPosition;
out vec4 vertexColor;

void main() {
	vec3 along = boneTail.xyz - boneHead.xyz;
	float size = max(length(along), 1e-12);
	vec3 y = along / size;
	vec3 x = normalize(cross(abs(y.x) < 0.8 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0), y));
	vec3 z = cross(x, y);
	vec3 wide = vec3(position.x * boneHead.w, position.y * size, position.z * boneHead.w);
	vertexPosition = boneHead.xyz + wide.x * x + wide.y * y + wide.z * z;
	vec3 n = vec3(normal.x / boneHead.w, normal.y / size, normal.z / boneHead.w);
	vertexNormal = n.x * x + n.y * y + n.z * z;
	vertexColor = boneColor;
	gl_Position = viewProjection * vec4(vertexPosition, 1.0);
}
