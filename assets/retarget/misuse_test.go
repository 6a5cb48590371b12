package retarget_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a mirror, a retargeter or a report that is nil, as it is returned with an
// error, or a zero value returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*retarget.Mirror)(nil), &retarget.Mirror{},
		(*retarget.Retargeter)(nil), &retarget.Retargeter{},
	} {
		probe.Methods(t, receiver)
		probe.Calls(t, receiver)
	}
	// Text is never empty.
	probe.Methods(t, &retarget.Report{}, "String", "Grade")
	probe.Calls(t, &retarget.Report{})
	if grade, reasons := (*retarget.Report)(nil).Grade(); grade != retarget.Poor || len(reasons) != 1 {
		t.Errorf("a report that is nil is %v: %v", grade, reasons)
	}
	if _, ok := (*retarget.Report)(nil).WorstDirection(); ok {
		t.Error("a report that is nil has a worst direction")
	}
	if _, ok := (*retarget.Report)(nil).WorstPosition(); ok {
		t.Error("a report that is nil has a worst position")
	}
}
