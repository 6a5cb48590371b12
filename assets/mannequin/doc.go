// Package mannequin makes the built-in character: a humanoid of 67 joints with a smooth skinned surface and looping clips,
// all of it computed, so that demos, examples and benchmarks need no file.
package mannequin
