package bake

import "sync"

// poseMemories holds memory for poses, of any size, for the clips that are baked or read next.
var poseMemories sync.Pool // of *[]float32

// takePoseMemory returns memory of at least a number of float32 with any content.
func takePoseMemory(n int) *[]float32 {
	if memory, ok := poseMemories.Get().(*[]float32); ok && len(*memory) >= n {
		return memory
	}
	memory := make([]float32, n)
	return &memory
}
