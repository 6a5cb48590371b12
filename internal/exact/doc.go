// Package exact holds the few transcendental functions of the animation path, with the same bits on every machine.
//
// The standard library's math.Sin and math.Acos are compiled with fused multiply-adds on some targets, so their last bit
// differs between machines. The functions here use additions, multiplications, divisions and square roots only, each of
// which IEEE 754 rounds exactly, in one written order; every product is wrapped in a conversion, which the Go
// specification ("Floating-point operators") defines to prevent fusing.
//
//   - [Sin], [Cos], [SinCos] and [Atan2], [Acos] in float64, within 2e-15 of the true value for moderate arguments;
//   - [Slerp], the spherical interpolation of unit quaternions.
package exact
