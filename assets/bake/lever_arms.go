package bake

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// leverArms holds the lever arm of each joint: the distance in meters from the joint to the farthest virtual vertex
// that it moves, its own or one of a joint below it, over several poses. An error of an angle moves that vertex by at
// most the angle in radians times the lever arm.
type leverArms struct {
	parents []int16
	length  []float64 // meters, the largest of all poses
	scale   []float64 // the largest scale in the joint's model matrix, over all poses
	current []float64 // lever arms of one pose: scratch
	models  []float32 // scratch
}

func newLeverArms(s *rig.Skeleton) *leverArms {
	n := s.Len()
	return &leverArms{s.Parents(), make([]float64, n), make([]float64, n), make([]float64, n), nil}
}

// extend extends the lever arms to those of a local pose. The arm of a joint is at most the distance to a child plus
// the child's arm.
func (a *leverArms) extend(e *errorMetric, locals []float32) {
	e.setPose(locals)
	a.models = e.pose.ModelMatrices(a.models)
	for joint := range a.current {
		m := rig.MatrixAt(a.models, joint)
		a.current[joint] = 0
		for axis := range 3 {
			scale := axisScale(m, axis)
			a.current[joint] = max(a.current[joint], float64(scale*float64(e.offsets[joint][axis])))
			a.scale[joint] = max(a.scale[joint], scale)
		}
	}
	for joint := len(a.current) - 1; joint >= 0; joint-- { // children before their parents
		a.length[joint] = max(a.length[joint], a.current[joint])
		if parent := int(a.parents[joint]); parent >= 0 {
			a.current[parent] = max(a.current[parent], jointDistance(a.models, joint, parent)+a.current[joint])
		}
	}
}

// jointDistance returns the distance in meters between two joints. It subtracts in float32, as the matrices are.
func jointDistance(models []float32, i, j int) float64 {
	p, q := rig.MatrixAt(models, i), rig.MatrixAt(models, j)
	return exact.Vec3{float64(p[3] - q[3]), float64(p[7] - q[7]), float64(p[11] - q[11])}.Length()
}
