package inspect_test

import (
	"bytes"
	"testing"

	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
	"github.com/sinew-go/sinew/systems/explain"
)

// A report names its file in each line that begins a finding, and prints nothing that a terminal
// would obey.
func TestReportAsText(t *testing.T) {
	for want, report := range map[string]inspect.Report{
		"walk.glb: no findings\n": {File: "walk.glb"},
		"walk.glb: feet-slide: clip \"a?b\": it slides\n  cure: mend it\n": {File: "walk.glb", Findings: []explain.Finding{
			{ID: "feet-slide", Where: "clip \"a\x1bb\"", Text: "it slides", Cure: "mend it"},
		}},
	} {
		var out bytes.Buffer
		if err := report.WriteText(&out); err != nil || out.String() != want {
			t.Errorf("expected %q, found %q, %v", want, &out, err)
		}
	}
}
