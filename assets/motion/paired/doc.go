// Package paired reads and writes motions for several characters ([motion.Paired]) as JSON, with the
// names of their motions in a library.
//
//   - [Read] reads one, for which a [motion.Library] finds the motions of the roles.
//   - [Write] writes one.
//   - [Schema] describes the documents, for editors.
package paired
