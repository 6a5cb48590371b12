// Command tetra3d measures the renderer tetra3d for package peers: its animation player, and the transforms of its bones, which
// bring the matrices of the skin with them. Its window library wants a display to begin, xvfb-run will do.
package main
