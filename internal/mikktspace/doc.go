// Package mikktspace computes the tangents of triangles as the tools do that make normal textures,
// so that a surface is shaded as its author saw it.
//
//   - [Tangents] returns a tangent for each corner of each triangle.
//
// Method: M. Mikkelsen, "Simulation of wrinkled surfaces revisited", master's thesis, University of
// Copenhagen 2008, with the decisions of the reference implementation of 2011 (MikkTSpace), which
// glTF 2.0 names as the default. Corners of equal position, normal and texture coordinates are one
// vertex. The triangles around a vertex that are connected by edges, and whose texture has the same
// orientation, form a group. The tangent of a group is the mean of the directions of u in its
// triangles, in the plane of the normal, weighted by the angles of the triangles at the vertex.
//
// Lengths are in any unit. Texture coordinates have their origin at the top left, as in glTF: the
// bitangent w · (normal × tangent) points to where v decreases. Everything is computed in float32
// as the reference does, so that decisions about triangles without area agree, and in one written
// order.
package mikktspace
