// Draws the pictures of all phases of a clip, an instance each, from a direction. The target has a
// place for each phase and direction.
layout(location = 2) in vec2 texCoord0;
layout(location = 3) in vec2 texCoord1;
layout(location = 4) in vec4 color;

out vec4 vertexTexCoords;
out vec4 vertexColor;
out vec3 vertexNormal;
out vec3 within; // from -1 to 1 in what the picture shows, with depth

void main() {
	vec3 p, n;
	vec4 t;
	modelVertex(p, n, t);
	vertexTexCoords = vec4(texCoord0, texCoord1);
	vertexColor = color;
	vertexNormal = n;
	int entry = impostor[2]; // of the clip in the table
	within = (p - tableAt(entry + 2 + gl_InstanceID).xyz) * pictureSpace(impostor[6]) / tableAt(entry + 1).xyz;
	vec2 place = vec2(gl_InstanceID, impostor[6]), places = vec2(tableAt(entry).z, AZIMUTHS * ELEVATIONS);
	gl_Position = vec4(2.0 * (place + 0.5 + 0.5 * within.xy) / places - 1.0, -0.9 * within.z, 1.0);
}
