// Package solve holds the arithmetic of pose modifiers on 8 characters at a time: inverse
// kinematics, aiming, and what they share.
//
//   - [ChildModel] computes a joint's model matrices from its parent's.
//   - [Mix] blends rotations, [Limit] keeps them within a cone and a range of twist.
//   - [TwoBone] bends a limb of two bones so that its end reaches a target; [TurnTo] then turns the
//     end.
//   - [Aim] turns a joint, or a chain of joints one after the other, so that a ray meets a target;
//     [LimitTarget] limits the ray.
//   - [Reach] and [Orient] are the two halves of FABRIK: points first, then the rotations that lead
//     to them.
//
// All numbers are in rows of 8 lanes, one lane for each character: number n of lane l is at
// n*[Lanes]+l. A [Matrix] is a joint's model matrix, 3x4 and row-major, as [kernel.LocalToModel]
// writes it; a [Local] is a joint's local transform (rotation xyzw, translation, scale), as
// [kernel.Transpose] writes it. Further numbers are in an array of rows, whose meaning the types
// here document; the results are in the last rows.
//
// Each function has one description, in solvers.go and solve_*.go of the command asmgen, from which
// the plain Go, the AVX2 and the NEON version are generated: all do the same operations in the same
// order, so that their bits are equal. No function uses trigonometry: angles are given as sines and
// cosines, and half angles come from square roots.
//
// Lanes whose weight is not above 0 and lanes with numbers that are not finite keep their rotations
// bit for bit.
package solve
