// Package modifier changes poses after clips are blended, so that characters react to the world:
// heads look at targets, hands and feet reach points.
//
// A [Stack] is an ordered list of solvers for the characters of one skeleton, made by a [Builder]
// that [New] begins and added to a [Library]:
//
//   - [TwoBone] bends a limb of two bones, such as a leg, so that its end reaches a target. The end
//     may keep its rotation or take that of the goal.
//   - [Aim] turns one joint, [LookAt] a chain of joints such as spine, neck and head, so that a ray
//     meets a target, within [LookLimits] and at a largest speed. Eyes may follow after the head.
//   - [Chain] bends a chain of any number of joints so that its end reaches a target, by the method
//     [FABRIK] or [CCD], a [ChainMethod], each joint within a [JointLimit].
//   - [Feet] places the feet of a character on the ground: they keep their height above it, tilt
//     with it and stay where they are planted, and the pelvis follows; a [Foot] is a leg. See
//     [Builder.Feet] for how the ground is given.
//   - [FullBody] makes several ends reach targets at once, such as hands, feet and head: each is an
//     [Effector]. [Hand] takes hold of something by a palm and a grip, and its shoulder helps.
//   - [Override] sets a joint from the goal, in the [Space] [LocalSpace] or [ModelSpace]; [Copy]
//     makes a joint copy another one, [Parent] follow it as if it were its child, and [Twist] share
//     its twist, and [AimAt] point to it; [Builder.LimitRotation] and [LimitPosition] limit a
//     joint, and [LimitDirection] where its bone points, by a [DirectionLimit] for each side.
//   - [KeepOut] turns a limb that would go through another part of the body to its own side.
//   - [SpringSettings] describe a chain of bones that swings, such as hair or a tail: [Spring] the
//     forces on its bones, [Collider] the shapes that it does not enter, by [ColliderShape], and
//     [Center] the space in which they have inertia.
//   - [Func] is a solver of the program's own, which reads and writes joints by index through a
//     [Pose].
//
// [Read] makes a stack from JSON and [stack.Stack.WriteJSON] writes one; [Schema] describes the
// documents, for editors.
//
// Each solver has a goal, which a name identifies: where it is in a frame, with its weight from 0
// to 1. Several solvers may share a goal. What a goal is for a character is in its components
// (components.Goal); see package systems.
//
// Solvers run in the order of the stack, each at full strength on what those before it left, and
// then the weight of the goal blends from the pose before to the solver's. Constraints between
// joints need no goal and are then always applied. A goal of weight 0 leaves the pose bit for bit
// as it is and costs nothing. Solvers work on 8 characters at once (package internal/solvers), with
// the same bits on every machine.
//
// Positions are in model space. The skeleton may have any size, and joints may be mirrored
// (negative scale); where a scale is not uniform, so that rotations shear, solvers come close to
// their target and do not meet it exactly.
//
// A solver with an OffLevel is left out from this level of detail on (components.LevelOfDetail):
// its weight fades within a quarter of a second. A character for which every solver is left out
// costs nothing.
//
// Solvers begin from the animated pose, not from their own last answer. Springs, largest speeds and
// levels of detail remember something, in numbers that snapshots contain. Springs are calibrated in
// substeps of 1/60 s, so that VRM's settings mean what they mean in other programs, and look the
// same at all frame rates: a tail of half a meter on a running character is at most 2 mm from where
// it is at 240 frames a second.
//
// # Units
//
// Lengths in settings are in units of model space, as the file has them, and targets in the space
// that the program says. Settings that are 0 are derived from the skeleton: the lengths and speeds
// of [Feet] from its longest leg. The forces of a [Spring] are in meters per second, since VRM's
// are, and [SpringSettings].Scale says how many meters a unit is. So a character does the same in
// meters, in centimeters, and where its Transform scales it, in proportion.
//
// A target that is not finite counts as a goal of weight 0. What else a solver does with targets
// that it cannot meet is in its documentation.
package modifier
