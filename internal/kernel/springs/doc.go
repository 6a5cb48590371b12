// Package springs holds the arithmetic of bones that swing, on 8 characters at a time.
//
//   - [Motion], [Center] and [Gravity] prepare a frame, [Carry], [Attach] and [AttachNormal] what
//     the frame before left.
//   - [Joint] simulates a substep of a bone; [Move] and [Turn] are its halves, with colliders
//     between: [Push], [Plane], [Nearest], and [Depth] and [Height], which find out whether they
//     are needed. [At] moves colliders in a substep.
//   - [Out] computes the rotation of a joint.
//   - [Link] is a bone without colliders in a frame of one substep: [Link.Solve] does at once what
//     [Joint], [Carry] and [Out] do.
//   - [Gather] and [Scatter] take what each character remembers into rows and back.
//
// Numbers are in rows of 8 lanes as in package solve, and each function has one description, in
// spring.go of the command asmgen, and for colliders in its spring_collider.go, from which the
// plain Go, the AVX2, the NEON and the WebAssembly version are generated with equal bits.
package springs
