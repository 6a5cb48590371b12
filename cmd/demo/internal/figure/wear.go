package figure

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// Chain is a chain of further joints, and a tube around it.
type Chain struct {
	Name     string
	Parent   string       // joint of the model
	Points   []mgl32.Vec3 // in model space
	Radius   [2]float32   // of the first joint and of the last one, in meters
	Ball     float32      // radius of the ball at the end
	Material string       // of the model
}

// Joint returns the name of a joint of the chain.
func (p *Chain) Joint(i int) string { return fmt.Sprintf("%s_%d", p.Name, i) }

// Wearing adds a copy of a model to the library, with further joints and a tube around each chain
// of them. The model's palette indices must be its joints.
func Wearing(library *assets.Library, model *assets.Model, parts []Chain) (*assets.Model, error) {
	return wearing(library, model, "springs", parts)
}

// Separate adds a copy of a model to the library, under another name, which has a skeleton and
// clips of its own: what is set for these, such as levels of detail, and clips that are added for
// the model's skeleton do not concern the copy. The model's palette indices must be its joints.
func Separate(library *assets.Library, model *assets.Model, name string) (*assets.Model, error) {
	return wearing(library, model, name, nil)
}

func wearing(library *assets.Library, model *assets.Model, name string, parts []Chain) (*assets.Model, error) {
	old := library.Skeleton(model.Skeleton)
	joints, at := ModelJoints(old)
	first := map[string]int{}
	for _, p := range parts {
		parent, err := old.FindJoint(p.Parent)
		if err != nil {
			return nil, err
		}
		inverse := at[parent].Inv()
		first[p.Name] = len(joints)
		for i, point := range p.Points {
			rest := rig.TRS{Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1}}
			if i == 0 {
				rest.Translation, rest.Rotation = mgl32.TransformCoordinate(point, inverse), mgl32.Mat4ToQuat(inverse)
			} else {
				rest.Translation, parent = point.Sub(p.Points[i-1]), len(joints)-1
			}
			joints = append(joints, rig.Joint{Name: p.Joint(i), Parent: parent, Rest: rest})
		}
	}
	skeleton, err := rig.NewSkeleton(name, joints, nil)
	if err != nil {
		return nil, err
	}
	influences := make([]int, len(joints))
	for i := range influences {
		influences[i], _ = skeleton.FromSource(i)
	}
	skin, err := rig.NewSkin(name, skeleton, influences, nil)
	if err != nil {
		return nil, err
	}
	out := &assets.Model{Name: name, Skeleton: library.AddSkeleton(skeleton), Bounds: model.Bounds}
	out.Skins = []assets.SkinID{library.AddSkin(skin)}
	for _, part := range model.Parts {
		out.Parts = append(out.Parts, assets.Part{Name: part.Name, Mesh: part.Mesh, Skin: out.Skins[0]})
	}
	tubes := &mesh.Mesh{Name: "tubes"}
	for i := range parts {
		primitive := parts[i].tube(first[parts[i].Name])
		primitive.Material = MaterialNamed(library, model, parts[i].Material)
		tubes.Primitives = append(tubes.Primitives, primitive)
	}
	if len(parts) > 0 {
		id, err := library.AddMesh(tubes)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, assets.Part{Name: tubes.Name, Mesh: id, Skin: out.Skins[0]})
	}
	var clips []assets.ClipID
	for _, id := range model.Clips {
		copied, err := copyClip(library.Clip(id), skeleton)
		if err != nil {
			return nil, err
		}
		clips = append(clips, library.AddClip(copied))
	}
	out.SetClips(library, clips)
	_, err = library.AddModel(out)
	return out, err
}

// ModelJoints returns the joints of a skeleton, and their rest transforms in model space.
func ModelJoints(s *assets.Skeleton) (joints []rig.Joint, at []mgl32.Mat4) {
	for j := range s.Len() {
		joints = append(joints, rig.Joint{Name: s.JointName(j), Parent: s.Parent(j), Rest: s.Rest(j)})
		m := s.Rest(j).Matrix().Mat4()
		if parent := s.Parent(j); parent >= 0 {
			m = at[parent].Mul4(m)
		}
		at = append(at, m)
	}
	return joints, at
}

// copyClip returns a clip for a skeleton that has the joints of the clip's own one, by the index
// before sorting.
func copyClip(c *assets.Clip, skeleton *assets.Skeleton) (*assets.Clip, error) {
	b := clip.NewBuilder(c.Name(), skeleton).Range(c.Start(), c.End())
	for _, t := range c.Tracks() {
		joint, _ := skeleton.FromSource(t.Joint)
		values, width := t.Track.Values(), t.Track.Width()
		var vectors []mgl32.Vec3
		var quats []mgl32.Quat
		for i := 0; i+width <= len(values); i += width {
			if width == 4 {
				quats = append(quats, mgl32.Quat{V: mgl32.Vec3(values[i : i+3]), W: values[i+3]})
			} else {
				vectors = append(vectors, mgl32.Vec3(values[i:i+3]))
			}
		}
		switch t.Property {
		case clip.Translation:
			b.Translation(joint, t.Track.Interpolation(), t.Track.Times(), vectors)
		case clip.Rotation:
			b.Rotation(joint, t.Track.Interpolation(), t.Track.Times(), quats)
		case clip.Scale:
			b.Scale(joint, t.Track.Interpolation(), t.Track.Times(), vectors)
		}
	}
	for _, m := range c.Markers() {
		b.Marker(m)
	}
	return b.Build()
}

// MaterialNamed returns the material of that name on a model, or 0.
func MaterialNamed(library *assets.Library, model *assets.Model, name string) id.Material {
	for _, part := range model.Parts {
		for _, p := range library.Mesh(part.Mesh).Primitives {
			if m := library.Material(p.Material); m != nil && m.Name == name {
				return p.Material
			}
		}
	}
	return 0
}

// The resolution of a tube.
const (
	tubeSides = 12
	tubeRings = 4 // for each bone
	ballRings = 8
)

// tube returns a surface around the chain, with round ends. First is the palette index of its first
// joint.
func (p *Chain) tube(first int) (out mesh.Primitive) {
	out.Influences = 4
	bones := len(p.Points) - 1
	ring := func(center, way mgl32.Vec3, radius, tilt float32, joints [2]int, share float32) {
		side := way.Cross(mgl32.Vec3{1, 0, 0.01}).Normalize()
		other := way.Cross(side)
		for k := range tubeSides {
			angle := 2 * math.Pi * float64(k) / tubeSides
			around := side.Mul(float32(math.Cos(angle))).Add(other.Mul(float32(math.Sin(angle))))
			out.Positions = append(out.Positions, center.Add(around.Mul(radius)))
			out.Normals = append(out.Normals,
				around.Mul(float32(math.Cos(float64(tilt)))).Add(way.Mul(float32(math.Sin(float64(tilt))))).Normalize())
			out.Colors = append(out.Colors, mgl32.Vec4{1, 1, 1, 1})
			if share >= 1 || joints[0] == joints[1] {
				out.Joints = append(out.Joints, uint16(first+joints[0]), mesh.NoInfluence, mesh.NoInfluence,
					mesh.NoInfluence)
				out.Weights = append(out.Weights, 1, 0, 0, 0)
				continue
			}
			out.Joints = append(out.Joints, uint16(first+joints[0]), uint16(first+joints[1]), mesh.NoInfluence,
				mesh.NoInfluence)
			out.Weights = append(out.Weights, share, 1-share, 0, 0)
		}
	}
	startWay := p.Points[1].Sub(p.Points[0]).Normalize()
	for i := range ballRings / 2 { // the round beginning
		tilt := -math.Pi / 2 * (1 - (float64(i)+0.001)/(ballRings/2))
		ring(p.Points[0].Add(startWay.Mul(p.Radius[0]*float32(math.Sin(tilt)))), startWay,
			p.Radius[0]*float32(math.Cos(tilt)), float32(tilt), [2]int{0, 0}, 1)
	}
	for i := range bones {
		way := p.Points[i+1].Sub(p.Points[i])
		for k := range tubeRings {
			t := float32(k) / tubeRings
			along := (float32(i) + t) / float32(bones)
			radius := p.Radius[0] + (p.Radius[1]-p.Radius[0])*along
			joints, share := [2]int{i, max(i-1, 0)}, 0.5+t
			if t > 0.5 {
				joints, share = [2]int{i, min(i+1, bones-1)}, 1.5-t
			}
			ring(p.Points[i].Add(way.Mul(t)), way.Normalize(), radius, 0, joints, share)
		}
	}
	end, endWay, radius := p.Points[bones], p.Points[bones].Sub(p.Points[bones-1]).Normalize(), max(p.Radius[1], p.Ball)
	from := math.Asin(float64(p.Radius[1]) / float64(radius)) // where the ball meets the tube
	for i := range ballRings + 1 {
		tilt := -math.Pi/2 + from + (math.Pi-from)*float64(i)/ballRings*0.9999
		ring(end.Add(endWay.Mul(radius*float32(math.Sin(tilt)))), endWay, radius*float32(math.Cos(tilt)), float32(tilt),
			[2]int{bones - 1, bones - 1}, 1)
	}
	rings := len(out.Positions) / tubeSides
	for r := range rings - 1 {
		for k := range tubeSides {
			a, b := uint32(r*tubeSides+k), uint32(r*tubeSides+(k+1)%tubeSides)
			c, d := a+tubeSides, b+tubeSides
			out.Indices = append(out.Indices, a, b, c, c, b, d)
		}
	}
	return out
}
