package footing

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
)

// groundHeight is how far, in sizes of the skeleton, a joint on which it stands is above the lowest
// one at most.
const groundHeight = 0.03

// LowestBody returns the body of a skeleton of any kind by what it stands on in its rest pose: the
// lowest ends of chains of joints, each of which is a foot. The hips are the last joint to which all
// of them belong. What stands on less than two has no feet. Where the rest pose does not stand, it is
// mistaken.
func LowestBody(skeleton *rig.Skeleton) Body {
	b := Body{Skeleton: skeleton}
	isEnd := make([]bool, skeleton.Len())
	for j := range isEnd {
		if isEnd[j] = true; skeleton.Parent(j) >= 0 {
			isEnd[skeleton.Parent(j)] = false
		}
	}
	models := rig.NewPose(skeleton).ModelMatrices(nil)
	height := func(j int) float64 { return float64(rig.MatrixAt(models, j)[7]) }
	ground := math.Inf(1)
	for j, is := range isEnd {
		if is {
			ground = min(ground, height(j))
		}
	}
	count := make([]int, len(isEnd)) // of the feet below a joint
	for j, is := range isEnd {
		if !is || height(j) > ground+float64(groundHeight*skeleton.Size()) {
			continue
		}
		b.Feet = append(b.Feet, []int{j})
		for up := j; up >= 0; up = skeleton.Parent(up) {
			count[up]++
		}
	}
	if len(b.Feet) < 2 {
		b.Feet = nil
	}
	for j := range count { // parents come before their children
		if len(b.Feet) > 0 && count[j] == len(b.Feet) {
			b.Hips = j
		}
	}
	return b
}
