package humanoid

import (
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// finder searches the bones of a humanoid.
type finder struct {
	*Map
	s     *rig.Skeleton
	rest  *anatomy.Frames
	size  float64
	words []anatomy.Word
	ends  []int // by joint: the index after its last descendant
	pairs *anatomy.Pairing
	up    exact.Vec3 // in model space; 0 until it is known
}

func newFinder(h *Map) *finder {
	f := &finder{Map: h, s: h.skeleton, rest: anatomy.RestFrames(h.skeleton, h.pose)}
	f.ends = anatomy.SubtreeEnds(f.s)
	f.size = f.rest.Size()
	for j := range f.s.Len() {
		f.words = append(f.words, anatomy.WordOf(f.s.JointName(j)))
	}
	return f
}

// below reports whether joint k is a descendant of joint j.
func (f *finder) below(k, j int) bool { return k > j && k < f.ends[j] }

// candidates returns the joints with the best of the names for a bone, and how good that name is: 0
// is the best.
func (f *finder) candidates(b anatomy.Bone, s anatomy.Side) (joints []int, rank int) {
	for rank, stem := range anatomy.Stems[b] {
		for j, w := range f.words {
			if w.Stem == stem && w.Side == s && !w.Helper {
				joints = append(joints, j)
			}
		}
		if len(joints) > 0 {
			return joints, rank
		}
	}
	return nil, 0
}

// byNames finds the bones whose joints have telling names.
func (f *finder) byNames() {
	for _, b := range [...]anatomy.Bone{anatomy.Hips, anatomy.Head, anatomy.Jaw} {
		if list, _ := f.candidates(b, anatomy.Center); len(list) > 0 {
			f.set(b, list[0], 0.95, "its name")
		}
	}
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, b := range [...]anatomy.Bone{
			anatomy.Eye, anatomy.Shoulder, anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand,
			anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot, anatomy.Toes,
		} {
			if list, _ := f.candidates(b, s); len(list) > 0 {
				f.set(b.On(s), list[0], 0.95, "its name")
			}
		}
		f.resolveArm(s)
		f.resolveLeg(s)
		f.checkLimbs(s)
		f.fingersByNames(s)
	}
}

// resolveArm decides what "shoulder" and "arm" mean where a rig has only some of the names.
func (f *finder) resolveArm(s anatomy.Side) {
	upper, lower, collar := anatomy.UpperArm.On(s), anatomy.LowerArm.On(s), anatomy.Shoulder.On(s)
	if f.has[collar] && !f.has[upper] && f.has[lower] {
		// Either the shoulder is the upper arm, or an unnamed joint between is.
		if path := anatomy.PathBetween(f.s, f.joint(collar), f.joint(lower)); len(path) > 1 {
			f.set(upper, path[0], 0.7, "between shoulder and lower arm")
		} else if len(path) == 1 {
			f.set(upper, f.joint(collar), 0.8, "the shoulder is directly above the lower arm")
		}
	}
	if f.has[upper] && !f.has[lower] && f.has[anatomy.Hand.On(s)] {
		if path := anatomy.PathBetween(f.s, f.joint(upper), f.joint(anatomy.Hand.On(s))); len(path) == 2 {
			f.set(lower, path[0], 0.8, "between upper arm and hand")
		}
	}
}

// resolveLeg decides what "leg" means: the lower leg below an upper leg, or else the upper one.
func (f *finder) resolveLeg(s anatomy.Side) {
	upper, lower := anatomy.UpperLeg.On(s), anatomy.LowerLeg.On(s)
	if f.has[lower] && !f.has[upper] && f.words[f.joint(lower)].Stem == "leg" {
		j := f.joint(lower)
		f.set(upper, j, 0.7, "named leg, without another above it")
	}
	if f.has[upper] && !f.has[lower] && f.has[anatomy.Foot.On(s)] {
		if path := anatomy.PathBetween(f.s, f.joint(upper), f.joint(anatomy.Foot.On(s))); len(path) == 2 {
			f.set(lower, path[0], 0.8, "between upper leg and foot")
		}
	}
}

// checkLimbs lowers the confidence in joints that are not below the joint of the bone above.
func (f *finder) checkLimbs(s anatomy.Side) {
	for _, limb := range anatomy.Limbs {
		for i := 1; i < len(limb); i++ {
			above, b := limb[i-1].On(s), limb[i].On(s)
			if f.has[above] && f.has[b] && !anatomy.IsBelow(f.s, f.joint(b), f.joint(above)) {
				f.matches[b].Confidence = 0.7
				f.matches[b].Why = "its name, though it is not below the " + above.String()
			}
		}
	}
}
