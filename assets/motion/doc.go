// Package motion is the door for everything that a layer plays. Whatever it is, it moves a time
// over a span and says which clips show at that time; a file of one kind is all that knows more.
//
//   - [Motion] is what a kind implements; [Description] is what it tells of itself once, with a
//     [Part] for each clip. The time of a [Mover] does not move steadily, a [Rebuilder] keeps
//     something of its clips, a [Renamer] can be imported by another library.
//   - [Frame] is one playback in one frame: the [Step] over the [Span], and the answers: an [Input]
//     for each clip, with a [Weight], and the steps whose markers are [Fired].
//   - [Single] is the kind that plays one clip. Packages blendspace and matching have the other
//     kinds of the library.
//   - [Asset] is a motion in a library, which knows its clips as [Clips]: [NewAsset] and
//     [NewSingle] make one. [FindClip] returns a clip for a kind that is made of it.
//   - [Paired] is a motion for several characters, with a [Role] for each. Package paired reads and
//     writes one as JSON; a [Library] finds motions by their names.
//   - [BlendInput] is what the motions of all layers of a character become.
//
// # A kind of a program
//
// A motion that sways between two clips, and is to be added by Library.AddMotion of package assets:
//
//	type sway struct{ motion.Description }
//
//	func (sway) Mix(f *motion.Frame) {
//		f.AddPart(0, float32(1-f.Step.To))
//		f.AddPart(1, float32(f.Step.To))
//		f.Fire()
//	}
//
//	id, err := library.AddMotion(sway{motion.Description{
//		Name: "sway", Kind: "sway", Seconds: 4, Parts: []motion.Part{{Clip: left}, {Clip: right}},
//	}})
//
// The result must depend on the motion and the frame alone, so that it is the same on every machine
// and after a snapshot was restored; see the exactness rule in ARCHITECTURE.md for which arithmetic
// is. Several goroutines may call the methods at once.
package motion
