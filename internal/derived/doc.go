// Package derived is how packages keep what they make from assets and what takes long to make,
// without files: package assets/cache keeps it in a folder, and a program that opens none contains
// nothing of that.
//
// # Outline
//
//   - [Store] keeps bytes under keys. Package bake shows it to programs, as bake.Store.
//   - [OfLibrary] returns the store of the cache with which a library bakes.
package derived
