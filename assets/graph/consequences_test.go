package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// A mistake in a document gives one error, where it was made or first met, and none for what
// follows from it.
func TestMistakesHaveNoConsequences(t *testing.T) {
	library := newTestLibrary(t)
	document := func(parameter, clip, extra string) string {
		return fmt.Sprintf(`{"name": "g", "parameters": [%s], "layers": [{"name": "base", "states": [
			{"name": "A", "clip": %q, "speedParameter": "speed", "transitions": [
				{"to": "B", "conditions": [{"parameter": "speed", "op": ">", "value": 1}]%s}]},
			{"name": "B", "clip": "Run", "transitions": [
				{"to": "A", "conditions": [{"parameter": "speed", "op": "<", "value": 1}]},
				{"to": "A", "fade": 1, "conditions": [{"parameter": "speed", "op": ">", "value": 9}]}]}]}]}`,
			parameter, clip, extra)
	}
	const speed = `{"name": "speed", "type": "float"}`
	if _, err := graph.Read(strings.NewReader(document(speed, "Walk", "")), library.library, library.model); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct{ document, want string }{
		"a parameter of another type": {
			document(`{"name": "speed", "type": "trigger"}`, "Walk", ""),
			`expected a float parameter for its speed, found "speed", which is trigger`,
		},
		"a parameter of another name": {
			document(`{"name": "sped", "type": "float"}`, "Walk", ""),
			`expected a parameter for its speed, found none named "speed"; did you mean "sped"?`,
		},
		"a misspelled type": {
			document(`{"name": "speed", "type": "flaot"}`, "Walk", ""), `found "flaot"; did you mean "float"?`,
		},
		"a misspelled member": {
			document(`{"nam": "speed", "type": "float"}`, "Walk", ""), `found "nam"; did you mean "name"?`,
		},
		"a clip that does not exist": {
			document(speed, "Wakl", `, "exitTime": 0.5, "fadeFraction": 0.1`), `did you mean "Walk"?`,
		},
	} {
		_, err := graph.Read(strings.NewReader(row.document), library.library, library.model)
		if err == nil || strings.Count(err.Error(), "\n") != 0 || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v\nwant one error with %q", name, err, row.want)
		}
	}
}
