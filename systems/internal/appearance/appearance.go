package appearance

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Tint returns what a component, which may be nil, multiplies the base color by: 1, 1, 1 where it
// says nothing.
func Tint(a *components.Appearance) mgl32.Vec3 {
	if a == nil || a.Tint == (mgl32.Vec3{}) || CheckTint(a.Tint) != nil {
		return mgl32.Vec3{1, 1, 1}
	}
	return a.Tint
}

// Build returns the build of a component, which may be nil: 1 where it says nothing.
func Build(a *components.Appearance) float32 {
	if a == nil || !(a.Build >= components.LeastBuild && a.Build <= components.MostBuild) {
		return 1
	}
	return a.Build
}

// CheckTint returns an error unless the numbers of a tint are finite and not negative.
func CheckTint(tint mgl32.Vec3) error {
	for _, x := range tint {
		if !(x >= 0) || x-x != 0 {
			return fmt.Errorf("the tint: expected finite numbers of at least 0, found %v", tint)
		}
	}
	return nil
}

// CheckBuild returns an error unless a build is within its limits.
func CheckBuild(build float32) error {
	if !(build >= components.LeastBuild && build <= components.MostBuild) {
		return fmt.Errorf("the build: expected a number from %v to %v, found %v", components.LeastBuild,
			components.MostBuild, build)
	}
	return nil
}

// Bone is where the bone of a joint lies, in the bind space of a skin.
type Bone struct {
	Origin mgl32.Vec3
	Axis   mgl32.Vec3 // of length 1; 0 for a joint without a direction, which no build widens
}

// BonesOf returns the bones of the influence joints of a skin.
func BonesOf(skin *rig.Skin) []Bone {
	directions := directionsOf(skin.Skeleton())
	bones := make([]Bone, skin.Len())
	for i, joint := range skin.Joints() {
		toBind, ok := rig.MatrixAt(skin.InverseBinds(), i).Inverse()
		if direction := directions[joint]; ok && direction != (mgl32.Vec3{}) {
			origin := toBind.Point(mgl32.Vec3{})
			bones[i] = Bone{origin, unit(toBind.Point(direction).Sub(origin))}
		}
	}
	return bones
}

// directionsOf returns the direction of the bone of each joint, in the joint's space: to the joints
// below it, or for the last one of a chain on from the one above it; 0 if neither has one.
func directionsOf(skeleton *rig.Skeleton) []mgl32.Vec3 {
	directions := make([]mgl32.Vec3, skeleton.Len())
	for j := range directions {
		if parent := skeleton.Parent(j); parent >= 0 {
			directions[parent] = directions[parent].Add(skeleton.Rest(j).Translation)
		}
	}
	for j := range directions {
		if directions[j] = unit(directions[j]); directions[j] == (mgl32.Vec3{}) && skeleton.Parent(j) >= 0 {
			rest := skeleton.Rest(j)
			turned := exact.ToQuat(exact.XYZW(rest.Rotation)).Conjugate().Rotate(exact.ToVec3(rest.Translation))
			directions[j] = unit(turned.Float32())
		}
	}
	return directions
}

// unit returns a vector at length 1, or 0 if it has no direction.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	if length := float32(exact.ToVec3(v).Length()); length > 1e-6 && exact.AllFinite(length) {
		return v.Mul(1 / length)
	}
	return mgl32.Vec3{}
}

// Widen changes a matrix from bind space by a build.
func (b *Bone) Widen(m *rig.Matrix, build float32) {
	if b.Axis == (mgl32.Vec3{}) {
		return
	}
	k, axis := build-1, &b.Axis
	for r := 0; r < len(m); r += 4 {
		row := m[r : r+4]
		along := float32(row[0]*axis[0]) + float32(row[1]*axis[1]) + float32(row[2]*axis[2])
		for c := range axis {
			across := float32(k * (row[c] - float32(along*axis[c])))
			row[c] += across
			row[3] -= float32(across * b.Origin[c])
		}
	}
}

// Girth returns how far from the axes of its bones a model reaches at most, in model space in the
// rest pose.
func Girth(model *assets.Model, library *assets.Library) (girth float32) {
	skeleton := library.Skeleton(model.Skeleton)
	if skeleton == nil {
		return 0
	}
	directions := directionsOf(skeleton)
	matrices := rig.NewPose(skeleton).ModelMatrices(nil)
	bounds := model.JointBounds(library)
	for i, joint := range bounds.Joints {
		box, axis := bounds.Boxes[6*i:], directions[joint]
		if axis == (mgl32.Vec3{}) {
			continue
		}
		matrix := rig.MatrixAt(matrices, int(joint))
		scale := exact.LongestAxis(&matrix)
		for corner := range 8 {
			var p mgl32.Vec3
			for c := range p {
				p[c] = box[c] + float32(box[3+c]*float32(corner>>c&1*2-1))
			}
			at, along := exact.ToVec3(p), exact.ToVec3(axis)
			girth = max(girth, scale*float32(at.AddScaled(-at.Dot(along), along).Length()))
		}
	}
	return girth
}
