package vrm

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Face is what an avatar shows besides its motions.
type Face struct {
	// Expressions are the weights of the avatar's expressions, 0 to 1, by their index. Missing ones
	// are 0.
	Expressions []float32
	// LooksAtTarget makes the eyes look at Target, a point in model space, in meters. Otherwise
	// they look by Yaw and Pitch, in degrees.
	LooksAtTarget bool
	Target        mgl32.Vec3
	Yaw, Pitch    float32
}

// faceAngles are the numbers of the face after the weights of the expressions: yaw and pitch.
const faceAngles = 2

// Numbers returns where the morph weights of a pose hold the avatar's face: the weights of the
// Expressions, by their index, and then the yaw and the pitch of the eyes, in degrees. Clips of
// [Avatar.OpenAnimation] move them. Its Count is 0 if the avatar has none.
func (a *Avatar) Numbers() rig.MorphChannel {
	if a == nil {
		return rig.MorphChannel{}
	}
	return a.numbers
}

// ShowFace shows a face in a local pose and its morph weights: over what the numbers of the pose
// show already (see [Avatar.Numbers]), with the overrides of the expressions. It turns the eyes,
// adds to the morph weights of meshes, and leaves in the numbers what shows. A face that is nil
// changes nothing.
func (a *Avatar) ShowFace(local, morphs []float32, f *Face) {
	weights, yaw, pitch := a.face(morphs)
	if weights == nil || f == nil {
		return
	}
	for i := range weights {
		if i < len(f.Expressions) {
			weights[i] += f.Expressions[i]
		}
	}
	if l := a.LookAt; l != nil {
		if f.LooksAtTarget {
			*yaw, *pitch = l.Angles(local, f.Target)
		} else {
			*yaw, *pitch = finite(*yaw+f.Yaw), finite(*pitch+f.Pitch)
		}
		if l.ByExpressions {
			l.show(weights, *yaw, *pitch)
		}
	}
	keep := [faceGroups]float32{1, 1, 1, 1}
	for i := range a.Expressions {
		e := &a.Expressions[i]
		weights[i] = e.shown(weights[i])
		keep[blinks] -= e.OverrideBlink.amount(weights[i])
		keep[looks] -= e.OverrideLookAt.amount(weights[i])
		keep[mouths] -= e.OverrideMouth.amount(weights[i])
	}
	for i := range a.Expressions {
		e := &a.Expressions[i]
		if e.group != noGroup {
			weights[i] = float32(weights[i] * max(keep[e.group], 0))
			if e.IsBinary && weights[i] < 1 {
				weights[i] = 0
			}
		}
		e.add(morphs, weights[i])
	}
	if a.LookAt != nil {
		*yaw, *pitch = float32(*yaw*max(keep[looks], 0)), float32(*pitch*max(keep[looks], 0))
		a.LookAt.turn(local, *yaw, *pitch)
	}
}

// TurnEyes turns the eyes in a local pose by the yaw and pitch that [Avatar.ShowFace] left in the
// numbers of the pose, which it only reads.
func (a *Avatar) TurnEyes(local, morphs []float32) {
	if _, yaw, pitch := a.face(morphs); yaw != nil && a.LookAt != nil {
		a.LookAt.turn(local, *yaw, *pitch)
	}
}

// face returns the numbers of the face in the morph weights of a pose, or nil if there are none.
func (a *Avatar) face(morphs []float32) (weights []float32, yaw, pitch *float32) {
	if a == nil {
		return nil, nil, nil
	}
	n := len(a.Expressions)
	if a.numbers.Count < n+faceAngles || a.numbers.Offset+a.numbers.Count > len(morphs) {
		return nil, nil, nil
	}
	all := morphs[a.numbers.Offset:][:n+faceAngles]
	return all[:n], &all[n], &all[n+1]
}

// amount returns by how much an expression that shows at a weight lowers others.
func (o Override) amount(weight float32) float32 {
	switch {
	case o == OverrideBlock && weight > 0:
		return 1
	case o == OverrideBlend:
		return weight
	}
	return 0
}

// show adds the weights of the expressions of a look.
func (l *LookAt) show(weights []float32, yaw, pitch float32) {
	add := func(name int, weight float32) {
		if i := l.byName[name]; i >= 0 && weight > 0 {
			weights[i] += weight
		}
	}
	add(lookLeft, l.Outer.Map(yaw))
	add(lookRight, l.Outer.Map(-yaw))
	add(lookDown, l.Down.Map(pitch))
	add(lookUp, l.Up.Map(-pitch))
}

// finite returns a number, or 0 for one that is not finite.
func finite(x float32) float32 {
	if !exact.IsFinite(x) {
		return 0
	}
	return x
}
