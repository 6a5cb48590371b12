// Package graphs makes the copies of graphs that a library keeps: with the masks and blend spaces
// that they define in it, and with a motion that was replaced.
//
//   - [AddDefinitions] is for a graph that is added, or that replaces another one, to a [Library].
//   - [ReplaceMotion] is for a library in which a motion is replaced.
//
// Neither changes the graph that it is given.
package graphs
