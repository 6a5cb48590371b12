// Package inspect sums up what is in a model or a graph of state machines.
//
//   - [Summarize] gathers a [Summary], which encoding/json can print.
//   - [Summary.WriteText] prints it for people: tables, and the hierarchy as a tree.
//   - [WriteGraph] prints a graph's state machines as tables, [WriteDOT] draws them for Graphviz. [AddStandIns] has a
//     graph's clips looked up in a model alone.
package inspect
