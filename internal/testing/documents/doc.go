// Package documents is what tests of JSON documents share.
//
//   - [Schema] compiles a JSON Schema, and [Validate] checks a document by it.
//   - [Broken] breaks a document in random places, for fuzz targets.
package documents
