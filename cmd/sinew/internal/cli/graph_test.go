package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

const foxGraph = `{"name":"fox","parameters":[{"name":"speed","type":"float"}],"layers":[{"name":"base","states":[
	{"name":"Look","clip":"Survey","transitions":[{"to":"Go","conditions":[{"parameter":"speed","op":">","value":0.5}],"fade":0.2,"curve":"soft"}]},
	{"name":"Go","blendSpace":"Gait","parameters":["speed"],"transitions":[{"to":"Look","exitTime":1}]}]},
	{"name":"nod","mode":"additive","mask":"head","states":[{"name":"Nod","clip":"Walk"}]}]}`

func writeGraph(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fox graph.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInspectAGraph(t *testing.T) {
	path := writeGraph(t, foxGraph)
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		arguments []string
		want      []string
	}{
		{[]string{path}, []string{
			"fox graph.json  fox", "3 states, 2 transitions", "speed > 0.5", "Gait by speed",
			"not resolved",
		}},
		{[]string{path, fox}, []string{"3.417 s", "animates the skeleton Fox"}},
		{[]string{path, "--dot"}, []string{`digraph "fox" {`, "state_0 -> state_1"}},
		{[]string{path, fox, "-dot"}, []string{"subgraph cluster_1 {"}},
	} {
		status, stdout, stderr := run(append([]string{"inspect"}, row.arguments...)...)
		if status != 0 || stderr != "" {
			t.Errorf("%q: status %d, stderr %q", row.arguments, status, stderr)
		}
		for _, want := range row.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%q: %q is missing from\n%s", row.arguments, want, stdout)
			}
		}
	}
	status, stdout, _ := run("inspect", path, "--json")
	if g, err := graph.Read(strings.NewReader(stdout), nil); status != 0 || err != nil || g.Name() != "fox" {
		t.Errorf("status %d, %v: %s", status, err, stdout)
	}
}

func TestInspectInvalidGraphs(t *testing.T) {
	path := writeGraph(t, foxGraph)
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		arguments []string
		status    int
		want      []string
	}{
		{[]string{filepath.Join(t.TempDir(), "none.json")}, 1, []string{"none.json"}},
		{
			[]string{writeGraph(t, `{"name":"g"}`)},
			1,
			[]string{"fox graph.json: graph: line 1, column 1: the document: expected the member \"layers\", found none"},
		},
		{
			[]string{writeGraph(t, strings.ReplaceAll(foxGraph, "Survey", "Sit")), fox},
			1,
			[]string{`state "Look": expected a clip of the library, found none named "Sit"`},
		},
		{
			[]string{writeGraph(t, strings.ReplaceAll(foxGraph, `"to":"`, `"to":"x`))},
			1,
			[]string{`to "xGo": expected a state or machine`, `to "xLook": expected a state`},
		},
		{[]string{path, "nowhere.glb"}, 1, []string{"nowhere.glb"}},
		{[]string{path, "--dot", "--json"}, 2, []string{"--dot", "--json"}},
		{[]string{fox, "--dot"}, 2, []string{"--dot", "expected a graph"}},
	} {
		status, stdout, stderr := run(append([]string{"inspect"}, row.arguments...)...)
		if status != row.status || stdout != "" || !isOneLine(stderr) {
			t.Errorf("%q: status %d, stdout %q, stderr %q", row.arguments, status, stdout, stderr)
		}
		for _, want := range row.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%q: %q is missing from %s", row.arguments, want, stderr)
			}
		}
	}
}
