// A square around the shadow area's center, from the vertex IDs 0 to 3 of a triangle strip.
out vec3 vertexPosition;

void main() {
	vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
	vertexPosition = vec3(shadowArea.x + corner.x * grid.y, ground.w, shadowArea.z - corner.y * grid.y);
	gl_Position = viewProjection * vec4(vertexPosition, 1.0);
}
