// Members of a crowd that are small in the image are lit at their vertices, which are about as far
// apart as pixels.
layout(location = 2) in vec2 texCoord0;
layout(location = 3) in vec2 texCoord1;
layout(location = 4) in vec4 color;

out vec3 litColor; // without the texture
out vec2 baseColorAt;
flat out int fading;

void main() {
	fading = instanceFading();
	vec3 p, n;
	vec4 t;
	worldVertex(p, n, t);
	vec3 albedo = baseColor.rgb * color.rgb * instanceTint().rgb;
	n = normalize(n);
	litColor = emissive.rgb + shade(p, n, normalize(eye.xyz - p), albedo, clamp(surface.x, 0.0, 1.0),
		clamp(surface.y, 0.0, 1.0), openness(p, n, true));
	vec3 uv = vec3(textureSets.x == 1 ? texCoord1 : texCoord0, 1.0);
	baseColorAt = vec2(dot(textureRows[0].xyz, uv), dot(textureRows[1].xyz, uv));
	gl_Position = viewProjection * vec4(p, 1.0);
}
