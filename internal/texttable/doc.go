// Package texttable writes tables for a terminal: [Align] puts cells under each other.
//
// It imports nothing of this module.
package texttable
