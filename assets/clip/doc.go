// Package clip holds animation clips as they are authored: tracks of keyframes, markers and root
// motion.
//
//   - [Clip] is an animation of a skeleton: a list of [JointTrack] values, each the [Track] of one
//     [Property] of a joint. [NewBuilder] begins one, and a [Builder] describes it. [Clip.Sample]
//     and [Sampler] compute exact poses of it.
//   - [Track] is a value that changes over time, by an [Interpolation] between keys.
//     [NewVec3Track], [NewQuaternionTrack], [NewScalarTrack] and [NewWeightsTrack] make tracks;
//     [Cursor] makes sampling one in order cheap.
//   - [Marker] is a named time of a clip at which an event fires; [WithMarkers] adds markers to a
//     clip from a file.
//   - [MakeAdditive] turns a clip into differences from a reference pose, to be added to other
//     poses.
//   - [ExtractRootMotion] moves the motion of the whole character out of the pose, into a
//     [RootMotion]; [RootMotionOptions], with [Axes] and the [UpAxis], select which. [Motion] is
//     such a motion, [BlendMotions] blends several, [ApplyMotion] moves a character by one.
//     [NewRootMotion] and [WithRootMotion] set a motion that a tool computed.
//   - [Centered] moves a clip of a scene with several characters to the origin, and tells from
//     where.
//   - [PlayMode] and [LayerMode] select how a clip ends and how a layer combines with the layers
//     below it. A clip may say how it ends itself: [WithPlayMode]. [Clip.Loop] and [Clip.Clamp] bring
//     a time into a clip's range.
//   - [WithoutKeys] leaves out the keys that a baked form replaces; [Clip.CheckKeys] returns
//     [ErrNoKeys] for such a clip, and [Remains] with each [Extent] is what it still knows of them.
//     [NewTrack] makes a track from the numbers of another, for readers of files.
//   - [Curve] is the easing of a fade; [NewCurve] and [NewCurvePoints] make curves.
//
// Clips, tracks and curves do not change once they are made, and any number of characters and
// goroutines may share them.
//
// Times are seconds, lengths meters, angles radians. Space is right-handed with +Y up unless [UpZ]
// is chosen. Quaternions in flat data are x, y, z, w. Poses have the layout that package rig
// describes.
//
// Building and sampling use only operations that IEEE 754 rounds exactly, in one written order, so
// that every machine computes the same bits from the same file.
//
// # Additive clips
//
// An additive clip ([Clip.Additive]) holds differences between its source and a reference: the
// source's first pose, the rest pose, or a pose of another clip. A layer adds a difference to the
// pose below it with a weight from 0 to 1, which a mask may lower for each joint:
//
//   - rotation: the difference, scaled by the weight with normalized linear interpolation from the
//     identity, is applied after the pose's rotation, in the parent's space;
//   - translation and morph weights: weight · difference is added;
//   - scale: the pose's scale is multiplied by 1 - weight + weight · difference, component by
//     component.
//
// A negative weight removes what its absolute value adds. Rotations do not commute, so additive
// layers are applied in order and removed in the opposite order.
//
// # Root motion
//
// [ExtractRootMotion] takes the motion of the whole character out of a clip: from the model space
// position of one joint the chosen axes, and from its rotation the yaw. At every time, the motion
// times the pose that is left gives the original pose:
//
//	model matrix in the clip (t) = motion (t) · model matrix in the extracted clip (t),    motion (start) = identity
//
// A [Motion] is a rotation about the up axis and a translation. [RootMotion.Delta] returns the
// motion between two times of the clip, relative to the character at the first; [RootMotion.Travel]
// does the same across the ends of loops. Composed frame by frame they lead where the clip leads,
// whatever the length of the frames. The motions of clips that are blended are summed by weight
// ([BlendMotions]), which is accurate because one frame rotates little. [ApplyMotion] moves a
// character's float32 matrix without accumulating rounding errors.
//
// Baking does not change a [RootMotion]: it stays with its [Clip], in float64, with samples at the
// times of the keys and as many more as straight lines between them need. A clip that moves
// straight ahead keeps its keys. One that turns gets more, because a rotation about the character's
// origin moves a joint beside it along an arc.
package clip
