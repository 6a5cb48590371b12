// Skins vertices for passes that come later; transform feedback keeps the outputs.
out vec3 skinnedPosition; // model space
out vec3 skinnedNormal;
out vec4 skinnedTangent;

void main() {
	modelVertex(skinnedPosition, skinnedNormal, skinnedTangent);
	gl_Position = vec4(0.0);
}
