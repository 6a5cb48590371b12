// Package componenttable is the table of the components of package components: which there are, and
// how each is saved.
//
// Each component has its [Row] beside its definition in package components, whose Table returns all.
// Whoever needs to know what components there are reads that: snapshots and package rollback. So a
// new component is known everywhere as soon as it has a row.
//
// # Outline
//
//   - [Row] describes a component, [Saving] who saves it.
//   - [Codec] holds the functions that write and read a component; [Saved] makes a row of them.
//   - [ID] is where a component holds an ID of an asset, which snapshots translate.
//   - [OfSession], [InRecord] and [Derived] make rows of components that need no such functions.
//   - [BySnapshots] and [IndexOf] find rows in the table, [Add] adds to it, [Added] and
//     [WithAdded] return what was added.
package componenttable
