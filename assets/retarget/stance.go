package retarget

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Stance tells how well a pose of a humanoid serves as a reference for retargeting.
type Stance struct {
	// Kind is "T pose", "A pose" or "arms down", by the angle of the upper arms, or "" if the
	// skeleton is no humanoid in the pose.
	Kind string
	// Faults are the reasons why it is no standing pose, in words: nil for one that stands upright
	// with straight legs and arms, alike on both sides.
	Faults []string
	// off is by how many degrees the limits are exceeded, of all faults together.
	off float64
}

// StandingPose returns which of some poses of a humanoid is the best reference for retargeting: one
// that stands upright with straight limbs, alike on both sides, as T poses and A poses do. Nil
// among the candidates, and the nil that is returned, stand for the rest pose. Good candidates are
// the rest pose, the bind poses of the skins ([BindPose]) and the first frames of clips. The first
// of equals wins. Without candidates, and for a skeleton that is no humanoid in any of them, it is
// the rest pose, with an empty [Stance.Kind].
func StandingPose(skeleton *rig.Skeleton, candidates ...*rig.Pose) (*rig.Pose, Stance) {
	if skeleton == nil {
		return nil, Stance{Faults: []string{"the skeleton is nil"}}
	}
	var best *rig.Pose
	found := Stance{off: math.Inf(1)}
	for _, pose := range candidates {
		h, err := humanoid.FindInPose(skeleton, pose)
		if err != nil {
			continue
		}
		if s := bonesOf(h).stance(anatomy.RestFrames(skeleton, pose)); s.off < found.off {
			best, found = pose, s
		}
	}
	if found.Kind == "" {
		h, err := humanoid.FindInPose(skeleton, nil)
		if err != nil {
			return nil, Stance{Faults: []string{err.Error()}}
		}
		return nil, bonesOf(h).stance(anatomy.RestFrames(skeleton, nil))
	}
	return best, found
}

// Limits of a standing pose, in degrees.
const (
	mostLean      = 15 // of the line from the feet to the head from an axis of model space
	mostLegTilt   = 25 // of the bones of the legs from straight down
	mostKneeBend  = 25
	mostElbowBend = 45
	mostArmAhead  = 35 // of the upper arms forward or backward
	mostUneven    = 12 // between a bone and the mirror image of the one on the other side
	raisedArm     = 70 // of the upper arms from straight down, from which on it is a T pose
	hangingArm    = 25 // below which the arms are down
)

// stance returns how a humanoid stands in a pose.
func (h *bones) stance(f *anatomy.Frames) Stance {
	var s Stance
	degrees := func(a, b exact.Vec3) float64 { return anatomy.AngleBetween(a, b) * 180 / math.Pi }
	check := func(value, limit float64, text string) {
		if value > limit {
			s.Faults = append(s.Faults, fmt.Sprintf(text, value))
			s.off += value - limit
		}
	}
	a := axesOf(h, f)
	lean := math.Inf(1)
	for c := range 3 {
		var axis exact.Vec3
		axis[c] = math.Copysign(1, a.up[c])
		lean = min(lean, degrees(a.up, axis))
	}
	check(lean, mostLean, "the body leans by %.0f°")
	along := func(b, next anatomy.Bone) (exact.Vec3, bool) {
		j, k := h.joint(b), h.joint(next)
		if j < 0 || k < 0 {
			return exact.Vec3{}, false
		}
		v := f.Position(k).Sub(f.Position(j))
		return v, v.Length() > 0
	}
	down := a.up.Scale(-1)
	raised, arms := 0.0, 0.0
	for _, side := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, l := range [2][3]anatomy.Bone{
			{anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot},
			{anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand},
		} {
			upper, ok := along(l[0].On(side), l[1].On(side))
			lower, ok2 := along(l[1].On(side), l[2].On(side))
			if !ok || !ok2 {
				continue
			}
			name := l[0].On(side).String()
			if l[0] == anatomy.UpperLeg {
				check(degrees(upper, down), mostLegTilt, "the "+name+" is %.0f° from straight down")
				check(degrees(upper, lower), mostKneeBend, "the "+l[1].On(side).String()+" is bent by %.0f°")
				continue
			}
			raised, arms = raised+degrees(upper, down), arms+1
			check(math.Abs(90-degrees(upper, a.forward)), mostArmAhead, "the "+name+" is %.0f° forward or backward")
			check(degrees(upper, lower), mostElbowBend, "the "+l[1].On(side).String()+" is bent by %.0f°")
		}
	}
	middle := anatomy.Plane{Normal: a.left}
	uneven := 0.0
	for _, l := range [4][2]anatomy.Bone{
		{anatomy.UpperLeg, anatomy.LowerLeg},
		{anatomy.LowerLeg, anatomy.Foot},
		{anatomy.UpperArm, anatomy.LowerArm},
		{anatomy.LowerArm, anatomy.Hand},
	} {
		x, ok := along(l[0], l[1])
		y, ok2 := along(l[0].On(anatomy.Right), l[1].On(anatomy.Right))
		if ok && ok2 {
			uneven = max(uneven, degrees(x, middle.Direction(y)))
		}
	}
	check(uneven, mostUneven, "left and right differ by %.0f°")
	s.Kind = "A pose"
	if arms > 0 {
		switch raised /= arms; {
		case raised >= raisedArm:
			s.Kind = "T pose"
		case raised < hangingArm:
			s.Kind = "arms down"
		}
	}
	return s
}
