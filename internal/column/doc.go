// Package column is how a feature keeps state for characters: a column of the pose store has a row
// for each character that wants one. The store knows columns and not what is in them: it moves rows
// with slots, gives them back, and saves them.
//
// # Outline
//
//   - [ID] names each column. Its order is the order in which a slot's rows are in a snapshot.
//   - [Column] is what a feature tells of itself: which component asks for a row, and how rows are
//     made and checked. It embeds [Automatic] or [Given], by who gives characters rows.
//   - [Rows] are the rows of one pool; those with places in the world are [Placed].
//   - [Set] is a set of columns.
//   - [List] and [Floats] are memory for rows, [Numbered] is both.
//   - [PutInputs], [GetInput] and [CheckInputs] are blend inputs in a snapshot.
//
// A column lives in one room with the systems that use it, below systems/internal.
package column
