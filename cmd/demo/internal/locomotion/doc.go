// Package locomotion is the demo's scene of a character that is steered: it stands, walks, runs, turns, leaps and waves as a state machine
// decides, moved over the ground by the root motion of its clips and leaving footprints where events say so. Over the layers of the
// state machine lie two more that keys fade in and out: one has the arms run in step with the legs, one adds the dance of the trunk. Nothing is
// drawn here.
//
//   - [New] sets the scene; [Scene.Update] moves time on, and [Scene.Status] says in words what goes on.
//   - [Scene.Press] and [Scene.Release] steer by an [Action]; until the first, a [Script] does.
//   - [Graph] builds the state machine; [Document] is the same in JSON, from which the scene reads it.
//   - [AddMotions] files the clips, blend spaces and the mask that the state machine names.
package locomotion
