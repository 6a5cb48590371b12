package modifier

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// jsonKind is the kind of a value in JSON.
type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

// jsonNode is a value of a document with its place in it.
type jsonNode struct {
	kind         jsonKind
	line, column int // from 1; columns count bytes
	text         string
	number       float64
	items        []*jsonNode
	members      map[string]*jsonNode
	order        []string // the names of the members
}

// String describes the value for errors.
func (n *jsonNode) String() string {
	switch n.kind {
	case jsonNull:
		return "null"
	case jsonString:
		if len(n.text) > 40 {
			return fmt.Sprintf("a string of %d bytes", len(n.text))
		}
		return strconv.Quote(n.text)
	case jsonArray:
		return fmt.Sprintf("a list of %d", len(n.items))
	case jsonObject:
		return "an object"
	}
	return n.text
}

// maxJSONDepth is the largest depth of values in values.
const maxJSONDepth = 8

// parseJSON reads a document.
func parseJSON(r io.Reader) (*jsonNode, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxJSONBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxJSONBytes {
		return nil, fmt.Errorf("the document has more than %d bytes", MaxJSONBytes)
	}
	p := jsonParser{data: data}
	if !utf8.Valid(data) {
		return nil, errors.New("the document is not UTF-8")
	}
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		at := len(data)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = min(at, int(syntax.Offset))
		}
		line, column := p.place(max(at-1, 0))
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	p.decoder = json.NewDecoder(bytes.NewReader(data))
	p.decoder.UseNumber()
	return p.value(0)
}

// jsonParser makes nodes of a document that is known to be JSON.
type jsonParser struct {
	data    []byte
	decoder *json.Decoder
	// the place that was asked for last, from which the next one is counted
	at, line, start int
}

// place returns the line and the column of a byte.
func (p *jsonParser) place(at int) (line, column int) {
	for ; p.at < at; p.at++ {
		if p.data[p.at] == '\n' {
			p.line, p.start = p.line+1, p.at+1
		}
	}
	return p.line + 1, at - p.start + 1
}

func (p *jsonParser) value(depth int) (*jsonNode, error) {
	at := int(p.decoder.InputOffset())
	for at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[at]) >= 0 {
		at++
	}
	n := &jsonNode{}
	n.line, n.column = p.place(at)
	if depth > maxJSONDepth {
		return nil, fmt.Errorf("line %d, column %d: values are nested more than %d deep", n.line, n.column, maxJSONDepth)
	}
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case bool:
		n.kind, n.text = jsonBool, strconv.FormatBool(t)
	case json.Number:
		n.kind, n.text = jsonNumber, t.String()
		n.number, _ = strconv.ParseFloat(n.text, 64) // beyond its range it is infinite, which no setting accepts
	case string:
		n.kind, n.text = jsonString, t
	case json.Delim:
		return n, p.container(n, t == '{', depth)
	}
	return n, nil
}

func (p *jsonParser) container(n *jsonNode, isObject bool, depth int) error {
	n.kind = jsonArray
	if isObject {
		n.kind, n.members = jsonObject, map[string]*jsonNode{}
	}
	for p.decoder.More() {
		name := ""
		if isObject {
			key, err := p.decoder.Token()
			if err != nil {
				return err
			}
			name, _ = key.(string)
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		if !isObject {
			n.items = append(n.items, item)
			continue
		}
		if n.members[name] != nil {
			return fmt.Errorf("line %d, column %d: the member %q is given twice", item.line, item.column, name)
		}
		n.members[name], n.order = item, append(n.order, name)
	}
	_, err := p.decoder.Token() // the end
	return err
}
