// Package drawing draws triangles and sticks into a picture without a graphics processor, the same
// bits on every machine.
//
//   - A [Canvas] has pixels with depths. [Canvas.Triangle] and [Canvas.Stick] draw into it, and
//     [Canvas.Picture] averages it down to the picture.
//   - A [Camera] takes points of a scene to a canvas, as [Vertex] values. [NewCamera] makes one that
//     sees all points of a [Box].
//   - [Encode] and [Decode] convert between linear light and sRGB.
//
// Corners are rounded to fractions of a pixel, so that which pixels a triangle covers is decided in
// integers. All else uses only operations that IEEE 754 rounds exactly, in a written order.
package drawing
