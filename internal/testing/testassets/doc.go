// Package testassets finds the glTF files and golden poses that tests read, which are kept outside the repository.
//
// They lie in the folder that the environment variable SINEW_SHARED names, by default the folder shared beside the
// repository. Where they are absent a test that needs them is skipped, unless SINEW_REQUIRE_GOLDEN=1 makes it fail instead.
//
//   - [Root] returns the folder.
//   - [Path] returns one file in it.
package testassets
