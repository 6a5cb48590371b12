package figure

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

// Proportions are a rig that is made of the mannequin's: other sizes of its limbs, another rest
// pose and other names.
type Proportions struct {
	Name   string
	size   float32            // of the whole character
	legs   float32            // of each leg
	scales map[string]float32 // of further joints, and what hangs from them; both sides of those without one
	raised float32            // angle in degrees by which the arms are raised in the rest pose
	rename func(string) string
}

// Rigs are a child, a giant and a heron.
var Rigs = []Proportions{
	{Name: "child", size: 0.62, legs: 0.9, scales: map[string]float32{"neck_1": 1.55}, raised: 45, rename: sideLast},
	{
		Name: "giant", size: 1.02, legs: 0.86,
		scales: map[string]float32{"spine_3": 1.22, "neck_1": 0.66, "upper_arm": 1.14}, rename: titled,
	},
	{
		Name: "heron", size: 0.9, legs: 1.36, scales: map[string]float32{"upper_arm": 0.86}, raised: -20,
		rename: func(s string) string {
			return "rig:" + s
		},
	},
}

// Joint returns the name that a joint of the mannequin has in the rig, which is its own one in the
// zero value.
func (p *Proportions) Joint(name string) string {
	if p.rename == nil {
		return name
	}
	return p.rename(name)
}

// sideLast names joints as many artists do: left_thigh is thigh.L.
func sideLast(name string) string {
	for side, letter := range map[string]string{"left_": ".L", "right_": ".R"} {
		if rest, ok := strings.CutPrefix(name, side); ok {
			return rest + letter
		}
	}
	return name
}

// titled names joints as LeftThigh.
func titled(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// Proportioned adds a copy of the mannequin with other proportions to the library, with the clips
// of the mannequin retargeted to it.
func Proportioned(library *assets.Library, model *assets.Model, p Proportions, clips ...string) (*assets.Model, error) {
	old := library.Skeleton(model.Skeleton)
	joints, at := ModelJoints(old)
	for i := range joints {
		j := &joints[i]
		bare := strings.TrimPrefix(strings.TrimPrefix(j.Name, "left_"), "right_")
		scale := float32(1)
		switch {
		case j.Parent < 0:
			scale = p.size
		case bare == "hips": // raised by what the legs are longer
			thigh, err := old.FindJoint("left_thigh")
			if err != nil {
				return nil, err
			}
			j.Rest.Translation[1] += (p.legs - 1) * at[thigh].Col(3)[1]
		case bare == "thigh":
			scale = p.legs
		case p.scales[bare] > 0:
			scale = p.scales[bare]
		}
		j.Rest.Scale = j.Rest.Scale.Mul(scale)
		if bare == "upper_arm" { // about the axis ahead, in the space of the parent
			axis := mgl32.Mat4ToQuat(at[j.Parent]).Inverse().Rotate(mgl32.Vec3{0, 0, 1})
			angle := mgl32.DegToRad(p.raised)
			if strings.HasPrefix(j.Name, "right_") {
				angle = -angle
			}
			j.Rest.Rotation = mgl32.QuatRotate(angle, axis).Mul(j.Rest.Rotation)
		}
		j.Name = p.rename(j.Name)
	}
	skeleton, err := rig.NewSkeleton(p.Name, joints, nil)
	if err != nil {
		return nil, err
	}
	out := &assets.Model{Name: p.Name, Skeleton: library.AddSkeleton(skeleton), Bounds: model.Bounds}
	skins := map[assets.SkinID]assets.SkinID{}
	for _, part := range model.Parts {
		if skins[part.Skin] == 0 {
			skin := library.Skin(part.Skin)
			influences, binds := make([]int, skin.Len()), make([]mgl32.Mat4, skin.Len())
			for i, joint := range skin.Joints() {
				influences[i], _ = skeleton.FromSource(int(joint))
				binds[i] = rig.MatrixAt(skin.InverseBinds(), i).Mat4()
			}
			added, err := rig.NewSkin(p.Name, skeleton, influences, binds)
			if err != nil {
				return nil, err
			}
			skins[part.Skin] = library.AddSkin(added)
			out.Skins = append(out.Skins, skins[part.Skin])
		}
		part.Skin = skins[part.Skin]
		out.Parts = append(out.Parts, part)
	}
	r, err := retarget.New(old, skeleton, retarget.Options{})
	if err != nil {
		return nil, err
	}
	var ids []assets.ClipID
	for _, name := range clips {
		c, _, err := r.Clip(library.Clip(model.Clip(name)))
		if err != nil {
			return nil, err
		}
		ids = append(ids, library.AddClip(c))
	}
	out.SetClips(library, ids)
	_, err = library.AddModel(out)
	return out, err
}
