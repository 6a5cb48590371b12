// Package feet holds the arithmetic of foot placement, on 8 characters at a time.
//
//   - [NewFrame] prepares a frame: the inverse of the Transforms.
//   - [Plant] decides where a foot stands: how high the ground is, how it is tilted, and whether it
//     is locked. It is called for one foot after the other, and collects how far the pelvis may
//     move.
//   - [Pelvis] moves the pelvis.
//   - [Bend] bends a leg to where its foot stands, and turns the foot.
//
// Numbers are in rows of 8 lanes as in package solve, and each function has one description, in
// feet.go of the command asmgen, from which the plain Go version and the AVX2 version are generated
// with equal bits.
package feet
