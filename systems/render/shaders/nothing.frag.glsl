// Draws nothing.
void main() {}
