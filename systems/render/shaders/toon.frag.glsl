uniform sampler2D shadeTexture;
uniform sampler2D shiftTexture;
uniform sampler2D rimTexture;
uniform sampler2D matcapTexture;

out vec4 fragment;

// The properties of the colors, as materialValues numbers them.
const int SHADE_COLOR = 23, MATCAP_COLOR = 24, RIM_COLOR = 25, OUTLINE_COLOR = 26;

vec3 toonColor(int property, vec3 rest) {
	if (!isAnimated(property)) return rest;
	return vec3(poseValue(property, 0), poseValue(property, 1), poseValue(property, 2));
}

// Returns the coordinates at which to look up a texture of the shading. It moves along where clips
// move the texture of the base color.
vec2 toonCoordinates(int kind, vec4 sets) {
	vec2 uv = toonSet(kind) == 1 ? sets.zw : sets.xy, at = toonTransform(kind, uv);
	if (isAnimated(TEXTURE_SCALE)) {
		vec2 rest = vec2(textureRows[0].x, textureRows[1].y);
		at += (vec2(poseValue(TEXTURE_SCALE, 0), poseValue(TEXTURE_SCALE, 1)) - rest) * uv;
	}
	if (isAnimated(TEXTURE_OFFSET)) {
		vec2 rest = vec2(textureRows[0].z, textureRows[1].z);
		at += vec2(poseValue(TEXTURE_OFFSET, 0), poseValue(TEXTURE_OFFSET, 1)) - rest;
	}
	return at;
}

// Returns how much of the base color a light shows, for the cosine of its angle to the normal; the
// rest is the color of the shade.
float toonShading(float cosine, float shift) {
	return clamp((cosine + shift + 1.0 - shading.x) / max(2.0 - 2.0 * shading.x, 1e-5), 0.0, 1.0);
}

// Returns the rim and the matcap, before the light.
vec3 glowingRim(vec3 n, vec3 toEye, vec4 sets) {
	float edge = clamp(1.0 - dot(n, toEye) + matcapColor.w, 0.0, 1.0);
	vec3 rim = toonColor(RIM_COLOR, rimColor.rgb) * (edge > 0.0 ? pow(edge, max(rimColor.w, 1e-5)) : 0.0);
	if (toonSet(MATCAP_TEXTURE) >= 0) {
		vec3 x = vec3(toEye.z, 0.0, -toEye.x);
		x = dot(x, x) > 0.0 ? normalize(x) : vec3(1.0, 0.0, 0.0); // seen from straight above or below
		vec2 at = 0.5 + 0.495 * vec2(dot(x, n), -dot(cross(toEye, x), n));
		rim += toonColor(MATCAP_COLOR, matcapColor.rgb) * texture(matcapTexture, toonTransform(MATCAP_TEXTURE, at)).rgb;
	}
	if (toonSet(RIM_TEXTURE) >= 0) rim *= texture(rimTexture, toonCoordinates(RIM_TEXTURE, sets)).rgb;
	return rim;
}

void main() {
	vec4 sets = vertexTexCoords;
	if (isMoved()) {
		float fraction = 1.0;
		if (toonSet(MOTION_TEXTURE) >= 0) {
			fraction = texture(motionMask, toonCoordinates(MOTION_TEXTURE, sets)).b;
		}
		sets = moved(sets, fraction);
	}
	vec4 base = materialBaseColor() * vertexColor;
	if (textureSets.x >= 0) base *= texture(baseColorTexture, textureCoordinates(0, sets));
	float alpha = shownAlpha(base.a);
	vec3 glow = materialEmissive();
	if (textureSets.z >= 0) glow *= texture(emissiveTexture, textureCoordinates(2, sets)).rgb;
	vec3 n = normalize(vertexNormal);
	if (textureSets.w >= 0) n = bumped(n, textureCoordinates(NORMAL_TEXTURE, sets));
	if (!gl_FrontFacing && outlinePass == 0) n = -n; // the outline has the normals of the surface
	vec3 shade = toonColor(SHADE_COLOR, shadeColor.rgb) * vertexColor.rgb;
	if (toonSet(SHADE_TEXTURE) >= 0) shade *= texture(shadeTexture, toonCoordinates(SHADE_TEXTURE, sets)).rgb;
	float shift = shadeColor.w;
	if (toonSet(SHIFT_TEXTURE) >= 0) {
		shift += shading.y * texture(shiftTexture, toonCoordinates(SHIFT_TEXTURE, sets)).r;
	}

	float lit = toonShading(dot(n, lightDirection.xyz), shift);
	if (lit > 0.0) lit *= lightReaching(vertexPosition, n);
	vec3 color = lightColor.rgb * mix(shade, base.rgb, lit);
	vec3 up = vec3(0.0, 1.0, 0.0);
	vec3 around = mix(irradianceAt(n), 0.5 * (irradianceAt(up) + irradianceAt(-up)), clamp(shading.z, 0.0, 1.0));
	color += around * base.rgb;
	vec3 received = lightColor.rgb + around;
	for (int i = 0; i < int(lightColor.w); i++) {
		vec3 toLight, strength = strengthOfLight(i, vertexPosition, toLight);
		color += strength * mix(shade, base.rgb, toonShading(dot(n, toLight), shift));
		received += strength;
	}
	// the light from behind adds no shade where it does not fall, so that it stays a rim
	if (rimLight.rgb != vec3(0.0)) color += rimLight.rgb * base.rgb * toonShading(dot(n, rimDirection.xyz), shift);
	vec3 toEye = normalize(eye.xyz - vertexPosition);
	color += glowingRim(n, toEye, sets) * mix(vec3(1.0), received, clamp(shading.w, 0.0, 1.0)) + glow;
	if (outlinePass == 1) color = toonColor(OUTLINE_COLOR, outlineColor.rgb) * mix(vec3(1.0), color, outlineColor.w);
	fragment = vec4(toneMapped(color), alpha);
	fade();
}
