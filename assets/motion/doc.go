// Package motion is the door for everything that a layer plays. Whatever it is, it moves a time
// over a span and says which clips show at that time; a file of one kind is all that knows more.
//
//   - [Motion] is what a kind implements; [Description] is what it tells of itself once, with a
//     [Part] for each clip. A [Rebuilder] keeps something of its clips, a [Renamer] can be imported
//     by another library.
//   - [Frame] is one playback in one frame: the [Step] over the [Span], and the answers: an [Input]
//     for each clip, with a [Weight], and the steps whose markers are [Fired].
//   - [Single] is the kind that plays one clip. Package blendspace has the other kind of the
//     library.
//   - [Asset] is a motion in a library, which knows its clips as [Clips].
//   - [BlendInput] is what the motions of all layers of a character become.
//
// # A kind of a program
//
// A motion that sways between two clips, and is to be added by Library.AddMotion of package assets:
//
//	func (s *sway) Describe() motion.Description {
//		return motion.Description{
//			Name: "sway", Kind: "sway", Skeleton: s.skeleton, Span: motion.Span{End: 1}, Parts: s.parts[:],
//		}
//	}
//	func (s *sway) Duration(x, y float32) float64                          { return 4 }
//	func (s *sway) Distance(f *motion.Frame, seconds float64) float64 { return seconds / 4 }
//	func (s *sway) Mix(f *motion.Frame) {
//		f.AddAlong(s.parts[0].Clip, s.left, float32(1-f.Step.To))
//		f.AddAlong(s.parts[1].Clip, s.right, float32(f.Step.To))
//		f.Fire()
//	}
//
// The result must depend on the motion and the frame alone, so that it is the same on every machine
// and after a snapshot was restored; see the exactness rule in ARCHITECTURE.md for which arithmetic
// is. Several goroutines may call the methods at once.
package motion
