package jsontree

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/untyped"
)

const document = `{
  "name": "走", "a.b": [
    {"x": 1}, {"é": [true, {"": null}]}
  ],
	"last":{}}`

func TestNodesKnowTheirPlaces(t *testing.T) {
	d, err := Parse([]byte(document), 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		location, path, place, value string
	}{
		{"", "", "line 1, column 1", "an object"},
		{"name", "name", "line 2, column 3", `"走"`},
		{"a.b: and more", "a.b", "line 2, column 16", "an array of 2"},
		{"a.b[0].x", "a.b[0].x", "line 3, column 6", "1"},
		{"a.b[0].y", "a.b[0]", "line 3, column 5", "an object"}, // y is missing
		{"a.b[1].é[0]", "a.b[1].é[0]", "line 3, column 22", "true"},
		{"a.b[1].é[1]", "a.b[1].é[1]", "line 3, column 28", "an object"},
		{"a.b[2]", "a.b", "line 2, column 16", "an array of 2"},
		{"last", "last", "line 5, column 2", "an object"},
	} {
		n := d.Find(row.location)
		if n.Path() != row.path || n.Place() != row.place || n.Describe() != row.value {
			t.Errorf("%q: %q, %s, %s, want %q, %s, %s", row.location, n.Path(), n.Place(), n.Describe(), row.path,
				row.place, row.value)
		}
	}
	if d.Root.Member("last") == nil || d.Root.Member("Last") != nil || d.Find("name").Member("x") != nil {
		t.Error("members are found by other names, or not found")
	}
}

func TestProblemsOfDocuments(t *testing.T) {
	for text, want := range map[string]string{
		``:                      "line 1, column 1: unexpected EOF",
		"{\n ":                  "line 2, column 2: unexpected EOF",
		"{\"走\": 1,\n\t]":       "line 2, column 2: invalid character ']'",
		"[1] 2":                 "line 1, column 5: invalid character '2' after top-level value",
		"[\"é\", \"\xff\"]":     "line 1, column 8: expected UTF-8, found the byte 0xff",
		`{"a": {"b": 1,"b":2}}`: "line 1, column 15: a.b: expected each member once, found it twice",
		`[[[]]]`:                "line 1, column 3: [0][0]: expected values inside at most 1 others, found more",
	} {
		if _, err := Parse([]byte(text), 1+strings.Count(text, "{")); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Parse([]byte("{"), 1); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v is no io.ErrUnexpectedEOF", err)
	}
	if _, err := Read(strings.NewReader("[1, 2]"), 5, 1); err == nil ||
		err.Error() != "expected a document of at most 5 bytes, found more" {
		t.Error(err)
	}
}

// Trees hold what iterating over the values gives, and each path leads to its node.
func TestTreesAgreeWithValues(t *testing.T) {
	var check func(d *Document, n *Node, v Value)
	check = func(d *Document, n *Node, v Value) {
		if string(n.Value) != string(v) {
			t.Fatalf("%s is %s, want %s", n.Path(), n.Value, v)
		}
		if found := d.Find(n.Path()); found != n {
			t.Fatalf("the path %s leads to %s", n.Path(), found.Path())
		}
		i := 0
		for name, value := range v.Members() {
			if n.Items[i].Name != name {
				t.Fatalf("member %q, want %q", n.Items[i].Name, name)
			}
			check(d, n.Items[i], value)
			i++
		}
		for k, value := range v.Elements() {
			check(d, n.Items[k], value)
			i++
		}
		if i != len(n.Items) {
			t.Fatalf("%s has %d items, want %d", n.Path(), len(n.Items), i)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	var text func(depth int) string
	text = func(depth int) string {
		space := strings.Repeat(" \n\t"[random.IntN(3):][:1], random.IntN(3))
		kind := random.IntN(6)
		if depth == 0 {
			kind = random.IntN(4)
		}
		var b strings.Builder
		b.WriteString(space)
		switch kind {
		case 4:
			b.WriteString("[" + space)
			for i := range random.IntN(4) {
				b.WriteString(",,"[:min(i, 1)] + text(depth-1))
			}
			b.WriteString("]")
		case 5:
			b.WriteString("{" + space)
			for i := range random.IntN(4) {
				b.WriteString(",,"[:min(i, 1)] + space + `"m` + string(rune('a'+i)) + `"` + space + ":" + text(depth-1))
			}
			b.WriteString("}")
		default:
			b.WriteString([]string{"null", "-1.5e3", `"a\"]}"`, "false"}[kind])
		}
		return b.String() + space
	}
	for range 500 {
		s := text(5)
		d, err := Parse([]byte(s), 10)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		v, err := ParseValue([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		check(d, d.Root, v)
	}
}

func TestDecoder(t *testing.T) {
	type mode uint8
	type inner struct {
		Weight float32
		Mode   mode
	}
	type outer struct {
		Name   string
		IsOpen bool
		Count  int
		At     [3]float32
		Inner  []inner
	}
	decode := func(text string) (got outer, problems []string) {
		d, err := Parse([]byte(text), 8)
		if err != nil {
			t.Fatal(err)
		}
		decoder := Decoder{
			Words: map[untyped.Type][]string{untyped.TypeFor[mode](): {"loop", "once"}}, MaxList: 2,
			MaxProblems: 3,
		}
		decoder.Decode(d.Root, &got)
		for _, p := range decoder.Problems {
			problems = append(problems, p.Error())
		}
		return got, problems
	}
	got, problems := decode(
		`{"name": "n", "isOpen": true, "count": 2e1, "at": [1, 2.5, -3], "inner": [{"weight": 0.1, "mode": "once"}, {}]}`)
	want := outer{"n", true, 20, [3]float32{1, 2.5, -3}, []inner{{0.1, 1}, {}}}
	if len(problems) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v; problems %q", got, want, problems)
	}
	for text, want := range map[string]string{
		`[]`:             "line 1, column 1: the document: expected an object, found an array of 0",
		`{"Name": ""}`:   `line 1, column 2: Name: expected one of name, isOpen, count, at, inner, found "Name"; did you mean "name"?`,
		`{"name": null}`: "line 1, column 2: name: expected a string, found null",
		`{"isOpen": 1}`:  "line 1, column 2: isOpen: expected true or false, found 1",
		`{"count": 1.5}`: "line 1, column 2: count: expected an integer of at most 32 bits, found 1.5",
		`{"count": 2147483648}`: "line 1, column 2: count: expected an integer of at most 32 bits, found " +
			"2147483648",
		`{"at": [1]}`: "line 1, column 2: at: expected an array of 3, found an array of 1",
		`{"at": [1, {}, 1e39]}`: "line 1, column 12: at[1]: expected a number of at most 3.4e38, found an " +
			"object\nline 1, column 16: at[2]: expected a number of at most 3.4e38, found 1e39",
		`{"inner": {}}`:                    "line 1, column 2: inner: expected an array, found an object",
		`{"inner": [{}, {}, {}]}`:          "line 1, column 2: inner: expected at most 2, found 3",
		`{"inner": [{"mode": "lopo"}]}`:    `line 1, column 13: inner[0].mode: expected one of loop, once, found "lopo"; did you mean "loop"?`,
		`{"a": 1, "b": 1, "c": 1, "d": 1}`: "a: expected|b: expected|c: expected",
	} {
		_, problems := decode(text)
		joined := strings.Join(problems, "\n")
		for _, part := range strings.Split(want, "|") {
			if !strings.Contains(joined, part) || len(problems) > 3 {
				t.Errorf("%s: %s, want %s", text, joined, want)
			}
		}
	}
}
