// Package decimate makes coarser levels of a mesh by collapsing edges.
//
// [Levels] returns the mesh and levels with some 0.7 times the triangles of the one before. All use
// the mesh's own vertices: an edge collapses to one of its ends, so that texture coordinates, skin
// weights and morph targets need no new values, and a level is a list of indices. The next edge is
// the one that costs least: the quadric error of the planes around it (M. Garland and P. Heckbert,
// "Surface simplification using quadric error metrics", 1997), and what else changes there:
// normals, skin weights, colors, morph targets and, across a seam, texture coordinates. Borders
// collapse along themselves only, as do the edges where primitives meet; no triangle turns over,
// and the surface stays a surface (H. Hoppe et al., "Mesh optimization", 1993, on which collapses
// keep it one).
//
// The error of a level is measured, not estimated: the largest distance of a vertex of the mesh
// from the level's surface, in the rest pose.
//
// [KeptLevels] reads levels from a cache in a folder where they were made before, under a key of
// what they are made from ([KeyOf]).
package decimate
