//go:build !amd64 || noasm

package kernel

// skinWide skins nothing: only package wide has kernels with more than 8 lanes.
func skinWide(*SkinJob) int { return 0 }
