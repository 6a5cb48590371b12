// Command textbook measures, for package peers, the pipeline as one would write it from a textbook with mathgl in float32:
// keys are found one after the other, rotations slerped, bones point to their parents, and matrices are 4x4.
package main
