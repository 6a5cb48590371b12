// Package modifiers keeps what the solvers of characters remember (components.Modifiers), such as
// the motion of springs, and applies stacks of solvers to poses. Package assets/modifier has the
// solvers.
//
// # Outline
//
//   - [Column] is the column of the pose store that holds a [Run] for each character.
//   - [Each] calls a function for each Run, which finds the goals in the order of a frame before
//     [Modify] works toward them.
//   - [Modify] applies the stacks of a block's characters, [Repeat] shows once more what it made of
//     one pose.
//   - [CompleteModel] computes the model matrices that Modify did not compute for the solvers.
package modifiers
