package anatomy_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
)

func TestSwapSides(t *testing.T) {
	for name, want := range map[string]string{
		"LeftHand": "RightHand", "hand_l": "hand_r", "Hand.L": "Hand.R", "Bip01 L Hand": "Bip01 R Hand",
		"mixamorig:LeftUpLeg": "mixamorig:RightUpLeg", "J_Bip_L_UpperArm": "J_Bip_R_UpperArm", "lHand": "rHand",
		"DEF-upper_arm.L.001": "DEF-upper_arm.R.001", "left foot": "right foot", "LEFT": "RIGHT", "leftarm": "rightarm",
		"handLeft": "handRight", "hand_left": "hand_right", "l-frontleg001": "r-frontleg001",
		"b_LeftLeg01_015": "b_RightLeg01_015",
		"Walk":            "Walk", "upright": "upright", "Lean_Left": "Lean_Right", "": "", "spine": "spine",
		"\xffL":  "\xffL",
		"bright": "bright", "IKLeftFoot": "IKRightFoot", "ToeL2": "ToeR2",
		"Skeleton_arm_joint_L__4_": "Skeleton_arm_joint_R__4_",
	} {
		if got := anatomy.SwapSides(name); got != want {
			t.Errorf("SwapSides(%q) = %q, want %q", name, got, want)
		}
		if back := anatomy.SwapSides(anatomy.SwapSides(name)); back != name {
			t.Errorf("SwapSides twice: %q becomes %q", name, back)
		}
	}
}
