// Package figure makes copies of the mannequin that look different, and creatures of another kind,
// for the demo's scenes.
//
//   - [Proportioned] changes the lengths of limbs, the rest pose and the names of joints ([Rigs]),
//     and retargets clips, as [Proportions] say.
//   - [Wearing] adds chains of joints with a tube around each, such as a ponytail ([Chain]).
//   - [Supporter] adds things to wear, each a part of its own: a [Cap], [Hair], a [Scarf], a
//     [Pack].
//   - [Tinted] colors what joints move, each in a tint.
//   - [Separate] gives a copy a skeleton of its own.
//   - [Morphing] adds morph targets ([Shape]).
//   - [Millipede] and [Pillars] are made in code altogether: skeleton, skin and clips.
//   - [ModelJoints] and [MaterialNamed] look up parts of a model.
//
// Lengths are in meters, +Y is up, characters look along +Z.
package figure
