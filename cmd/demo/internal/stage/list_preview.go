//go:build preview

package stage

// Entries is empty in the web page's first program, which makes its only scene by itself and so
// does not link the others.
var Entries []Entry
