// Command textbook measures, for package peers, a textbook implementation with mathgl in float32:
// linear search for keys, slerp, joints with pointers to their parents, 4x4 matrices.
package main
