layout(location = 2) in vec2 texCoord0;
layout(location = 3) in vec2 texCoord1;

out vec3 vertexPosition; // world space
out vec3 vertexNormal;
out vec4 vertexTangent;
out vec4 vertexTexCoords; // xy first set; zw second set
out vec4 vertexColor;
flat out int poseTexel;
flat out int fading;

uniform sampler2D outlineTexture;
uniform float imageHeight; // in world units, 1 away from the camera

// Returns how far the outline is from the surface, in world units.
float outlineDistance(float away) {
	float width = outlineWidth.x;
	if (toonSet(OUTLINE_TEXTURE) >= 0) {
		vec4 sets = vertexTexCoords;
		if (isMoved()) {
			float fraction = 1.0;
			if (toonSet(MOTION_TEXTURE) >= 0) {
				vec2 uv = toonSet(MOTION_TEXTURE) == 1 ? sets.zw : sets.xy;
				fraction = textureLod(motionMask, toonTransform(MOTION_TEXTURE, uv), 0.0).b;
			}
			sets = moved(sets, fraction);
		}
		vec2 uv = toonSet(OUTLINE_TEXTURE) == 1 ? sets.zw : sets.xy;
		width *= textureLod(outlineTexture, toonTransform(OUTLINE_TEXTURE, uv), 0.0).g;
	}
	if (outlineWidth.y == 1.0) return width * imageHeight * max(away, 0.0);
	vec4 row0, row1, row2; // the meters of a character that its Transform scales are as long as its own
	instanceMatrix(row0, row1, row2);
	return width * (length(row0.xyz) + length(row1.xyz) + length(row2.xyz)) / 3.0;
}

void main() {
	poseTexel = instancePose();
	fading = instanceFading();
	worldVertex(vertexPosition, vertexNormal, vertexTangent);
	vertexTexCoords = vec4(texCoord0, texCoord1);
	vertexColor = instanceTint(); // the colors of vertices have no effect
	gl_Position = viewProjection * vec4(vertexPosition, 1.0);
	float size = length(vertexNormal);
	if (outlinePass == 1 && size > 0.0) {
		vertexPosition += vertexNormal * (outlineDistance(gl_Position.w) / size);
		gl_Position = viewProjection * vec4(vertexPosition, 1.0);
	}
}
