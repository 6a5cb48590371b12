// Package testassets finds the glTF files and golden poses that tests read. They are not part of
// the repository.
//
// They are in the folder named by the environment variable SINEW_SHARED, by default the folder
// shared beside the repository. A test that needs an absent file is skipped, or fails with
// SINEW_REQUIRE_GOLDEN=1. The script .ci/get-models downloads the public files.
//
//   - [Root] returns the folder.
//   - [Path] returns the path of a file in it.
package testassets
