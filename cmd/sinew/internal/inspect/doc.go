// Package inspect summarizes the contents of a model or a graph of state machines.
//
//   - [Summarize] returns a [Summary] of a model, with [Node], [Scene], [Skin], [Mesh], [Material],
//     [Clip], [Bounds] and [Memory]. encoding/json can print it.
//   - [Summary.WriteText] prints it as text: tables, and the node hierarchy as a tree.
//   - [WriteGraph] prints a graph's state machines as tables, [WriteDOT] as a drawing for Graphviz.
//   - [WriteDatabase] prints a database of motions: what it covers, what is there twice, and what
//     never played in a session.
//   - [WritePack] prints what a pack holds.
//   - [Report] is what was found in a file, which it prints as text; encoding/json can print it.
//   - [AddPlaceholders] adds to a library the assets that a graph names and a model file cannot
//     contain, so that the graph can be resolved with the model alone.
package inspect
