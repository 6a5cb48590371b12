package springs

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestSpringsStayInTheirMemory(t *testing.T) {
	const numbers = 3 * Lanes
	lanes := func(m *guarded.Memory) *[Lanes][]float32 {
		var places [Lanes][]float32
		for l := range places {
			places[l] = guarded.Floats(m, numbers)
		}
		return &places
	}
	guarded.Run(t, map[string]any{
		"Link.Ready": (*Link).Ready, "Link.Solve": (*Link).Solve, "Begun": Begun, "Motion": Motion, "Center": Center,
		"Gravity": Gravity, "Begin": Begin, "Attach": Attach, "AttachNormal": AttachNormal, "At": At, "Carry": Carry,
		"Joint": Joint, "Move": Move, "Turn": Turn, "Nearest": Nearest, "Depth": Depth, "Height": Height,
		"Push": Push, "Plane": Plane, "Out": Out,
		"Gather":  func(m *guarded.Memory) { Gather(guarded.Floats(m, numbers*Lanes), lanes(m)) },
		"Scatter": func(m *guarded.Memory) { Scatter(lanes(m), guarded.Floats(m, numbers*Lanes)) },
	})
}
