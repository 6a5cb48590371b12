package jsontree

import (
	"bytes"
	"encoding/json"
)

// Marshal returns a document as indented JSON with a line feed at its end. It keeps < and >
// readable.
func Marshal(document any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(document)
	return out.Bytes(), err
}
