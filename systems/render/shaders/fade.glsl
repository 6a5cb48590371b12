// While one level of detail of a member of a crowd replaces another, both are drawn, each at the
// pixels that the other leaves out.
flat in int fading; // n at the level that appears, in so many pixels of 64; -n at the other; else 0

// Returns the rank of a pixel in ordered dithering, 0 to 63, in a pattern of 8 x 8 pixels (B. Bayer,
// 1973).
int ditherRank(ivec2 at) {
	int y = at.y, d = at.x ^ at.y;
	return (d & 1) << 5 | (y & 1) << 4 | (d & 2) << 2 | (y & 2) << 1 | (d & 4) >> 1 | (y & 4) >> 2;
}

// Discards the fragments that the other level draws. It comes last, as what a shader asks of the
// fragments beside it is not defined after it.
void fade() {
	if (fading != 0 && (ditherRank(ivec2(gl_FragCoord.xy)) < abs(fading)) != (fading > 0)) discard;
}
