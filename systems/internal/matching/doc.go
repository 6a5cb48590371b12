// Package matching moves wishes (components.Wish) and finds in databases of motion what fits them.
// It gets pointers to the components of a character and knows no world.
//
//   - A [Matcher] searches for each [Character] when it is time to; [IsDatabase] reports whether
//     there is anything to search in, [AppendTimes] tells which future a database looks at, and
//     [Ask] what is [Asked] of it now.
//   - A [Ground] is how a character sees the world from where it stands ([Ground.StandOn]).
//   - [Springs] move the Place of a wish, critically damped, and predict its points.
//   - [AlongPath] gives a wish the points of a path.
//   - [HoldDrift] keeps a wish and its character within the distance that the wish sets.
package matching
