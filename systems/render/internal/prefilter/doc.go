// Package prefilter prepares the light from all directions for drawing, on the CPU: what a matt
// surface receives, and what surfaces of several roughnesses mirror.
//
// [New] makes a [Map] of a function from directions to radiance. Its irradiance is nine numbers per
// channel (Ramamoorthi and Hanrahan, An Efficient Representation for Irradiance Environment Maps,
// 2001). Its levels are the first half of the split sum (Karis, Real Shading in Unreal Engine 4,
// 2013): the mean of the radiance over a GGX lobe, seen along the normal. The second half is a
// table, beside the levels.
package prefilter
