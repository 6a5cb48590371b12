// The shadow of an impostor: its picture from the light.
void main() {
	if (pictureAt(pictureColors, lookup()).a < 0.5) discard;
	fade();
}
