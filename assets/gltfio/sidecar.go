package gltfio

import (
	_ "embed" // for the schema
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// SidecarSchema is the JSON Schema (draft 2020-12) of the documents that [ReadOptions] reads and
// [Options.WriteJSON] writes.
//
//go:embed sidecar.schema.json
var SidecarSchema string

// sidecarSuffix comes after the whole name of a file in that of its sidecar.
const sidecarSuffix = ".json"

// maxSidecarBytes is the largest length of a sidecar.
const maxSidecarBytes = 4 << 20

// sidecar is a document with options that was read.
type sidecar struct {
	name string // of the file, for errors
	root *jsontree.Node
}

// origin is where an option was said: by the program, or in a document.
type origin struct {
	source *sidecar // nil: by the program
	path   string   // as in a document, such as clips.Run.markers[1]
	steps  []any    // the same: names of members, and indices of elements
}

// at returns the origin of a member, given its name, or of an element, given its index.
func (o origin) at(step any) origin {
	o.steps = append(o.steps[:len(o.steps):len(o.steps)], step)
	switch step := step.(type) {
	case string:
		o.path = jsontree.MemberPath(o.path, step)
	case int:
		o.path = jsontree.ElementPath(o.path, step)
	}
	return o
}

// String returns the document, the line, the column and the path, or what the program said by its
// path in a document.
func (o origin) String() string {
	if o.source == nil {
		return "options: " + o.path
	}
	return fmt.Sprintf("%s: %s: %s", o.source.name, o.node().Place(), o.path)
}

// node returns the node of the document, or the nearest one above it that exists.
func (o origin) node() *jsontree.Node {
	node := o.source.root
	for _, step := range o.steps {
		next := (*jsontree.Node)(nil)
		switch step := step.(type) {
		case string:
			next = node.Member(step)
		case int:
			if node.Value.Kind() == jsontree.Array && step < len(node.Items) {
				next = node.Items[step]
			} else {
				next = node // one element alone
			}
		}
		if next == nil {
			break
		}
		node = next
	}
	return node
}

// problem returns an error with the place of an option.
func (o origin) problem(err error) error { return fmt.Errorf("%s: %w", o, err) }

// readSidecar returns the options of the sidecar of the file, the zero Options without one.
func (l *loader) readSidecar() (Options, error) {
	if l.folder == nil || l.options.NoSidecar {
		return Options{}, nil
	}
	name := filepath.Base(l.name)
	if _, ok := l.folder.(fsFolder); ok {
		name = path.Base(l.name)
	}
	name += sidecarSuffix
	if found, err := l.folder.has(name); err != nil || !found {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return Options{}, err
	}
	data, err := l.folder.read(name, min(maxSidecarBytes, l.options.maxBytes()-l.bytesRead), nil)
	if err != nil {
		return Options{}, fmt.Errorf("%s: %w", name, err)
	}
	l.bytesRead += int64(len(data))
	l.memory.allow(len(data))
	options, problems := readOptions(name, data)
	for i := range problems {
		problems[i] = fmt.Errorf("%s: %w", name, problems[i])
	}
	return options, errors.Join(problems...)
}

// checkSidecarScale returns an error if the sidecar scales a file with extensions that the program
// reads itself: these may hold lengths, of which the program does not know that they are scaled.
// The file has so many objects with extensions, by name.
func (l *loader) checkSidecarScale(extensions map[string]int) error {
	if l.said.scaleAt == nil {
		return nil
	}
	for _, name := range l.options.Extensions {
		if extensions[name] > 0 || slices.Contains(l.doc.ExtensionsUsed, name) {
			return l.said.scaleAt.problem(fmt.Errorf("expected no scale for a file with the extension %s, which the "+
				"program reads itself and which may hold lengths, found one", name))
		}
	}
	return nil
}

// hasScale reports whether the options say in which unit lengths are.
func (o *Options) hasScale() bool { return o.Scale != 0 || o.Meters }
