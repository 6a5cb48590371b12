package anatomy

import "strings"

// Stems are the names that rigs give to bones, without side, number and prefix, the most telling
// first.
var Stems = map[Bone][]string{
	Hips:     {"hips", "pelvis", "hip"},
	Neck:     {"neck"},
	Head:     {"head"},
	Jaw:      {"jaw"},
	Eye:      {"eye", "eyeball", "faceeye"},
	Shoulder: {"shoulder", "clavicle", "collar", "collarbone", "clav"},
	UpperArm: {"upperarm", "uparm", "armupper", "bicep", "humerus", "shldr", "arm"},
	LowerArm: {"lowerarm", "forearm", "armlower", "lowarm", "lowerelbow", "elbow", "radius"},
	Hand:     {"hand", "wrist", "palm"},
	UpperLeg: {"upperleg", "upleg", "thigh", "legupper", "femur", "hip"},
	LowerLeg: {"lowerleg", "lowleg", "shin", "calf", "tibia", "leglower", "knee", "leg"},
	Foot:     {"foot", "ankle"},
	Toes:     {"toes", "toe", "toebase", "ball", "football"},
}

// Prefixes are words that rigs put before all names.
var Prefixes = map[string]bool{
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

// Word is a joint's name in the terms of the tables.
type Word struct {
	Stem       string // without side, numbers and prefixes
	Digits     string // of the last number, or ""
	Side       Side
	Helper     bool
	Metacarpal bool
}

// WordOf returns the word of a joint's name.
func WordOf(name string) Word {
	var w Word
	var kept []string
	tokens := SplitName(name)
	for i, t := range tokens {
		switch {
		case t.Side != Center:
			w.Side = t.Side
		case IsNumber(t.Text):
			if i > 0 && len(kept) > 0 {
				w.Digits = t.Text
			}
		case helpers[t.Text]:
			w.Helper = true
			w.Metacarpal = w.Metacarpal || t.Text == "metacarpal"
		case len(kept) == 0 && Prefixes[t.Text] && i < len(tokens)-1:
		case t.Text == "proximal" || t.Text == "intermediate" || t.Text == "distal" || t.Text == "jnt" ||
			t.Text == "joint":
		default:
			kept = append(kept, t.Text)
		}
	}
	w.Stem = strings.Join(kept, "")
	return w
}
