package retarget_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestPrintHumanoids(t *testing.T) {
	if os.Getenv("SINEW_PRINT") == "" {
		t.Skip("SINEW_PRINT is not set")
	}
	for _, file := range []string{"", womanFile, robotFile, cesiumFile, maleFile, zombieFile, foxFile, fox2File, enemyFile, birdFile, spiderFile} {
		c := load(t, file)
		h, err := retarget.Humanoid(c.skeleton)
		fmt.Println("==", file, err)
		for _, m := range h.Matches() {
			fmt.Printf("  %-28s %-28s %.2f %s\n", m.Bone, m.JointName, m.Confidence, m.Why)
		}
		var joints []rig.Joint
		for j := range c.skeleton.Len() {
			joints = append(joints, rig.Joint{Name: fmt.Sprintf("node%d", j), Parent: c.skeleton.Parent(j), Rest: c.skeleton.Rest(j)})
		}
		nameless, err := rig.NewSkeleton("nameless", joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		h2, err := retarget.Humanoid(nameless)
		fmt.Println("  nameless:", err)
		for _, b := range retarget.BoneNames() {
			j, ok := h.Joint(b)
			k, ok2 := h2.Joint(b)
			if ok != ok2 || j != k {
				a, b2 := "-", "-"
				if ok {
					a = c.skeleton.JointName(j)
				}
				if ok2 {
					b2 = c.skeleton.JointName(k)
				}
				fmt.Printf("    %s: %s by names, %s by shape\n", b, a, b2)
			}
		}
	}
	_ = errors.Is
}
