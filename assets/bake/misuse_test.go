package bake_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a baked clip, a cache or a report that is nil or a zero value returns an error or
// nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*bake.BakedClip)(nil), &bake.BakedClip{},
		(*bake.Cache)(nil), &bake.Cache{},
	} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
	cache := bake.NewCache(&memory{})
	for _, c := range []*clip.Clip{nil, {}} {
		for _, cache := range []*bake.Cache{nil, cache} {
			if baked, report := cache.Bake(c, bake.Options{}); baked != nil || !strings.Contains(report.Reason, "expected a clip") {
				t.Errorf("a clip of nothing is baked as %v: %v", baked, report)
			}
		}
	}
}
