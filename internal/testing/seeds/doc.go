// Package seeds keeps the seeds of fuzz targets in files, so that services outside of go test find
// them too: in testdata/fuzz/FuzzName, in Go's format, in files whose names begin with "seed-".
//
//   - [Add] adds a seed to a target, and checks that its file is there; with SINEW_SEEDS=write it
//     writes the files and removes those of seeds that are gone.
//
// Seeds that are parts of model files are added without this package, since the files are not part
// of the repository.
package seeds
