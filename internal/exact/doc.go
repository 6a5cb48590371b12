// Package exact holds scalar arithmetic that gives the same bits on every machine: vectors,
// quaternions, affine transforms and the few transcendental functions that animation needs.
//
// The Go compiler may fuse a product and a sum into one instruction that rounds once instead of
// twice. It fuses on arm64, and on amd64 from GOAMD64=v3 on, also inside math.Sin and math.Acos, so
// their last bit differs between machines. The functions here use additions, multiplications,
// divisions and square roots only, each of which IEEE 754 rounds exactly, in one written order.
// Every product that feeds a sum is wrapped in a conversion, float64(a*b) + c, because the Go
// specification ("Floating-point operators") forbids fusing across an explicit conversion.
//
// Numbers:
//
//   - [Sin], [Cos], [SinCos], [Atan2] and [Acos] in float64, within 2e-15 of the true value for
//     moderate arguments;
//   - [Exp], within 4e-16 of the true value, and [Spring], a critically damped spring in closed
//     form ([NewSpring]);
//   - [IsFinite] and [AllFinite] report whether numbers are neither infinite nor NaN;
//   - [Wrap] brings a number into a range by whole multiples of its length.
//
// Geometry in float64:
//
//   - [Vec3] is a point or a direction; [ToVec3] and [Vec3.Float32] convert from and to float32.
//   - [Vector] is the same with its components as fields, for loops over many points.
//   - [Quat] is a quaternion, and at length 1 a rotation; [ToQuat] and [Quat.Float32] convert from
//     and to float32, [AxisAngle] makes a rotation.
//   - [Affine] is an affine transform: rotation, scale, shear and translation.
//
// Of affine transforms in float32, 3x4 numbers row-major:
//
//   - [LongestAxis] is how far they lengthen at most, [IsMirrored] whether they mirror.
//
// Quaternions in float32, which is how assets store rotations:
//
//   - [XYZW] and [QuatFromXYZW] convert between mathgl's quaternions and flat data;
//   - [Normalized32] and [Dot32] are the length-1 form and the dot product;
//   - [Slerp] is spherical linear interpolation.
//
// # Conventions
//
// Quaternions are stored x, y, z, w. Matrices are row-major and multiply column vectors. Angles are
// radians; rotations are right-handed, counter-clockwise when the axis points at the viewer. A
// product a·b applies b first.
package exact
