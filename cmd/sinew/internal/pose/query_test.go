package pose_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/cmd/sinew/internal/pose"
)

func TestParseTimes(t *testing.T) {
	got, err := pose.ParseTimes("0, 1.5,-2e-1")
	if err != nil || !slices.Equal(got, []float64{0, 1.5, -0.2}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "1,", "one", "NaN", "Inf", "1;2", "1e999"} {
		if got, err := pose.ParseTimes(bad); err == nil {
			t.Errorf("%q is accepted as %v", bad, got)
		}
	}
}

func TestParseVertices(t *testing.T) {
	got, err := pose.ParseVertices("1:0:27, 43:2:5")
	if err != nil || !slices.Equal(got, []pose.VertexRef{{Node: 1, Vertex: 27}, {Node: 43, Primitive: 2, Vertex: 5}}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{
		"", "1", "1:2", "1:2:3:4", "a:0:0", "-1:0:0", "1:0:-1",
		"1:0:99999999999999999999", "1:0:0,",
	} {
		if got, err := pose.ParseVertices(bad); err == nil {
			t.Errorf("%q is accepted as %v", bad, got)
		}
	}
}
