package rig_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
)

// newHierarchy makes a skeleton of joints such as "hips", "hips/skirt" below it, and "hips/leg:2"
// with two morph weights.
func newHierarchy(t *testing.T, name string, paths ...string) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for _, path := range paths {
		path, weights, _ := strings.Cut(path, ":")
		joint := rig.Joint{Name: path[strings.LastIndex(path, "/")+1:], Parent: -1, Rest: rig.IdentityTRS()}
		if above := strings.LastIndex(path, "/"); above >= 0 {
			joint.Parent = slices.IndexFunc(paths, func(p string) bool { return strings.Split(p, ":")[0] == path[:above] })
		}
		joint.Morphs = make([]float32, len(weights)*2)
		joints = append(joints, joint)
	}
	skeleton, err := rig.NewSkeleton(name, joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// The joints of another skeleton are found by name below the joints that take their parents'
// places; errors name the first that is missing.
func TestJointsOfAnotherSkeleton(t *testing.T) {
	body := newHierarchy(t, "body", "hips", "hips/leg:2", "hips/leg/foot", "hips/spine", "prop")
	for name, row := range map[string]struct {
		skeleton *rig.Skeleton
		want     string // the error
	}{
		"equal": {newHierarchy(t, "equal", "hips", "hips/leg:2", "hips/leg/foot", "hips/spine", "prop"), ""},
		"another order, and more": {newHierarchy(t, "more", "prop", "leg", "hips", "hips/spine", "hips/spine/leg", "hips/leg",
			"hips/leg/toe", "hips/leg/foot", "hips/skirt"), ""},
		"a joint between": {
			newHierarchy(t, "between", "hips", "hips/leg", "hips/leg/knee", "hips/leg/knee/foot", "hips/spine", "prop"),
			`joint "leg" of skeleton "between" has no child "foot"; it has "knee"`,
		},
		"a root less": {
			newHierarchy(t, "less", "hips", "hips/leg", "hips/leg/foot", "hips/spine", "props"),
			`skeleton "less" has no child "prop"; did you mean "props"? It has "props"`,
		},
		"other weights": {
			newHierarchy(t, "weights", "hips", "hips/leg:2x", "hips/leg/foot", "hips/spine", "prop"),
			`joint "leg" of skeleton "weights": expected the 2 morph weights that it has in skeleton "body", found 4`,
		},
	} {
		joints, err := row.skeleton.JointsOf(body)
		if row.want != "" {
			if !errors.Is(err, rig.ErrNotFound) || !strings.HasSuffix(err.Error(), row.want) {
				t.Errorf("%s: %v, want %s", name, err, row.want)
			}
			continue
		}
		if err != nil || len(joints) != body.Len() {
			t.Errorf("%s: %v, %v", name, joints, err)
			continue
		}
		for j, joint := range joints {
			if parent := body.Parent(j); row.skeleton.JointName(joint) != body.JointName(j) ||
				parent >= 0 && row.skeleton.Parent(joint) != joints[parent] || parent < 0 && row.skeleton.Parent(joint) >= 0 {
				t.Errorf("%s: joint %q is joint %d", name, body.JointName(j), joint)
			}
		}
	}
}
