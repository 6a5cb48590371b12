package search_test

import (
	"bytes"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/matching/search"
)

// What only package matching can do is an error for a database that it did not make.
func TestEmptyDatabases(t *testing.T) {
	library := assets.NewLibrary()
	for name, d := range map[string]*search.Database{"nil": nil, "empty": {}, "of no parts": search.New(search.Parts{Rate: 30})} {
		var out bytes.Buffer
		if err := d.WriteJSON(&out, library); err == nil || out.Len() > 0 {
			t.Errorf("%s: %d bytes of JSON, %v", name, out.Len(), err)
		}
		if data, err := d.AppendBinary([]byte("x")); err == nil || string(data) != "x" {
			t.Errorf("%s: the encoding %q, %v", name, data, err)
		}
		if d == nil {
			continue
		}
		if _, err := d.Rebuild(library); err == nil {
			t.Errorf("%s: expected an error of Rebuild, found none", name)
		}
	}
}
