// Package courses makes clips of the mannequin that move over the ground by themselves, as authored
// clips with root motion do. Databases for motion matching, demos and tests are made of them.
//
//   - [Traveling] lets a clip of the mannequin move along a line or a circle.
//   - [Stepping] makes a walk or a run with steps for a curved path or for turning on the spot.
//   - [Roaming] makes clips of any length in which a character makes [Move]s: walks, runs,
//     sidesteps, stops and pivots, on level ground and on slopes.
//
// Markers tell where a foot meets the ground, as in "walk" and "run". The clips suit the mannequin
// and its companion, whose skeletons differ in lengths alone. ExtractRootMotion of package
// [github.com/sinew-go/sinew/assets/clip] separates the movement over the ground from the pose.
//
// # Method
//
// The course comes first: where the root is at each time. The steps follow from it: a foot stands
// beside the course in the middle of its time on the ground, and between two steps a leg swings as
// in "walk" and "run". Legs, arms and feet then make way for each other. Every operation is exactly
// rounded and in a fixed order, so that every machine computes the same bits.
package courses
