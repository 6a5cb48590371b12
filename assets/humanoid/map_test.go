package humanoid_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

// wantBones checks bones of a map by the names of their joints.
func wantBones(t *testing.T, h *humanoid.Map, want map[string]string) {
	t.Helper()
	for bone, name := range want {
		got := ""
		if j, ok := h.Joint(bone); ok {
			got = h.Skeleton().JointName(j)
		}
		if got != name {
			t.Errorf("%s: %q is %q, want %q", h.Skeleton().Name(), bone, got, name)
		}
	}
}

func find(t testing.TB, s *rig.Skeleton) *humanoid.Map {
	t.Helper()
	h, err := humanoid.Find(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHumanoidsOfRealRigs(t *testing.T) {
	for file, want := range map[string]map[string]string{
		"": {
			"hips": "hips", "spine": "spine_1", "upper chest": "spine_4", "neck": "neck_1", "head": "head",
			"left shoulder":   "left_clavicle",
			"right lower arm": "right_forearm", "left toes": "left_toe", "left thumb metacarpal": "left_thumb_1",
			"right little distal": "right_pinky_3",
			"left index proximal": "left_index_1",
		},
		womanFile: {
			"hips": "Hips", "spine": "Spine", "chest": "Spine1", "upper chest": "Spine2", "neck": "Neck",
			"left upper arm": "LeftArm",
			"left lower arm": "LeftForeArm", "left lower leg": "LeftLeg", "right upper leg": "RightUpLeg",
			"left toes":             "LeftToeBase",
			"left thumb metacarpal": "LeftHandThumb1", "right index distal": "RightHandIndex3",
			"left middle proximal": "",
		},
		// The hips are the joint that carries the legs, not the joint of that name.
		robotFile: {
			"hips": "Body", "spine": "Hips", "chest": "Abdomen", "upper chest": "Torso", "left hand": "Palm2.L",
			"right foot":          "Foot.R",
			"left thumb proximal": "Thumb.L", "left toes": "",
		},
		// Nothing but its sides is named.
		cesiumFile: {
			"hips": "Skeleton_torso_joint_1", "head": "Skeleton_neck_joint_2", "neck": "Skeleton_neck_joint_1",
			"left upper arm": "Skeleton_arm_joint_L__4_",
			"left hand":      "Skeleton_arm_joint_L__2_", "right hand": "Skeleton_arm_joint_R__3_",
			"right foot": "leg_joint_R_3", "left toes": "leg_joint_L_5",
		},
		maleFile: {
			"hips": "pelvis", "upper chest": "spine_03", "left toes": "ball_l", "right shoulder": "clavicle_r",
			"left ring distal": "ring_03_l",
		},
		zombieFile: {
			"hips": "pelvis", "head": "head", "left index proximal": "index_01_l",
			"right lower leg": "calf_r",
		},
	} {
		h := find(t, load(t, file))
		wantBones(t, h, want)
		for _, m := range h.Matches() {
			if m.Confidence <= 0 || m.Confidence > 1 || m.Why == "" || h.Skeleton().JointName(m.Joint) != m.JointName {
				t.Errorf("%s: %+v", file, m)
			}
		}
	}
}

func TestAnimalsAreNoHumanoids(t *testing.T) {
	for _, file := range []string{foxFile, fox2File, dogFile, catFile, enemyFile} {
		if h, err := humanoid.Find(load(t, file)); !errors.Is(err, humanoid.ErrNotHumanoid) || h == nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// Animals whose wings or legs look like arms are not taken for humanoids, with or without the names
// of their joints, but the guess is there.
func TestUnsureHumanoids(t *testing.T) {
	for file, want := range map[string]struct {
		doubt    string
		nameless error
	}{
		birdFile:   {`its left upper arm would be joint "wing_1_L"`, humanoid.ErrUnsure},
		spiderFile: {`its left upper arm would be joint "leg_c_1_l"`, humanoid.ErrNotHumanoid},
	} {
		s := load(t, file)
		h, err := humanoid.Find(s)
		if !errors.Is(err, humanoid.ErrUnsure) || !errors.Is(err, humanoid.ErrNotHumanoid) ||
			!strings.Contains(err.Error(), want.doubt) {
			t.Errorf("%s: %v", file, err)
		}
		if h.Confidence() > 0.6 || len(h.Matches()) < 15 {
			t.Errorf("%s: confidence %v, %d bones", file, h.Confidence(), len(h.Matches()))
		}
		if _, err := retarget.New(s, load(t, ""), retarget.Options{}); !errors.Is(err, humanoid.ErrUnsure) {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := retarget.New(s, load(t, ""), retarget.Options{From: h}); err != nil {
			t.Errorf("%s, as the program wants it: %v", file, err)
		}
		var joints []rig.Joint
		for j := range s.Len() {
			joints = append(joints, rig.Joint{Name: fmt.Sprint("node", j), Parent: s.Parent(j), Rest: s.Rest(j)})
		}
		nameless, err := rig.NewSkeleton("nameless", joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err = humanoid.Find(nameless)
		t.Logf("%s without names: %v", file, err)
		if !errors.Is(err, want.nameless) {
			t.Errorf("%s without names: %v, confidence %v", file, err, h.Confidence())
		}
	}
	for _, file := range []string{"", womanFile, maleFile} {
		if h := find(t, load(t, file)); h.Confidence() < 0.7 {
			t.Errorf("%s: confidence %v", file, h.Confidence())
		}
	}
	empty := humanoid.NewMap(load(t, ""))
	if empty.Confidence() != 0 {
		t.Error("an empty map is sure")
	}
}

// The bones of rigs without any names are found by their shape, also of turned and scaled ones.
func TestHumanoidsByShape(t *testing.T) {
	for _, file := range []string{"", cesiumFile, maleFile, zombieFile} {
		s := load(t, file)
		want := find(t, s)
		for turn, q := range map[string]mgl32.Quat{
			"Y up": mgl32.QuatIdent(), "Z up": mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{1, 0, 0}),
		} {
			var joints []rig.Joint
			for j := range s.Len() {
				rest := s.Rest(j)
				if s.Parent(j) < 0 {
					rest.Rotation, rest.Translation = q.Mul(rest.Rotation), q.Rotate(rest.Translation).Mul(100)
					rest.Scale = rest.Scale.Mul(100)
				}
				joints = append(joints, rig.Joint{Name: fmt.Sprint("node", j), Parent: s.Parent(j), Rest: rest})
			}
			nameless, err := rig.NewSkeleton("nameless", joints, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := find(t, nameless)
			for _, b := range humanoid.BoneNames() {
				// A leaf at the top is taken for the head, which makes no difference to its
				// rotation.
				if b == "head" || b == "neck" {
					continue
				}
				j, ok := want.Joint(b)
				k, found := got.Joint(b)
				if ok != found || j != k {
					t.Errorf("%s, %s: %q is joint %d %v, want %d %v", file, turn, b, k, found, j, ok)
				}
			}
		}
	}
}

func TestNamesOfRigs(t *testing.T) {
	// Each list is hips, three of the spine, neck, head, then shoulder, upper arm, lower arm, hand,
	// index 1 to 3, thumb 1 and upper leg, lower leg, foot, toes of the left side, with % for the
	// side in its spelling.
	for name, rigNames := range map[string][2]string{
		"Mixamo": {
			"Left Right",
			"mixamorig:Hips mixamorig:Spine mixamorig:Spine1 mixamorig:Spine2 mixamorig:Neck mixamorig:Head " +
				"mixamorig:%Shoulder mixamorig:%Arm mixamorig:%ForeArm mixamorig:%Hand mixamorig:%HandIndex1 " +
				"mixamorig:%HandIndex2 mixamorig:%HandIndex3 mixamorig:%HandThumb1 " +
				"mixamorig:%UpLeg mixamorig:%Leg mixamorig:%Foot mixamorig:%ToeBase",
		},
		"Unreal": {"l r", "pelvis spine_01 spine_02 spine_03 neck_01 head clavicle_% upperarm_% lowerarm_% hand_% " +
			"index_01_% index_02_% index_03_% thumb_01_% thigh_% calf_% foot_% ball_%"},
		"VRoid": {"L R", "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Head " +
			"J_Bip_%_Shoulder J_Bip_%_UpperArm J_Bip_%_LowerArm J_Bip_%_Hand " +
			"J_Bip_%_Index1 J_Bip_%_Index2 J_Bip_%_Index3 J_Bip_%_Thumb1 J_Bip_%_UpperLeg J_Bip_%_LowerLeg " +
			"J_Bip_%_Foot J_Bip_%_ToeBase"},
		"VRM": {"left right", "hips spine chest upperChest neck head %Shoulder %UpperArm %LowerArm %Hand " +
			"%IndexProximal %IndexIntermediate %IndexDistal %ThumbMetacarpal " +
			"%UpperLeg %LowerLeg %Foot %Toes"},
		"Rigify": {"L R", "DEF-spine DEF-spine.001 DEF-spine.002 DEF-spine.003 DEF-spine.004 DEF-spine.006 " +
			"DEF-shoulder.% DEF-upper_arm.% DEF-forearm.% DEF-hand.% " +
			"DEF-f_index.01.% DEF-f_index.02.% DEF-f_index.03.% DEF-thumb.01.% DEF-thigh.% DEF-shin.% DEF-foot.% " +
			"DEF-toe.%"},
		"Biped": {"L R", "Bip01_Pelvis Bip01_Spine Bip01_Spine1 Bip01_Spine2 Bip01_Neck Bip01_Head Bip01_%_Clavicle " +
			"Bip01_%_UpperArm Bip01_%_Forearm Bip01_%_Hand " +
			"Bip01_%_Finger1 Bip01_%_Finger11 Bip01_%_Finger12 Bip01_%_Finger0 Bip01_%_Thigh Bip01_%_Calf " +
			"Bip01_%_Foot Bip01_%_Toe0"},
		"KayKit": {"l r", "hips spine chest upperchest neck head shoulder.% upperarm.% lowerarm.% hand.% index1.% " +
			"index2.% index3.% thumb1.% upperleg.% lowerleg.% foot.% toes.%"},
		"Source": {"L R", "ValveBiped.Bip01_Pelvis ValveBiped.Bip01_Spine ValveBiped.Bip01_Spine1 " +
			"ValveBiped.Bip01_Spine2 ValveBiped.Bip01_Neck1 ValveBiped.Bip01_Head1 " +
			"ValveBiped.Bip01_%_Clavicle ValveBiped.Bip01_%_UpperArm ValveBiped.Bip01_%_Forearm " +
			"ValveBiped.Bip01_%_Hand ValveBiped.Bip01_%_Finger1 ValveBiped.Bip01_%_Finger11 " +
			"ValveBiped.Bip01_%_Finger12 ValveBiped.Bip01_%_Finger0 ValveBiped.Bip01_%_Thigh ValveBiped.Bip01_%_Calf " +
			"ValveBiped.Bip01_%_Foot ValveBiped.Bip01_%_Toe0"},
	} {
		sides, names := strings.Fields(rigNames[0]), strings.Fields(rigNames[1])
		// The words of names in Biped are separated by spaces.
		if name == "Biped" {
			for i := range names {
				names[i] = strings.ReplaceAll(names[i], "_", " ")
			}
		}
		s := manOfNames(t, name, names, sides)
		h := find(t, s)
		want := map[string]string{
			"hips": names[0], "spine": names[1], "chest": names[2], "upper chest": names[3],
			"neck": names[4], "head": names[5],
		}
		for i, b := range []string{
			"shoulder", "upper arm", "lower arm", "hand", "index proximal", "index intermediate", "index distal",
			"thumb metacarpal",
			"upper leg", "lower leg", "foot", "toes",
		} {
			for k, prefix := range []string{"left ", "right "} {
				want[prefix+b] = strings.ReplaceAll(names[6+i], "%", sides[k])
			}
		}
		wantBones(t, h, want)
	}
}

// manOfNames returns a humanoid with the given names. Nobody has its proportions.
func manOfNames(t *testing.T, name string, names, sides []string) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	add := func(name string, parent int, x, y float32) int {
		j := rig.Joint{Name: name, Parent: parent, Rest: rig.IdentityTRS()}
		j.Rest.Translation = mgl32.Vec3{x, y, 0}
		joints = append(joints, j)
		return len(joints) - 1
	}
	at := []int{add(names[0], -1, 0, 1)}
	for i := 1; i < 6; i++ {
		at = append(at, add(names[i], at[i-1], 0, 0.1))
	}
	for k, x := range []float32{0.1, -0.1} {
		side := func(i int) string { return strings.ReplaceAll(names[i], "%", sides[k]) }
		arm := at[3]
		for i := 6; i < 10; i++ {
			arm = add(side(i), arm, x, 0)
		}
		finger := arm
		for i := 10; i < 13; i++ {
			finger = add(side(i), finger, x, 0)
		}
		add(side(13), arm, x, 0)
		leg := at[0]
		for i := 14; i < 18; i++ {
			leg = add(side(i), leg, x, -0.1)
		}
	}
	s, err := rig.NewSkeleton(name, joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSetCorrectsAMap(t *testing.T) {
	s := load(t, "")
	h := find(t, s)
	for _, spelling := range []string{"left hand", "leftHand", "hand_l", "Left Hand"} {
		if err := h.Set(spelling, "left_forearm_twist"); err != nil {
			t.Fatal(err)
		}
		if j, ok := h.Joint("left hand"); !ok || s.JointName(j) != "left_forearm_twist" {
			t.Errorf("%q set another bone", spelling)
		}
	}
	if err := h.Set("left hand", ""); err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Joint("left hand"); ok {
		t.Error("the bone is still there")
	}
	for _, bad := range [][2]string{{"left claw", "left_hand"}, {"left hand", "left_claw"}} {
		if err := h.Set(bad[0], bad[1]); err == nil {
			t.Errorf("Set%q: no error", bad)
		}
	}
	if err := h.SetJoint("left hand", s.Len()); err == nil {
		t.Error("no error for a joint beyond the last")
	}
	if _, err := humanoid.Find(nil); err == nil {
		t.Error("no error for nil")
	}
}
