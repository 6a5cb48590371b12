package assets

// Reach returns a sphere in model space that holds the skinned model whatever the library's clips of its skeleton make of it:
// at every time of them, at rest, and blended. It counts with no more than where clips put joints and how they scale them, and
// with every rotation of a joint that any clip turns, so that it also holds where a system of the user's turns joints
// that clips turn. It is empty for a model without vertices.
//
// Additive clips are taken to be added one at a time, by weights from 0 to 1, and morph weights to be from 0 to 1. Where a
// user's system moves a joint to, it does not know.
func (m *Model) Reach(l *Library) Sphere {
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return Sphere{Radius: -1}
	}
	ranges := newJointRanges(skeleton)
	for clip := range l.Clips {
		if clip.skeleton == skeleton {
			ranges.add(clip)
		}
	}
	own := make([]ball, skeleton.Len())
	for j := range own {
		own[j] = emptyBall()
	}
	boxes := m.JointBounds(l)
	for i, joint := range boxes.Joints {
		b := boxes.Boxes[6*i:]
		half := [3]float64{float64(b[3]), float64(b[4]), float64(b[5])}
		own[joint] = ball{[3]float64{float64(b[0]), float64(b[1]), float64(b[2])}, length(half)}
	}
	around := make([]float64, len(own)) // how far from the joint anything below it goes; 0 for nothing
	for j, b := range own {
		if !b.empty() {
			around[j] = b.around()
		}
	}
	whole := emptyBall()
	for j := len(own) - 1; j >= 0; j-- { // children before their parents
		if own[j].empty() {
			continue
		}
		lifted := ranges[j].lift(own[j], around[j])
		parent := skeleton.parents[j]
		if parent < 0 {
			whole = whole.join(lifted)
			continue
		}
		own[parent] = own[parent].join(lifted)
		around[parent] = max(around[parent], lifted.around())
	}
	return whole.sphere()
}

// Clips calls yield for each clip of the library, in the order of their places in it, until it returns false: for use with range.
func (l *Library) Clips(yield func(*Clip) bool) {
	for _, e := range l.clips.entries {
		if e.asset != nil && !yield(e.asset) {
			return
		}
	}
}
