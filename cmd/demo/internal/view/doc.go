// Package view draws characters: in a window, or without one into pictures and films.
//
//   - [Scene] is what to draw; [Options], after [Options.Complete], how.
//   - [Run] draws it.
//   - [Available] says whether this build can draw at all: drawing needs cgo.
package view
