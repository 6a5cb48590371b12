package vrm_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
)

// allocated returns the bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// list returns a JSON list of n elements.
func list(n int, element func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = element(i)
	}
	return "[" + strings.Join(all, ",") + "]"
}

// hostile returns a document with a chain of nodes, and extensions.
func hostile(nodes int, node func(i int) string, extensions string) []byte {
	return []byte(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": ` +
		list(nodes, func(i int) string {
			children := ""
			if i+1 < nodes {
				children = fmt.Sprintf(`"children": [%d]`, i+1)
			}
			if own := node(i); own != "" && children != "" {
				return fmt.Sprintf(`{%s, %s}`, children, own)
			}
			return fmt.Sprintf(`{%s}`, children)
		}) + `, "extensions": {` + extensions + `}}`)
}

func plain(int) string { return "" }

// Small files whose parts refer to each other as often as possible take memory by their size, as
// package gltfio promises, or are rejected with an error that names the limit.
func TestMemoryIsBoundedBySize(t *testing.T) {
	springs := func(colliders, perGroup, groups, springs, joints int) string {
		return fmt.Sprintf(`"VRMC_springBone": {"colliders": %s, "colliderGroups": %s, "springs": %s}`,
			list(colliders, func(int) string { return `{"node": 0, "shape": {"sphere": {"radius": 1}}}` }),
			list(groups, func(int) string {
				return fmt.Sprintf(`{"colliders": %s}`, list(perGroup, func(i int) string { return fmt.Sprint(i % colliders) }))
			}),
			list(springs, func(int) string {
				return fmt.Sprintf(`{"colliderGroups": %s, "joints": %s}`,
					list(groups, func(i int) string { return fmt.Sprint(i) }),
					list(joints, func(i int) string { return fmt.Sprintf(`{"node": %d, "hitRadius": 0.%d}`, i, i) }))
			}))
	}
	for name, row := range map[string]struct {
		document []byte
		refused  bool
	}{
		"one spring of many radii":   {hostile(1000, plain, springs(1, 8000, 1, 1, 1000)), true},
		"many springs of one group":  {hostile(10, plain, springs(1, 10_000, 1, 500, 10)), true},
		"many groups":                {hostile(100, plain, springs(1, 100, 100, 50, 20)), true},
		"an ordinary avatar's":       {hostile(300, plain, springs(30, 30, 1, 100, 5)), false},
		"many springs of no joints":  {hostile(5000, plain, springs(1, 1, 1, 3000, 0)), false},
		"many springs of two joints": {hostile(5000, plain, springs(1, 1, 1, 4000, 2)), false},
		"a chain of constraints": {hostile(2000, func(i int) string {
			return fmt.Sprintf(`"extensions": {"VRMC_node_constraint": {"constraint": {"aim": {"source": %d, "aimAxis": "PositiveX"}}}}`,
				(i+1)%2000)
		}, ""), true},
		"a constraint of each of 300 nodes": {hostile(300, func(i int) string {
			return fmt.Sprintf(`"extensions": {"VRMC_node_constraint": {"constraint": {"rotation": {"source": %d}}}}`,
				(i+1)%300)
		}, ""), false},
	} {
		var avatar *vrm.Avatar
		var err error
		library := assets.NewLibrary()
		used := allocated(func() {
			if avatar, err = vrm.Parse(library, "hostile.vrm", row.document); err == nil {
				_, err = avatar.Stack(library)
			}
		})
		limit := uint64(2 * (64<<20 + 64*len(row.document))) // the reader's, and that of this package
		t.Logf("%s: %d bytes took %.1f MB: %.120v", name, len(row.document), float64(used)/1e6, err)
		if used > limit {
			t.Errorf("%s: %d bytes took %d bytes of memory, more than %d", name, len(row.document), used, limit)
		}
		refused := err != nil && strings.Contains(err.Error(), "expected at most the memory limit")
		if refused != row.refused {
			t.Errorf("%s: error %v, want one of the memory limit: %v", name, err, row.refused)
		}
	}
}
