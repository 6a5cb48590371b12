package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// hostileDocuments are documents near the limits of size, each of a shape that could take a reader
// very long.
func hostileDocuments() map[string]string {
	list := func(n int, element func(i int) string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(element(i))
		}
		return b.String()
	}
	document := func(parameters, states string) string {
		return `{"name":"g","parameters":[` + parameters + `],"layers":[{"name":"l","states":[` + states + `]}]}`
	}
	floats := list(32, func(i int) string { return fmt.Sprintf(`{"name":"p%d","type":"float"}`, i) })
	ints := strings.ReplaceAll(floats, "float", "int")
	to := func(state int) string { return fmt.Sprintf(`{"to":"s%d"}`, state) }
	const most = graph.MaxStates
	all := map[string]string{
		// All states in a ring, with four instant transitions each, so that the search for cycles
		// has many ways to go.
		"chords": document(floats, list(most, func(i int) string {
			return fmt.Sprintf(`{"name":"s%d","transitions":[%s]}`, i, list(4, func(k int) string {
				return fmt.Sprintf(`{"to":"s%d","conditions":[{"parameter":"p%d","op":">","value":%d}]}`,
					(i+1+k*k)%most, (i+k)%32, k)
			}))
		})),
		// A long path that excludes one value after the other.
		"exclusions": document(ints, list(most, func(i int) string {
			return fmt.Sprintf(`{"name":"s%d","transitions":[%s]}`, i, list(3, func(k int) string {
				return fmt.Sprintf(
					`{"to":"s%d","conditions":[{"parameter":"p0","op":"!=","value":%d},{"parameter":"p%d","op":"<","value":%d}]}`,
					(i+1+k)%most, i*3+k, 1+k, i%7)
			}))
		})),
		// A ring that only its last state contradicts.
		"contradiction": document(floats, list(most, func(i int) string {
			op := "<"
			if i == most-1 {
				op = ">"
			}
			return fmt.Sprintf(`{"name":"s%d","transitions":[%s]}`, i, list(4, func(k int) string {
				return fmt.Sprintf(`{"to":"s%d","conditions":[{"parameter":"p0","op":"%s","value":0}]}`,
					(i+1+k)%most, op)
			}))
		})),
		// Every transition leads to the last of many states, which a reader could look for from the
		// first.
		"last target": document("", list(most, func(i int) string {
			return fmt.Sprintf(`{"name":"s%d","transitions":[%s]}`, i, list(4, func(k int) string {
				return to((i*4 + k + most - 9) % most)
			}))
		})),
		"any state": `{"name":"g","layers":[{"name":"l","anyState":[` + list(1<<14, to) + `],"states":[` +
			list(most, func(i int) string { return fmt.Sprintf(`{"name":"s%d"}`, i) }) + `]}]}`,
		"exit times": `{"name":"g","layers":[{"name":"l","anyState":[` +
			list(60, func(i int) string { return fmt.Sprintf(`{"to":"s%d","exitTime":1}`, i) }) + `],"states":[` +
			list(most, func(i int) string { return fmt.Sprintf(`{"name":"s%d"}`, i) }) + `]}]}`,
		"long machine name": document("", `{"name":"`+strings.Repeat("n", 2<<20)+`","machine":{"states":[`+
			list(most, func(i int) string { return fmt.Sprintf(`{"name":"s%d"}`, i) })+`]}}`),
		"long member name": `{"name":"g","` + strings.Repeat("n", 2<<20) + `":[` + list(1_000_000, func(int) string {
			return "0"
		}) + `]}`,
		"unknown members": `{` + list(300_000, func(i int) string { return fmt.Sprintf(`"%d":0`, i) }) + `}`,
		"empty states":    document("", strings.TrimSuffix(strings.Repeat("{},", 4000), ",")),
		"empty machines": document("", list(1000, func(int) string {
			return `{"machine":{"states":[` + strings.TrimSuffix(strings.Repeat("{},", 1000), ",") + `]}}`
		})),
		"empty conditions": document("", list(300, func(int) string {
			return `{"transitions":[` + strings.TrimSuffix(strings.Repeat(`{"conditions":[{},{},{}]},`, 500), ",") +
				`]}`
		})),
		"empty arrays": `{"name":[` + strings.TrimSuffix(strings.Repeat("[],", 1_300_000), ",") + `]}`,
		"missing targets": document("", list(most, func(i int) string {
			return fmt.Sprintf(`{"name":"s%d","transitions":[{"to":"%s"}]}`, i, strings.Repeat("/", 900))
		})),
		"same parameter": document(list(32, func(int) string {
			return `{"name":"p","type":"int"}`
		}), `{"name":"s"}`),
		"broken at the end": `{"name":[` + strings.Repeat("\n0,", 1_300_000) + `}`,
	}
	define := func(members string) string {
		return `{"name":"g",` + members + `,"layers":[{"name":"l","states":[{"name":"s"}]}]}`
	}
	all["mask steps"] = define(`"masks":{` + list(4, func(i int) string {
		return fmt.Sprintf(`"%d":[%s]`, i, list(1024, func(k int) string {
			return `{"joints":[` + strings.TrimSuffix(strings.Repeat(`"elbw",`, 100), ",") + `]}`
		}))
	}) + `}`)
	all["many masks"] = define(`"masks":{` + list(100_000, func(i int) string {
		return fmt.Sprintf(`"%d":[]`, i)
	}) + `}`)
	all["samples"] = define(`"blendSpaces":{` + list(256, func(i int) string {
		return fmt.Sprintf(`"%d":{"method":"delaunay","samples":[%s]}`, i, list(200, func(k int) string {
			return fmt.Sprintf(`{"clip":"Walk","x":%d,"y":%d}`, k%14, k/14)
		}))
	}) + `}`)
	all["most samples"] = define(`"blendSpaces":{` + list(16, func(i int) string {
		return fmt.Sprintf(`"%d":{"method":"delaunay","samples":[%s]}`, i, list(256, func(k int) string {
			return fmt.Sprintf(`{"clip":"Walk","x":%d,"y":%d}`, k%16, k/16)
		}))
	}) + `}`)
	all["most joints"] = define(`"masks":{` + list(4, func(i int) string {
		return fmt.Sprintf(`"%d":[%s]`, i, list(256, func(k int) string { return `{"joints":["a","b","c","d"]}` }))
	}) + `}`)
	all["most markers"] = define(`"blendSpaces":{` + list(32, func(i int) string {
		return fmt.Sprintf(`"%d":{"samples":[%s]}`, i, list(2, func(k int) string {
			return fmt.Sprintf(`{"clip":"Walk","x":%d,"markers":[%s]}`, k, list(128, func(m int) string {
				return fmt.Sprintf(`{"name":"m%d","time":%d.%03d}`, m, 0, m)
			}))
		}))
	}) + `}`)
	all["long path"] = `{"` + strings.Repeat("masks.", 20) + `":{` + list(100_000, func(i int) string {
		return fmt.Sprintf(`"%d.":7`, i)
	}) + `}}`
	deep := `{"name":"s0"}`
	for range graph.MaxDepth - 2 {
		deep = `{"name":"` + strings.Repeat("m", 128) + `","machine":{"states":[` + deep + `]}}`
	}
	all["deep machines"] = document("", strings.Replace(deep, `{"name":"s0"}`,
		list(3000, func(i int) string {
			return fmt.Sprintf(`{"name":"s%d","transitions":[{"to":"s%d"},{"to":"t"}]}`, i, (i+1)%3000)
		}), 1)+`,{"name":"t"}`)
	return all
}

// No document takes long to read, whatever is in it.
func TestReadingHostileDocumentsIsFast(t *testing.T) {
	lib := newTestLibrary(t)
	for name, document := range hostileDocuments() {
		t.Run(name, func(t *testing.T) {
			if len(document) > graph.MaxJSONBytes {
				t.Fatalf("%d bytes", len(document))
			}
			var err error
			took, _ := probe.Measure(func() { _, err = graph.Read(strings.NewReader(document), lib.library, lib.model) })
			length := 0
			if err != nil {
				length = len(err.Error())
			}
			t.Logf("%d bytes: %v, an error of %d bytes", len(document), took, length)
			if took > probe.Patience(hostileLimit) {
				t.Errorf("%d bytes took %v, want at most %v", len(document), took, hostileLimit)
			}
			if length > 1<<20 {
				t.Errorf("an error of %d bytes", length)
			}
		})
	}
}

// A cycle is found among many states that are in none.
func TestCycleBehindManyStatesIsFound(t *testing.T) {
	var members []graph.Member
	const states = 2000
	for i := range states {
		s := graph.State(fmt.Sprint(i))
		for k := 1; k <= 4 && i+k < states; k++ {
			s.To(fmt.Sprint(i + k))
		}
		if i == states-1 {
			s.To(fmt.Sprint(states - 2))
		}
		members = append(members, s)
	}
	_, err := oneLayer(members...).Build(nil)
	wantProblems(t, err, "1998 -> 1999 -> 1998")
}

// A cycle through very many states is described by its ends.
func TestLongCycleIsShortened(t *testing.T) {
	var members []graph.Member
	for i := range 300 {
		members = append(members, graph.State(fmt.Sprint(i)).To(fmt.Sprint((i+1)%300)))
	}
	_, err := oneLayer(members...).Build(nil)
	wantProblems(t, err, "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> (280 more) -> 291 -> 292 -> 293 -> "+
		"294 -> 295 -> 296 -> 297 -> 298 -> 299 -> 0")
}

// Names have as many characters, not bytes, as the schema allows.
func TestNamesAreMeasuredInCharacters(t *testing.T) {
	schema := documents.Schema(t, graph.Schema)
	for _, letter := range []string{"a", "é", "走", "🦊"} {
		for _, n := range []int{128, 129} {
			name := strings.Repeat(letter, n)
			machine := `{"name":"g","layers":[{"name":"l","states":[{"name":"M","machine":{"states":[{"name":"` + name +
				`","transitions":[{"to":"` + name +
				`","fade":1,"conditions":[{"parameter":"` + name + `","op":"true"}]}]}]}}]}],"parameters":[{"name":"` +
				name + `","type":"bool"}]}`
			_, readError := graph.Read(strings.NewReader(machine), nil)
			schemaError := documents.Validate(t, schema, machine)
			_, buildError := graph.New("g").Layer("l", graph.State(name)).Build(nil)
			if ok := n == 128; (readError == nil) != ok || (schemaError == nil) != ok || (buildError == nil) != ok {
				t.Errorf("%d times %s: read: %v; schema: %v; build: %v", n, letter, readError, schemaError, buildError)
			}
			if n == 129 {
				wantProblems(t, buildError, "expected at most 128 characters in its name, found 129")
			}
		}
		for n, want := range map[int]string{
			2063: "expected a state or machine as its target",
			2064: "transitions[0].to: expected at most 2063 characters, found 2064",
		} {
			document := `{"name":"g","layers":[{"name":"l","states":[{"name":"A","transitions":[{"to":"` +
				strings.Repeat(letter, n) + `"}]}]}]}`
			_, err := graph.Read(strings.NewReader(document), nil)
			wantProblems(t, err, want)
			if err := documents.Validate(t, schema, document); (err == nil) != (n == 2063) {
				t.Errorf("%d times %s: the schema: %v", n, letter, err)
			}
		}
	}
}

func TestSyntaxErrorsHaveLineAndColumn(t *testing.T) {
	for document, want := range map[string]string{
		"{\n  \"name\": \"g\"\n  \"layers\": []\n}": `graph: line 3, column 3: invalid character '"' after object key:value pair`,
		`{"name":"走", nope}`:                        "graph: line 1, column 14: invalid character 'n'",
		"{\"name\":\n\t[1,2,}":                      "graph: line 2, column 7: invalid character '}'",
		"{\"name\":\"g\"}\n ]":                      "graph: line 2, column 2: invalid character ']' after top-level value",
		"{\"name\":\"g\"}\n {}":                     "graph: line 2, column 2: invalid character '{' after top-level value",
		"{\n\"name\":\"g\",":                        "graph: line 2, column 12: unexpected EOF",
		"":                                          "graph: line 1, column 1: unexpected EOF",
		"{\"name\":\"a\nb\"}": "graph: line 1, column 11: invalid character '\\n' in string " +
			"literal",
		"{\"a\":[1.5e],\n\"b\":2}": "graph: line 1, column 11: invalid character ']' in exponent of numeric literal",
	} {
		_, err := graph.Read(strings.NewReader(document), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", document, err, want)
		}
	}
}

// A condition of the wrong kind is an error that lists the right ones, in the words of JSON and of
// Go.
func TestConditionErrorsNameTheRightWord(t *testing.T) {
	for _, wrong := range []string{"is", "triggered!", "True"} {
		_, err := oneLayer(graph.State("A").To("A").Fade(1).When("go", wrong, 0)).Build(nil)
		wantProblems(t, err,
			fmt.Sprintf(
				`expected a condition of the trigger parameter "go", found %q; a trigger takes "triggered" (WhenTriggered in Go)`, wrong))
		_, err = oneLayer(graph.State("A").To("A").Fade(1).When("flag", wrong, 0)).Build(nil)
		wantProblems(t, err,
			fmt.Sprintf(
				`expected a condition of the bool parameter "flag", found %q; a bool takes "true" or "false" (WhenTrue or WhenFalse in Go)`, wrong))
	}
}
