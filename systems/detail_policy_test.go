package systems_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func TestDetailPolicyErrors(t *testing.T) {
	for _, row := range []struct {
		fault  string
		policy systems.DetailPolicy
	}{
		{"", systems.DefaultDetail()},
		{"", systems.DetailPolicy{}},
		{"step 0", systems.DetailPolicy{Steps: []systems.DetailStep{{}}}},
		{"step 0", systems.DetailPolicy{Steps: []systems.DetailStep{{Below: float32(math.Inf(1))}}}},
		{"step 1", systems.DetailPolicy{Steps: []systems.DetailStep{{Below: 0.1}, {Below: 0.1}}}},
		{"found 256", systems.DetailPolicy{Steps: make([]systems.DetailStep, 256)}},
		{"Hysteresis", systems.DetailPolicy{Hysteresis: 1}},
		{"Hysteresis", systems.DetailPolicy{Hysteresis: float32(math.NaN())}},
		{"Margin", systems.DetailPolicy{Margin: -1}},
		{"Margin", systems.DetailPolicy{Margin: float32(math.Inf(1))}},
	} {
		world := ecs.NewWorld()
		animation, err := systems.NewAnimation(&world, assets.NewLibrary())
		check(t, err)
		err = animation.DetailByView(row.policy)
		animation.Close()
		if row.fault == "" && err != nil ||
			row.fault != "" && (err == nil || !strings.Contains(err.Error(), row.fault)) {
			t.Errorf("%+v: error %v, want one with %q", row.policy, err, row.fault)
		}
	}
}
