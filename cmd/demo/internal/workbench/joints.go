package workbench

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// Point is a place in the picture: fractions of its width and height, from the upper left corner.
type Point struct{ X, Y float64 }

// Joint is a joint of a character, and where it is in the picture.
type Joint struct {
	Character ecs.Entity
	Index     int
	Name      string
	At        Point
}

// poses is memory for the poses of characters.
type poses struct {
	pose     *rig.Pose
	matrices []float32
	bounds   map[assets.ModelID]assets.JointBounds
}

// maxPicked is the largest number of characters among all of whose joints [Panel.JointAt] searches.
const maxPicked = 64

// JointAt returns the joint nearest to a point of the picture, and reports whether there is one
// within a radius, a fraction of the picture's height. If several characters have one there, it is
// the joint of the character in front. The matrix takes world space to clip space; aspect is the
// width of the picture over its height. Of many characters only the selected one's joints are
// found.
func (p *Panel) JointAt(clip mgl32.Mat4, aspect float64, at Point, radius float64) (found Joint, ok bool) {
	list := p.list
	if len(list) > maxPicked {
		list = []ecs.Entity{p.selected}
	}
	front := math.Inf(1)
	for _, character := range list {
		nearest, depth, best := radius, 0.0, Joint{}
		p.eachJoint(character, clip, func(joint int, to Point, w float64) {
			if distance := math.Hypot((to.X-at.X)*aspect, to.Y-at.Y); distance < nearest {
				nearest, depth, best = distance, w, Joint{Character: character, Index: joint, At: to}
			}
		})
		if nearest < radius && depth < front {
			front, found, ok = depth, best, true
		}
	}
	if ok {
		found.Name = p.skeleton(found.Character).JointName(found.Index)
	}
	return found, ok
}

// Hover tells the panel which joint the pointer is at; the zero Joint is none.
func (p *Panel) Hover(joint Joint) { p.hovered = joint }

// Hovered returns the joint that the pointer is at, and reports whether there is one.
func (p *Panel) Hovered() (Joint, bool) { return p.hovered, p.hovered.Name != "" }

// Joints returns the joints of the selected character that are in front of the camera, and where
// they are in the picture.
func (p *Panel) Joints(clip mgl32.Mat4) []Joint {
	skeleton := p.skeleton(p.selected)
	if skeleton == nil {
		return nil
	}
	var out []Joint
	p.eachJoint(p.selected, clip, func(joint int, to Point, _ float64) {
		out = append(out, Joint{p.selected, joint, skeleton.JointName(joint), to})
	})
	return out
}

// modelMatrices returns the model matrices of a character's joints as of the last frame, or nil.
func (p *Panel) modelMatrices(character ecs.Entity) (*assets.Skeleton, []float32) {
	skeleton := p.skeleton(character)
	if skeleton == nil {
		return nil, nil
	}
	if kept := p.animation.ModelMatrices(character); kept != nil {
		return skeleton, kept
	}
	if p.poses.pose == nil || p.poses.pose.Skeleton() != skeleton {
		p.poses.pose = rig.NewPose(skeleton)
	}
	if p.animation.LocalPose(character, p.poses.pose) != nil {
		return nil, nil
	}
	p.poses.matrices = p.poses.pose.ModelMatrices(p.poses.matrices)
	return skeleton, p.poses.matrices
}

// toClip returns the matrix from a character's model space to clip space.
func (p *Panel) toClip(character ecs.Entity, clip mgl32.Mat4) mgl32.Mat4 {
	if transform := p.transforms.Get(character); transform != nil {
		return clip.Mul4(transform.Matrix)
	}
	return clip
}

// inPicture returns where a point of model space is in the picture, and how far from the camera
// along its line of sight: 0 or less if it is not in front of it.
func inPicture(clip *mgl32.Mat4, point mgl32.Vec3) (at Point, depth float64) {
	v := clip.Mul4x1(point.Vec4(1))
	if !(v[3] > 0) {
		return Point{}, 0
	}
	return Point{0.5 + 0.5*float64(v[0]/v[3]), 0.5 - 0.5*float64(v[1]/v[3])}, float64(v[3])
}

// eachJoint calls do for each joint of a character that is in front of the camera.
func (p *Panel) eachJoint(character ecs.Entity, clip mgl32.Mat4, do func(joint int, at Point, depth float64)) {
	skeleton, matrices := p.modelMatrices(character)
	if skeleton == nil {
		return
	}
	toClip := p.toClip(character, clip)
	for j := range skeleton.Len() {
		m := rig.MatrixAt(matrices, j)
		if at, depth := inPicture(&toClip, mgl32.Vec3{m[3], m[7], m[11]}); depth > 0 {
			do(j, at, depth)
		}
	}
}

// Outline returns the corners of a rectangle around the selected character in the picture, and
// reports whether there is one: not for a scene with a single character, nor if part of it is
// behind the camera.
func (p *Panel) Outline(clip mgl32.Mat4) (low, high Point, ok bool) {
	model := p.model(p.selected)
	if len(p.list) < 2 || model == nil {
		return low, high, false
	}
	skeleton, matrices := p.modelMatrices(p.selected)
	if skeleton == nil {
		return low, high, false
	}
	bounds, known := p.poses.bounds[model.ID]
	if !known {
		bounds = model.JointBounds(p.library)
		if p.poses.bounds == nil {
			p.poses.bounds = map[assets.ModelID]assets.JointBounds{}
		}
		p.poses.bounds[model.ID] = bounds
	}
	toClip := p.toClip(p.selected, clip)
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for i, joint := range bounds.Joints {
		m, box := rig.MatrixAt(matrices, int(joint)), bounds.Boxes[6*i:]
		for corner := range 8 {
			var at mgl32.Vec3
			for axis := range 3 {
				at[axis] = box[axis] - box[3+axis]
				if corner>>axis&1 == 1 {
					at[axis] = box[axis] + box[3+axis]
				}
			}
			to, depth := inPicture(&toClip, m.Point(at))
			if !(depth > 0) {
				return low, high, false
			}
			low = Point{min(low.X, to.X), min(low.Y, to.Y)}
			high = Point{max(high.X, to.X), max(high.Y, to.Y)}
		}
	}
	return low, high, low.X < high.X
}

// addJoint adds the joint that the pointer is at.
func (p *Panel) addJoint(s *section) {
	joint, ok := p.Hovered()
	if !ok {
		s.text("pointer", "at no joint")
		return
	}
	s.text("name", joint.Name)
	skeleton := p.skeleton(joint.Character)
	if skeleton == nil || joint.Index >= skeleton.Len() {
		return
	}
	parent := "none"
	if at := skeleton.Parent(joint.Index); at >= 0 {
		parent = skeleton.JointName(at)
	}
	s.text("parent", parent)
	if world, err := p.animation.JointWorldAt(joint.Character, joint.Index); err == nil {
		at := world.Col(3)
		s.text("world", decimal(float64(at[0]), 2)+" "+decimal(float64(at[1]), 2)+" "+decimal(float64(at[2]), 2))
	}
}
