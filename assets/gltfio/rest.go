package gltfio

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// measure checks that the rest pose stays within float32, all the way to the vertices, and finds the box around it.
func (l *loader) measure() error {
	pose := rig.NewPose(l.skeleton)
	model := pose.ModelMatrices(nil)
	if i, ok := allFinite(model); !ok {
		return fault(fmt.Sprintf("nodes[%d]", l.skeleton.Source(i/assets.MatrixSize)), "its transform, multiplied with its parents', is beyond float32")
	}
	palettes := map[*assets.Skin][]float32{}
	for k, s := range l.skins {
		palettes[s] = s.Palette(nil, model)
		if i, ok := allFinite(palettes[s]); !ok {
			return fault(fmt.Sprintf("skins[%d].inverseBindMatrices", k), "matrix %d, multiplied with that of its joint, is beyond float32", i/assets.MatrixSize)
		}
	}
	for _, s := range l.rigid {
		palettes[s] = s.Palette(nil, model)
		if _, ok := allFinite(palettes[s]); !ok {
			return fault("nodes", "the transform of a node, multiplied with its parents', is beyond float32")
		}
	}
	l.bounds = emptyBox()
	if err := l.measureParts(pose, palettes); err != nil {
		return err
	}
	if l.bounds.isEmpty() { // there is nothing to draw, but still a pose
		for j := range l.skeleton.Len() {
			m := rig.MatrixAt(model, j)
			l.bounds.grow(mgl32.Vec3{m[3], m[7], m[11]})
		}
	}
	return nil
}

// allFinite returns the index of the first number that is not finite, and whether there is none.
func allFinite(numbers []float32) (int, bool) {
	for i, v := range numbers {
		if v-v != 0 {
			return i, false
		}
	}
	return 0, true
}
