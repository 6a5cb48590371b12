//go:build ignore

// Command count_names counts the exported names and methods of packages. Standard input has a line
// for each package: its folder and its import path. Names are constants, variables, types and
// functions; methods are those of types, without those that an interface demands.
package main
