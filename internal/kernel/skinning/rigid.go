package skinning

import "github.com/sinew-go/sinew/internal/kernel"

// chunk is the number of vertices whose matrices are made before they are used, so that they stay
// in the L1 cache.
const chunk = 8 * kernel.Lanes

// ones are the weights of vertices with one influence.
var ones = func() (w [chunk]float32) {
	for i := range w {
		w[i] = 1
	}
	return w
}()

// Rigid moves each vertex by the matrix of its first influence, which is the heaviest, as
// [kernel.Skin] would at weight 1.
func Rigid(job *kernel.SkinJob) {
	n := job.Influences
	if n == 0 {
		kernel.Skin(job)
		return
	}
	var joints [chunk]uint16
	for at := 0; at < len(job.Positions)/3; at += chunk {
		part := job.Part(at, min(chunk, len(job.Positions)/3-at))
		vertices := len(part.Positions) / 3
		for v := range vertices {
			joints[v] = part.Joints[v*n]
		}
		part.Joints, part.Weights, part.Influences = joints[:vertices], ones[:vertices], 1
		kernel.Skin(&part)
	}
}
