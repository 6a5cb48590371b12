package retarget_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

// foxes maps the joints of one fox to the joints of another artist's.
var foxes = map[string]string{
	"b_Hip_01": "Hips", "b_Spine01_02": "Spine_1", "b_Spine02_03": "Spine_2.001", "b_Neck_04": "Spine_3",
	"b_Head_05":         "Head",
	"b_LeftUpperArm_09": "Front_Leg_Upper_L", "b_LeftForeArm_010": "Front_Leg_Lower_L",
	"b_LeftHand_011":     "Front_Leg_Ankle_L",
	"b_RightUpperArm_06": "Front_Leg_Upper_R", "b_RightForeArm_07": "Front_Leg_Lower_R",
	"b_RightHand_08": "Front_Leg_Ankle_R",
	"b_Tail01_012":   "Tail_Base", "b_Tail02_013": "Tail_Mid", "b_Tail03_014": "Tail_End",
	"b_LeftLeg01_015": "Back_Leg_Upper_L", "b_LeftLeg02_016": "Back_Leg_Lower_L",
	"b_LeftFoot01_017": "Back_Leg_Ankle_L", "b_LeftFoot02_018": "Back_Leg_Foot_L",
	"b_RightLeg01_019": "Back_Leg_Upper_R", "b_RightLeg02_020": "Back_Leg_Lower_R",
	"b_RightFoot01_021": "Back_Leg_Ankle_R", "b_RightFoot02_022": "Back_Leg_Foot_R",
}

// equalNames maps the joints that two skeletons both have.
func equalNames(a, b *rig.Skeleton) map[string]string {
	names := map[string]string{}
	for j := range a.Len() {
		if _, ok := b.Find(a.JointName(j)); ok && a.JointName(j) != "" {
			names[a.JointName(j)] = a.JointName(j)
		}
	}
	return names
}

func reversed(m map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[v] = k
	}
	return out
}

func TestAnimalsByNames(t *testing.T) {
	fox, fox2, dog, cat := load(t, foxFile), load(t, fox2File), load(t, dogFile), load(t, catFile)
	paws := func(s *rig.Skeleton) []string {
		var names []string
		for j := range s.Len() {
			n := s.JointName(j)
			if strings.HasPrefix(n, "b_") && (strings.Contains(n, "Hand_") || strings.Contains(n, "Foot02_")) ||
				strings.HasPrefix(n, "Front_Leg_Ankle") || n == "Back_Leg_Foot_L" || n == "Back_Leg_Foot_R" {
				names = append(names, n)
			}
		}
		return names
	}
	for _, test := range []struct {
		name  string
		a, b  *character
		names map[string]string
	}{
		{"fox on the other fox", fox, fox2, foxes},
		{"fox on the dog", fox, dog, foxes},
		{"fox on the cat", fox, cat, foxes},
		{"the other fox on the fox", fox2, fox, reversed(foxes)},
		{"the other fox on the dog", fox2, dog, equalNames(fox2.skeleton, dog.skeleton)},
		{"the other fox on the cat", fox2, cat, equalNames(fox2.skeleton, cat.skeleton)},
	} {
		for from, to := range test.names { // the dog and the cat lack some
			if _, ok := test.b.skeleton.Find(to); !ok {
				t.Logf("%s: without %q", test.name, to)
				delete(test.names, from)
			}
		}
		r := newRetargeter(t, test.a.skeleton, test.b.skeleton, retarget.Options{Joints: test.names})
		restFrom, restTo := rig.NewPose(test.a.skeleton).ModelMatrices(nil), rig.NewPose(test.b.skeleton).
			ModelMatrices(nil)
		var feet []foot
		for _, name := range paws(test.b.skeleton) {
			to := joint(t, test.b.skeleton, name)
			from, ok := r.Mapped(to)
			if !ok {
				t.Fatalf("%s: %q is not mapped", test.name, name)
			}
			height, heightTo := float64(rig.MatrixAt(restFrom, from)[7]), float64(rig.MatrixAt(restTo, to)[7])
			feet = append(feet, foot{from, to, height + 0.02*test.a.skeleton.Size(), height, heightTo})
		}
		if len(feet) != 4 {
			t.Fatalf("%s: %d paws", test.name, len(feet))
		}
		position, lowered, ratio, depth := 0.0, 0.0, 0.0, 0.0
		for _, source := range test.a.clips() {
			out, report := retargeted(t, r, source)
			end, _ := report.WorstPosition()
			position, lowered = max(position, end.Position), max(lowered, report.HipsLowered)
			from, to, deep := slides(source, out, feet, r.Scale())
			depth = max(depth, deep/test.b.skeleton.Size())
			if from > 0 {
				ratio = max(ratio, to/from)
			}
			if limit := 1.02*from + 0.002*test.b.skeleton.Size(); to > limit && end.Position < 1e-3 {
				t.Errorf("%s: %q: paws slide by %.4f m, in the source %.4f m scaled (%v)", test.name, source.Name(), to,
					from, report)
			}
		}
		t.Logf("%s: scale %.4f, ends within %.2f %%, hips lowered by %.1f %%, slide %.4f of the source's, deepest "+
			"paw %.2f %%",
			test.name, r.Scale(), 100*position, 100*lowered, ratio, 100*depth)
	}
}
