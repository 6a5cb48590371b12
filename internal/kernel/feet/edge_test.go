package feet

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestFeetStayInTheirMemory(t *testing.T) {
	guarded.Run(t, map[string]any{
		"NewFrame": NewFrame, "Plant": Plant, "Pelvis": Pelvis, "Bend": Bend, "BendToe": BendToe,
	})
}
