package retarget

import (
	"github.com/sinew-go/sinew/assets/humanoid"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
)

// bones are the joints that are the bones of a humanoid, by bone.
type bones struct {
	*humanoid.Map
	joints [anatomy.BoneCount]int // or -1
}

// bonesOf returns the bones that a map lists, or nil for nil.
func bonesOf(m *humanoid.Map) *bones {
	if m == nil {
		return nil
	}
	h := &bones{Map: m}
	for b := range h.joints {
		joint, ok := m.Joint(anatomy.Bone(b).String())
		if !ok {
			joint = -1
		}
		h.joints[b] = joint
	}
	return h
}

// joint returns a bone's joint, or -1.
func (h *bones) joint(b anatomy.Bone) int { return h.joints[b] }
