// One triangle that covers the screen, from the vertex IDs 0, 1 and 2.
out vec2 screen; // -1 to 1

void main() {
	screen = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4.0 - 1.0;
	gl_Position = vec4(screen, 1.0, 1.0);
}
