// Command tetra3d measures the renderer tetra3d for package peers: its animation player and the
// transforms of its bones, which include the skinning matrices. Its window library needs a display
// at startup; xvfb-run is enough.
package main
