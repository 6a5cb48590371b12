//go:build !js

package retargeting

// yield does nothing: frames run on a thread of their own.
func yield() {}
