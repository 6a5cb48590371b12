// Package isosurface turns a signed distance field into a closed triangle mesh.
//
//   - [Solid] is a rounded cone or an ellipsoid; see [NewCone] and [NewEllipsoid].
//   - [Group] is a smooth union of solids, [Field] the plain union of groups. [NewField] prepares
//     one.
//   - [Field.Distance], [Field.Nearest], [Field.Gradient], [Field.Normal], [Field.Project] and
//     [Field.Openness] query a field.
//   - [Mesh] makes a [Surface], whose vertices lie on the zero surface of the field.
//   - [Surface.CutRegions] cuts a surface along the borders of [Region] values and labels its
//     triangles.
//   - [Surface.Edges] lists the edges of a surface.
//
// # Conventions
//
// Lengths are in meters. Distances are negative inside. A field is symmetric about the plane x = 0:
// its solids describe the half with x >= 0, and [Fold] maps a point to that half. Triangles are
// counter-clockwise as seen from outside.
//
// # Method
//
// An octree finds the cells near the surface; solids and details choose their size. Surface nets on
// that octree give the polygons: each lattice edge that the surface crosses has one, whose corners
// are the cells around the edge (S. F. F. Gibson, "Constrained elastic surface nets", 1998; T. Ju
// and others, "Dual contouring of Hermite data", 2002, for cells of different sizes). Each sheet of
// the surface through a cell becomes a vertex. Relaxing moves vertices toward the middle of their
// neighbors and back onto the surface.
//
// Every product that feeds a sum is converted explicitly, and nothing depends on the order of a
// map, so that every machine makes the same bits.
package isosurface
