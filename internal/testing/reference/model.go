package reference

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// Models returns every joint's model matrix, the product of the local matrices from its root down to it.
func Models(s *assets.Skeleton, p Pose) []Matrix {
	models := make([]Matrix, s.Len())
	for j := range models {
		models[j] = p.Locals[j].Matrix()
		if parent := s.Parent(j); parent >= 0 {
			models[j] = models[parent].Mul(models[j])
		}
	}
	return models
}

// Palette returns model(joint) · inverse bind for every entry of the skin.
func Palette(s *assets.Skin, models []Matrix) []Matrix {
	palette := make([]Matrix, s.Len())
	for i, joint := range s.Joints() {
		palette[i] = models[joint].Mul(MatrixOf(rig.MatrixAt(s.InverseBinds(), i)))
	}
	return palette
}
