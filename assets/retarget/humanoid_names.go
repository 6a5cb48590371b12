package retarget

import (
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// stems are the names that rigs give to bones, without side, number and prefix, the most telling
// first.
var stems = map[bone][]string{
	hips:     {"hips", "pelvis", "hip"},
	neck:     {"neck"},
	head:     {"head"},
	jaw:      {"jaw"},
	eye:      {"eye", "eyeball", "faceeye"},
	shoulder: {"shoulder", "clavicle", "collar", "collarbone", "clav"},
	upperArm: {"upperarm", "uparm", "armupper", "bicep", "humerus", "shldr", "arm"},
	lowerArm: {"lowerarm", "forearm", "armlower", "lowarm", "lowerelbow", "elbow", "radius"},
	hand:     {"hand", "wrist", "palm"},
	upperLeg: {"upperleg", "upleg", "thigh", "legupper", "femur", "hip"},
	lowerLeg: {"lowerleg", "lowleg", "shin", "calf", "tibia", "leglower", "knee", "leg"},
	foot:     {"foot", "ankle"},
	toes:     {"toes", "toe", "toebase", "ball", "football"},
}

// prefixes are words that rigs put before all names.
var prefixes = map[string]bool{
	"mixamorig": true, "bip": true, "bip01": true, "bip001": true, "valve": true, "biped": true, "valvebiped": true,
	"j": true, "c": true, "def": true, "b": true,
	"armature": true, "skeleton": true, "character": true, "rig": true, "jnt": true, "joint": true, "bone": true,
	"bn": true, "sk": true,
	"cc": true, "base": true, "human": true, "g": true,
}

// helpers are words of joints that control or end others and are no bones themselves.
var helpers = map[string]bool{
	"ik": true, "fk": true, "pole": true, "target": true, "ctrl": true, "control": true, "mch": true, "org": true,
	"nub": true, "end": true,
	"tip": true, "leaf": true, "twist": true, "roll": true, "slot": true, "handslot": true, "socket": true,
	"attach": true, "helper": true,
	"sec": true, "prop": true, "weapon": true, "effector": true, "goal": true, "tweak": true, "metacarpal": true,
	"top": true,
}

// word is a joint's name in the terms of the tables.
type word struct {
	stem       string // without side, numbers and prefixes
	digits     string // of the last number, or ""
	side       side
	helper     bool
	metacarpal bool
}

func wordOf(name string) word {
	var w word
	var kept []string
	tokens := splitName(name)
	for i, t := range tokens {
		switch {
		case t.side != center:
			w.side = t.side
		case isNumber(t.text):
			if i > 0 && len(kept) > 0 {
				w.digits = t.text
			}
		case helpers[t.text]:
			w.helper = true
			w.metacarpal = w.metacarpal || t.text == "metacarpal"
		case len(kept) == 0 && prefixes[t.text] && i < len(tokens)-1:
		case t.text == "proximal" || t.text == "intermediate" || t.text == "distal" || t.text == "jnt" ||
			t.text == "joint":
		default:
			kept = append(kept, t.text)
		}
	}
	w.stem = strings.Join(kept, "")
	return w
}

// finder searches the bones of a humanoid.
type finder struct {
	*HumanoidMap
	s     *rig.Skeleton
	rest  *frames
	size  float64
	words []word
	ends  []int // by joint: the index after its last descendant
	pairs *pairing
	up    exact.Vec3 // in model space; 0 until it is known
}

func newFinder(h *HumanoidMap) *finder {
	f := &finder{HumanoidMap: h, s: h.skeleton, rest: restFrames(h.skeleton, h.pose)}
	f.ends = subtreeEnds(f.s)
	f.size = f.rest.size()
	for j := range f.s.Len() {
		f.words = append(f.words, wordOf(f.s.JointName(j)))
	}
	return f
}

// below reports whether joint k is a descendant of joint j.
func (f *finder) below(k, j int) bool { return k > j && k < f.ends[j] }

// candidates returns the joints with the best of the names for a bone, and how good that name is: 0
// is the best.
func (f *finder) candidates(b bone, s side) (joints []int, rank int) {
	for rank, stem := range stems[b] {
		for j, w := range f.words {
			if w.stem == stem && w.side == s && !w.helper {
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
	for _, b := range [...]bone{hips, head, jaw} {
		if list, _ := f.candidates(b, center); len(list) > 0 {
			f.set(b, list[0], 0.95, "its name")
		}
	}
	for _, s := range [2]side{left, right} {
		for _, b := range [...]bone{eye, shoulder, upperArm, lowerArm, hand, upperLeg, lowerLeg, foot, toes} {
			if list, _ := f.candidates(b, s); len(list) > 0 {
				f.set(b.on(s), list[0], 0.95, "its name")
			}
		}
		f.resolveArm(s)
		f.resolveLeg(s)
		f.checkLimbs(s)
		f.fingersByNames(s)
	}
}

// resolveArm decides what "shoulder" and "arm" mean where a rig has only some of the names.
func (f *finder) resolveArm(s side) {
	upper, lower, collar := upperArm.on(s), lowerArm.on(s), shoulder.on(s)
	if f.has[collar] && !f.has[upper] && f.has[lower] {
		// Either the shoulder is the upper arm, or an unnamed joint between is.
		if path := pathBetween(f.s, f.joint(collar), f.joint(lower)); len(path) > 1 {
			f.set(upper, path[0], 0.7, "between shoulder and lower arm")
		} else if len(path) == 1 {
			f.set(upper, f.joint(collar), 0.8, "the shoulder is directly above the lower arm")
		}
	}
	if f.has[upper] && !f.has[lower] && f.has[hand.on(s)] {
		if path := pathBetween(f.s, f.joint(upper), f.joint(hand.on(s))); len(path) == 2 {
			f.set(lower, path[0], 0.8, "between upper arm and hand")
		}
	}
}

// resolveLeg decides what "leg" means: the lower leg below an upper leg, or else the upper one.
func (f *finder) resolveLeg(s side) {
	upper, lower := upperLeg.on(s), lowerLeg.on(s)
	if f.has[lower] && !f.has[upper] && f.words[f.joint(lower)].stem == "leg" {
		j := f.joint(lower)
		f.set(upper, j, 0.7, "named leg, without another above it")
	}
	if f.has[upper] && !f.has[lower] && f.has[foot.on(s)] {
		if path := pathBetween(f.s, f.joint(upper), f.joint(foot.on(s))); len(path) == 2 {
			f.set(lower, path[0], 0.8, "between upper leg and foot")
		}
	}
}

// checkLimbs lowers the confidence in joints that are not below the joint of the bone above.
func (f *finder) checkLimbs(s side) {
	for _, limb := range limbs {
		for i := 1; i < len(limb); i++ {
			above, b := limb[i-1].on(s), limb[i].on(s)
			if f.has[above] && f.has[b] && !isBelow(f.s, f.joint(b), f.joint(above)) {
				f.matches[b].Confidence = 0.7
				f.matches[b].Why = "its name, though it is not below the " + above.String()
			}
		}
	}
}
