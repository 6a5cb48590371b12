//go:build nobake

package bake_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// A program without baking keeps clips as they are, and says why.
func TestWithoutBaker(t *testing.T) {
	baked, report := bake.Bake(handmade.ExampleWave(handmade.ExampleArm()), bake.Options{})
	if baked != nil || !report.Exact || !strings.Contains(report.Reason, "nobake") {
		t.Errorf("found %v, %+v", baked, report)
	}
}
