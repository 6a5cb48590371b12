// Package matching moves wishes (components.Wish) and finds in databases of motion what fits them.
// It gets pointers to the components of a character and knows no world.
//
//   - [MoveWish] moves the Place of a wish by critically damped springs and predicts its points.
//   - [AlongPath] gives a wish the points of a path.
//   - [HoldDrift] keeps a wish and its character within the distance that the wish sets.
package matching
