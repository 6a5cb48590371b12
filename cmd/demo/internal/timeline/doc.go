// Package timeline keeps the last seconds of a scene while it is open, and shows them under the
// picture: what each layer played, the states with their transitions, weights, events, parameters
// and goals of a character, over time. It knows no window and no page; both show it.
//
//   - [New] opens the [Timeline] of a scene. [Timeline.Advance] takes the place of the scene's own
//     update: it passes time and keeps the frame, or shows a frame of the past.
//   - [Timeline.Key] takes keys by the names that [Keys] lists, and [Timeline.Press],
//     [Timeline.Move], [Timeline.Release] and [Timeline.Wheel] what the mouse does, in pixels of the
//     drawing. [Timeline.Area] tells where something reacts.
//   - [Timeline.Draw] draws it by a [workbench.Painter], of which window and page have one each.
//   - [Timeline.GhostShape] is the character at the moment that was marked, to be drawn into the
//     picture, and [Timeline.Ghost] its bones.
//
// A scene that decides about its future by more than its world implements [Keeper], so that it can
// go on from a frame of the past. A scene that has a past before the timeline is opened is [Recorded].
package timeline
