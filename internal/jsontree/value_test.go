package jsontree

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// decodeAll returns a value in the form that encoding/json gives to it.
func decodeAll(v Value) any {
	switch v.Kind() {
	case Object:
		object := map[string]any{}
		for name, value := range v.Members() {
			object[strings.Clone(name)] = decodeAll(value)
		}
		return object
	case Array:
		array := make([]any, 0, v.Len())
		for i, element := range v.Elements() {
			if i != len(array) {
				panic("the indices of elements do not count up")
			}
			array = append(array, decodeAll(element))
		}
		return array
	case String:
		text, _ := v.Text()
		return text
	case Number:
		f, _ := v.Float()
		return f
	case Bool:
		b, _ := v.Bool()
		return b
	}
	return nil
}

// countAll is CountMembers on a value that encoding/json has decoded.
func countAll(value any, counts map[string]int) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if object, ok := inner.(map[string]any); ok && name == "extensions" {
				for member := range object {
					counts[member]++
				}
			}
			if name != "extras" {
				countAll(inner, counts)
			}
		}
	case []any:
		for _, inner := range v {
			countAll(inner, counts)
		}
	}
}

// checkAgainstStandard fails the test unless the package agrees with encoding/json about a text.
func checkAgainstStandard(t *testing.T, text []byte) {
	t.Helper()
	var want any
	err := json.Unmarshal(text, &want)
	v, parseErr := ParseValue(text)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) != (parseErr != nil) {
		t.Fatalf("%q: error %v, want %v", text, parseErr, err)
	}
	if err != nil {
		return // invalid, or a number that does not fit in a float64
	}
	if got := decodeAll(v); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: decoded %v, want %v", text, got, want)
	}
	if strings.Count(string(text), "ext") > 0 && !strings.Contains(string(text), "\\") && !hasDuplicates(v) {
		got, want2 := map[string]int{}, map[string]int{}
		v.CountMembers("extensions", "extras", func(name string) { got[strings.Clone(name)]++ })
		if countAll(want, want2); !reflect.DeepEqual(got, want2) {
			t.Fatalf("%q: counted %v, want %v", text, got, want2)
		}
	}
}

// hasDuplicates reports whether an object has two members of the same name. encoding/json keeps
// only the last.
func hasDuplicates(v Value) bool {
	names := map[string]bool{}
	for name, value := range v.Members() {
		if names[name] || hasDuplicates(value) {
			return true
		}
		names[name] = true
	}
	for _, element := range v.Elements() {
		if hasDuplicates(element) {
			return true
		}
	}
	return false
}

var texts = []string{
	`null`, `true`, `false`, `0`, `-1.5e-3`, `""`, `"a"`, `[]`, `{}`, ` [ ] `, "\t{\r\n}\n", `[1,2 , 3]`,
	`{"a":1,"b":[{"c":null}]}`,
	`{"a" : "x\"y\\" , "b\\":"\\\\"}`, `["\\","\"",  "\\\""]`, `{"\u0061\n":"\ud83d\ude00\u00e9"}`, `{"a":1,"a":2}`,
	`["]","}",",","[{"]`,
	"[\"\xff\", \"é\"]", "{\"\xff\":[]}",
	`{"extensions":{"A":{"extensions":{"B":1}},"C":[{"extensions":{"A":2}}]},"b":"extensions","c":{"A":0}}`,
	`{"extras":{"extensions":{"A":1}},"nodes":[{"extensions":{"A":{}}},{"extensions":[{"A":{}}]}]}`,
	`[{"extras":[{"extensions":{"A":1}}]}]`,
	``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":1,}`, `nul`, `01`, `1 2`, `"`, `"\x"`, "\"\n\"", `[1e400]`, `{"a":}`, `}`,
}

func TestAgreesWithStandardDecoder(t *testing.T) {
	for _, text := range texts {
		checkAgainstStandard(t, []byte(text))
	}
}

func FuzzAgreesWithStandardDecoder(f *testing.F) {
	for _, text := range texts {
		seeds.Add(f, []byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkAgainstStandard(t, text) })
}

func TestInt(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "-0": 0, "-0.0": 0, "0e5": 0, "0.000e-7": 0, "0e99999999999999999999": 0, "24": 24, "24.0": 24,
		"2.4e1": 24, "2.4E+1": 24,
		"240e-1": 24, "0.024e3": 24, "1e0": 1, "-1e2": -100, "-7": -7, "123456789": 123456789,
		"2147483647.0": 2147483647, "-2147483648": -2147483648,
		"10.00": 10, "1200000e-5": 12,
	} {
		if got, ok := Value(text).Int(); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"1.5", "-0.5", "1e-1", "24.0001", "1e300", "1e-300", "9223372036854775808", "9.3e18", "1e99999999999999999999",
		"1e-99999999999999999999",
		"24.000000000000000000000001", `"1"`, "true", "null", "[1]", "{}", "",
	} {
		if got, ok := Value(text).Int(); ok {
			t.Errorf("%s: %d, want no integer", text, got)
		}
	}
}

func TestMismatch(t *testing.T) {
	err := Value(`1.5`).Mismatch("an integer")
	if got, want := err.Error(), "expected an integer, found a JSON number 1.5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if kind := (*json.UnmarshalTypeError)(nil); !errors.As(err, &kind) || kind.Value != "number 1.5" {
		t.Errorf("%v wraps %v, want a *json.UnmarshalTypeError", err, kind)
	}
	if got := Value(strings.Repeat("1", 100)).Mismatch("a string").Error(); len(got) > 100 {
		t.Errorf("%q is too long", got)
	}
}

// A text with deep nesting or many quotes takes linear time.
func TestHostileTexts(t *testing.T) {
	n := 1 << 20
	if testing.Short() || os.Getenv("SINEW_LONG") == "" {
		n = 1 << 17
	}
	for _, text := range []string{
		`"` + strings.Repeat(`\\`, n) + `"`, `"` + strings.Repeat(`\"`, n) + `"`,
		`[` + strings.Repeat(`"",`, n) + `""]`,
		strings.Repeat(`{"extensions":`, 9000) + `1` + strings.Repeat(`}`, 9000),
		strings.Repeat(`[`, 9000) + strings.Repeat(`]`, 9000),
	} {
		v, err := ParseValue([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		v.CountMembers("extensions", "extras", func(string) { count++ })
		for range v.Elements() {
			count++
		}
		if v.Text(); count < 0 {
			t.Error(count)
		}
	}
	if _, err := ParseValue([]byte(strings.Repeat("[", 100_000))); err == nil {
		t.Error("no error for a text that ends inside arrays")
	}
}
