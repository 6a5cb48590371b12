// Package waves finds in which order the characters of a frame are posed, where some depend on
// others: a rider on a horse's back, a hand on another character's shoulder.
//
// # Outline
//
//   - [Graph] holds who depends on whom: [Graph.Add] and [Graph.Depend] fill it, [Graph.Solve]
//     finds the waves.
//   - [Graph.Divide] tells the pose store.
package waves
