package documents

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema compiles the text of a JSON Schema.
func Schema(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	const name = "schema.json"
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// Validate returns an error for a document that a schema refuses. One that is not JSON ends the
// test.
func Validate(t testing.TB, schema *jsonschema.Schema, document string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// Broken returns a document with one to three parts left out, repeated or exchanged.
func Broken(random *rand.Rand, document string) string {
	b := []byte(document)
	for range 1 + random.IntN(3) {
		i, j := random.IntN(len(b)), random.IntN(len(b))
		switch random.IntN(4) {
		case 0:
			b[i], b[j] = b[j], b[i]
		case 1:
			b[i] = "0123456789-e.\"[]{},:"[random.IntN(20)]
		case 2:
			b = slices.Delete(b, min(i, j), min(max(i, j), min(i, j)+20))
		default:
			b = slices.Insert(b, i, b[j:min(j+20, len(b))]...)
		}
	}
	return string(b)
}
