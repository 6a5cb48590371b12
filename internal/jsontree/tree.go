package jsontree

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Document is a parsed text.
type Document struct{ Root *Node }

// Node is a value of a document, with its place.
type Node struct {
	Value        Value
	Name         string  // of a member of an object; empty for others
	Items        []*Node // the members of an object or the elements of an array, in the order of the text
	Line, Column int     // of the first byte, for a member of its name, from 1; columns count characters

	parent *Node
	index  int // in the parent's items; -1 for a member
}

// Read reads the document of at most maxBytes, as [Parse] does. A nil reader is an error.
func Read(r io.Reader, maxBytes int64, maxDepth int) (*Document, error) {
	if r == nil {
		return nil, errors.New("expected a reader of JSON, found nil")
	}
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > maxBytes {
		return nil, fmt.Errorf("expected a document of at most %d bytes, found more", maxBytes)
	}
	return Parse(text, maxDepth)
}

// Parse parses a text that holds a single value, in which values are inside at most maxDepth
// others. No object may have two members of one name. Errors begin with the line and the column.
func Parse(text []byte, maxDepth int) (*Document, error) {
	b := builder{text: text, maxDepth: maxDepth}
	if !json.Valid(text) {
		var nothing json.RawMessage
		return nil, b.syntaxError(json.Unmarshal(text, &nothing))
	}
	if !utf8.Valid(text) {
		at := 0
		for r, size := utf8.DecodeRune(text); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(text[at:]) {
			at += size
		}
		return nil, fmt.Errorf("%s: expected UTF-8, found the byte %#x", b.node(at, nil).Place(), text[at])
	}
	root := b.node(skipSpace(text, 0), nil)
	return &Document{Root: root}, b.value(root, 0)
}

// builder makes the nodes of a text that is valid JSON, from the first byte to the last.
type builder struct {
	text     []byte
	maxDepth int
	at       int // the next byte
	// the place of a byte that was asked for last, from which the next one is counted
	counted, line, column int
}

// node returns a node at a byte.
func (b *builder) node(at int, parent *Node) *Node {
	for b.counted < at {
		_, size := utf8.DecodeRune(b.text[b.counted:])
		b.column++
		if b.text[b.counted] == '\n' {
			b.line, b.column = b.line+1, 0
		}
		b.counted += size
	}
	b.at = at
	return &Node{Line: b.line + 1, Column: b.column + 1, parent: parent}
}

// value sets the value of a node at the next byte, and moves over it.
func (b *builder) value(n *Node, depth int) error {
	if depth > b.maxDepth {
		return fmt.Errorf("%s: %s: expected values inside at most %d others, found more", n.Place(), n.Path(),
			b.maxDepth)
	}
	start := b.at
	switch b.text[start] {
	case '{', '[':
		isObject := b.text[start] == '{'
		var taken map[string]bool
		for b.at = skipSpace(b.text, start+1); b.text[b.at] != '}' &&
			b.text[b.at] != ']'; b.at = skipComma(b.text, b.at) {
			item := b.node(b.at, n)
			item.index = len(n.Items)
			if isObject {
				item.index = -1
				end := skipString(b.text, b.at)
				item.Name = strings.Clone(nameOf(b.text[b.at:end]))
				if taken[item.Name] {
					return fmt.Errorf("%s: %s: expected each member once, found it twice", item.Place(), item.Path())
				}
				if taken == nil {
					taken = map[string]bool{}
				}
				taken[item.Name] = true
				b.at = skipSpace(b.text, skipSpace(b.text, end)+1) // after the colon
			}
			n.Items = append(n.Items, item)
			if err := b.value(item, depth+1); err != nil {
				return err
			}
		}
		b.at++
	default:
		b.at = skipValue(b.text, start)
	}
	n.Value = b.text[start:b.at:b.at]
	return nil
}

// syntaxError returns an error of encoding/json with its line and column.
func (b *builder) syntaxError(err error) error {
	at := len(b.text)
	if syntax := (*json.SyntaxError)(nil); !errors.As(err, &syntax) ||
		strings.HasPrefix(syntax.Error(), "unexpected end") {
		err = io.ErrUnexpectedEOF
	} else {
		at = int(syntax.Offset) - 1
	}
	return fmt.Errorf("%s: %w", b.node(max(0, min(at, len(b.text))), nil).Place(), err)
}

// Place returns the line and the column, such as "line 3, column 14".
func (n *Node) Place() string { return fmt.Sprintf("line %d, column %d", n.Line, n.Column) }

// Path returns the way from the root to the node, such as layers[0].states[2].clip. The path of the
// root is empty.
func (n *Node) Path() string {
	var steps []*Node
	for ; n.parent != nil; n = n.parent {
		steps = append(steps, n)
	}
	path := ""
	for i := len(steps) - 1; i >= 0; i-- {
		if step := steps[i]; step.index < 0 {
			path = MemberPath(path, step.Name)
		} else {
			path = ElementPath(path, step.index)
		}
	}
	return path
}

// MemberPath returns the path of a member of an object. The path of the document is empty.
func MemberPath(path, name string) string {
	switch {
	case path == "":
		return name
	case name == "":
		return path
	}
	return path + "." + name
}

// ElementPath returns the path of an element of an array.
func ElementPath(path string, index int) string { return path + "[" + strconv.Itoa(index) + "]" }

// Member returns the member of an object with a name, nil if there is none or the value is no
// object.
func (n *Node) Member(name string) *Node {
	if n.Value.Kind() == Object {
		for _, item := range n.Items {
			if item.Name == name {
				return item
			}
		}
	}
	return nil
}

// Find returns the node of a location: a path, which a colon and more text may follow. For a path
// that leads nowhere, such as the path of a missing member, it is the node of the longest part that
// exists.
func (d *Document) Find(location string) *Node {
	node := d.Root
	for found := true; found; {
		found = false
		switch node.Value.Kind() {
		case Object:
			var longest *Node
			for _, item := range node.Items {
				if (longest == nil || len(item.Name) > len(longest.Name)) && endsPathStep(location, item.Name) {
					longest = item
				}
			}
			if longest != nil {
				node, location, found = longest, strings.TrimPrefix(location[len(longest.Name):], "."), true
			}
		case Array:
			digits, rest, ok := strings.Cut(strings.TrimPrefix(location, "["), "]")
			i, err := strconv.Atoi(digits)
			if ok && err == nil && i >= 0 && i < len(node.Items) && strings.HasPrefix(location, "[") {
				node, location, found = node.Items[i], strings.TrimPrefix(rest, "."), true
			}
		}
	}
	return node
}

// endsPathStep reports whether a location begins with the name of a member, after which the path
// ends or its next step follows.
func endsPathStep(location, name string) bool {
	rest, ok := strings.CutPrefix(location, name)
	return ok && name != "" && (rest == "" || strings.IndexByte(".[:", rest[0]) >= 0)
}
