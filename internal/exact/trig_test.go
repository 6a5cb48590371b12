package exact_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
)

// Atan2 gives what math.Atan2 gives, sign of zero included, for all pairs of special values. (Where
// y/x underflows, math.Atan2 loses the sign of y.)
func TestAtan2OfSpecialValues(t *testing.T) {
	var values []float64
	for _, v := range []float64{
		0, math.SmallestNonzeroFloat64, 0x1p-1060, 0x1p-1022, 1, 1.5, 0x1p500, math.MaxFloat64, math.Inf(1),
	} {
		values = append(values, v, -v)
	}
	values = append(values, math.Copysign(0, -1), math.NaN())
	for _, y := range values {
		for _, x := range values {
			got, want := exact.Atan2(y, x), math.Copysign(math.Atan2(math.Abs(y), x), y)
			if math.IsNaN(want) != math.IsNaN(got) ||
				!math.IsNaN(want) && (math.Abs(got-want) > 1e-15 || math.Signbit(got) != math.Signbit(want)) {
				t.Errorf("Atan2(%v, %v): expected %v, found %v", y, x, want, got)
			}
		}
	}
}
