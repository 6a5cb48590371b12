// Package mesh holds what is drawn: surfaces and how they look.
//
//   - [Mesh] is a surface, a list of [Primitive] values: triangles of one material in separate
//     vertex streams, or by its [Topology] lines or points. [MorphTarget] is what a morph weight
//     adds to the vertices. [Mesh.Check] validates a mesh. [Primitive.AddTangents] computes
//     tangents for a normal texture.
//   - [Material] is how a surface looks: the metallic-roughness model of glTF 2.0. [Texture] is an
//     [Image] as a material uses it, with [Wrap] modes; [AlphaMode] selects the use of alpha.
//     [DefaultMaterial] is the material of primitives without one. Package picture makes images
//     of Go's pictures.
//   - [Toon] is the shading of drawings that avatars of VRM have (MToon), in place of that model:
//     two colors, a rim, an outline. [DefaultToon] is what its specification says.
//   - [Skinning] selects how joints move a part's vertices together: linear, rigid or by dual
//     quaternions.
//
// The vertices of a skinned mesh refer to palette indices of a skin (rig.Skin), not to joints of a
// skeleton.
//
// Positions are in the mesh's own space, in meters. Triangles are counter-clockwise seen from the
// front. Texture coordinates have their origin at the top left. Colors are linear except in
// textures marked sRGB.
package mesh
