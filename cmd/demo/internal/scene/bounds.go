package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// acting is a clip played by a model.
type clipOfModel struct {
	model assets.ModelID
	clip  assets.ClipID
}

// actedBounds returns the box that a model stays in while it plays a clip: around its joints at some times, with the room that
// its surface takes around them in the rest pose.
func (s *Scene) actedBounds(model *assets.Model, id assets.ClipID) assets.Box {
	key := clipOfModel{model.ID, id}
	if box, known := s.acted[key]; known {
		return box
	}
	pose := rig.NewPose(s.library.Skeleton(model.Skeleton))
	var matrices []float32
	joints := func() assets.Box {
		matrices = pose.ModelMatrices(matrices)
		box := emptyBox()
		for j := range pose.Skeleton().Len() {
			m := rig.MatrixAt(matrices, j)
			at := mgl32.Vec3{m[3], m[7], m[11]}
			box = union(box, assets.Box{Min: at, Max: at})
		}
		return box
	}
	rest := joints()
	box := rest
	if clip := s.library.Clip(id); clip != nil {
		const times = 12
		box = emptyBox()
		for i := range times {
			clip.Sample(clip.Start()+clip.Duration()*float64(i)/times, pose)
			box = union(box, joints())
		}
	}
	for i := range 3 {
		box.Min[i] -= max(0, rest.Min[i]-model.Bounds.Min[i])
		box.Max[i] += max(0, model.Bounds.Max[i]-rest.Max[i])
	}
	s.acted[key] = box
	return box
}

// emptyBox is the box that every other one grows from.
func emptyBox() assets.Box {
	inf := float32(math.Inf(1))
	return assets.Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

// union returns the smallest box that holds both.
func union(a, b assets.Box) assets.Box {
	for i := range 3 {
		a.Min[i], a.Max[i] = min(a.Min[i], b.Min[i]), max(a.Max[i], b.Max[i])
	}
	return a
}

// placed returns the smallest upright box around a box that was moved.
func transformed(b assets.Box, place mgl32.Mat4) assets.Box {
	out := emptyBox()
	for corner := range 8 {
		p := b.Min
		for axis := range 3 {
			if corner>>axis&1 == 1 {
				p[axis] = b.Max[axis]
			}
		}
		p = mgl32.TransformCoordinate(p, place)
		out = union(out, assets.Box{Min: p, Max: p})
	}
	return out
}

// footprint returns the larger side of the ground that a model takes, and its largest side of all; 1 for one without size.
func footprint(b assets.Box) (ground, largest float32) {
	size := b.Max.Sub(b.Min)
	ground = max(size[0], size[2])
	largest = max(ground, size[1])
	if !(largest > 0) {
		return 1, 1
	}
	return max(ground, largest/4), largest
}
