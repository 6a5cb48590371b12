// Package kernel is the arithmetic of the frame path, on slices, knowing nothing of entities or assets.
//
// Local poses come in groups of 8 joints, each group ten rows of 8 numbers ([Rows]: rotation x y z w, translation x y z,
// scale x y z), so that an instruction works on 8 joints:
//
//   - [Weigh], [Accumulate] and [Normalize] blend local poses, [Blend] two of them in one pass.
//   - [AccumulateMasked] covers a pose by that of a layer, as far as a mask of weights by joint lets it.
//   - [Add] and [AddMasked] add differences to a pose, and by a negative weight take them away again.
//   - [Depart], [Coast] and [Settle] begin an inertialization, which [Decay] goes on with.
//
// From there on a block of 8 characters (lanes) is worked on at once, an instruction taking one number of one joint for 8
// characters, so that a chain of joints costs neither shuffles nor latency:
//
//   - [Transpose] turns the local poses of 8 characters into the block's form;
//   - [LocalToModel] walks the hierarchy, parents first;
//   - [PoseToModel] does both, group by group, and leaves out scales where they are 1;
//   - [Palette] multiplies by the inverse bind matrices and turns back to one contiguous run of 3x4 matrices a character;
//   - [PoseToPalette] does all of that;
//   - [ExtractModel] turns the model matrices of one character back;
//   - [Bounds] makes boxes around the characters from boxes around what each joint moves.
//
// And a character's vertices are skinned on the CPU:
//
//   - [Morph] adds a morph target to a stream; [Skin] moves positions, normals and tangents by a palette.
//
// # Exactness
//
// A kernel uses only operations that IEEE 754 rounds exactly, in the order that its comment writes down, so that every
// version of it gives the same bits. Products that are added to something are wrapped in a conversion, which forbids the
// compiler to fuse them.
//
// Kernels trust their callers: slices are as long as the comments say, indices are in range.
package kernel
