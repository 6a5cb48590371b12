// Package inspect sums up what is in a model.
//
//   - [Summarise] gathers a [Summary], which encoding/json can print.
//   - [Summary.WriteText] prints it for people: tables, and the hierarchy as a tree.
package inspect
