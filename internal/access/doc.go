// Package access reads and changes the components of entities, and the resources of worlds, by
// their Go types. It is the part of arche's package generic that the systems need. A type of that
// package has some eighty methods with those of the queries that it returns, and a program compiles
// them for every component; here are two.
//
// # Outline
//
//   - [Component]: a component of entities, for entities and for queries. [ComponentOf] makes one.
//   - [Kind]: a component without its Go type; the Kind of a Component adds and removes it.
//   - [Resource]: a resource of a world. [ResourceOf] makes one.
package access
