package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
)

// documentKind is a kind of JSON documents that a pack takes. The document itself says by a member
// which kind it is.
type documentKind struct {
	noun, member string
	add          func(c *cooking, d *document, r *cookedRig) (add func() error, err error)
}

// documentKinds returns the kinds. It is a function, since the kinds use what lists them.
func documentKinds() []documentKind {
	return []documentKind{
		{"a graph", "layers", (*cooking).graph},
		{"a modifier stack", "solvers", (*cooking).stack},
		{"a ragdoll", "bodies", (*cooking).ragdoll},
		{"a database of motions", databaseMember, (*cooking).database},
	}
}

// databaseMember tells a database of motions.
const databaseMember = "features"

// document is a JSON file.
type document struct {
	path string
	data []byte
	kind documentKind
	root *jsontree.Node
}

// isDatabase reports whether a document is a database of motions.
func (d *document) isDatabase() bool { return d.kind.member == databaseMember }

// nameClips adds the names of the clips of a database. What is wrong with it is told when it is
// added.
func (d *document) nameClips(known map[string]bool) {
	clips := d.root.Member("clips")
	if !d.isDatabase() || clips == nil {
		return
	}
	for _, item := range clips.Items {
		known[jsontree.Get[string](&jsontree.Decoder{MaxProblems: 1}, item.Member("clip"))] = true
	}
}

// cooking is what a pack is made of.
type cooking struct {
	library  *assets.Library
	rigs     []*cookedRig
	ragdolls map[string]*ragdoll.Definition
	files    map[string]string // of the ragdolls
	built    map[*document]*matching.Database
}

// cookedRig is the models of one skeleton.
type cookedRig struct {
	skeleton *assets.Skeleton
	file     string // that has the first of them
	models   []graph.Model
}

// addModel notes the model of a file.
func (c *cooking) addModel(file string, m *assets.Model) {
	s := c.library.Skeleton(m.Skeleton)
	if s == nil {
		return
	}
	for _, r := range c.rigs {
		if r.skeleton == s || r.skeleton.Equal(s) {
			r.models = append(r.models, m)
			return
		}
	}
	c.rigs = append(c.rigs, &cookedRig{s, filepath.Base(file), []graph.Model{m}})
}

// unknownError is the error for a file of no known kind.
type unknownError struct{ file, reason string }

func (e *unknownError) Error() string { return e.file + ": " + e.reason }

// readDocument reads a file as far as to know its kind. maxDocumentBytes and maxDocumentDepth are the
// most that any kind has.
func readDocument(path string) (*document, error) {
	const maxDocumentBytes, maxDocumentDepth = 4 << 20, 256
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxDocumentBytes {
		err = &unknownError{filepath.Base(path), fmt.Sprintf("expected at most %d bytes, found %d", maxDocumentBytes,
			info.Size())}
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	tree, err := jsontree.Parse(data, maxDocumentDepth)
	if err != nil {
		return nil, errors.New(commandline.WithFile(filepath.Base(path), err.Error()))
	}
	for _, kind := range documentKinds() {
		if tree.Root.Member(kind.member) != nil {
			return &document{path, data, kind, tree.Root}, nil
		}
	}
	return nil, &unknownError{filepath.Base(path), unknownDocument(path, tree.Root)}
}

// unknownDocument says why a file is no document of a known kind.
func unknownDocument(path string, root *jsontree.Node) string {
	var expected, members []string
	for _, kind := range documentKinds() {
		expected, members = append(expected, fmt.Sprintf("%s, with the member %q", kind.noun, kind.member)),
			append(members, kind.member)
	}
	text := "expected " + strings.Join(expected, ", or ") + ", found "
	if model := strings.TrimSuffix(path, filepath.Ext(path)); isModelFile(model) {
		return text + "what a sidecar is named like, which is read with " + filepath.Base(model)
	}
	if root.Value.Kind() != jsontree.Object {
		return text + root.Describe()
	}
	var has []string
	for _, item := range root.Items {
		has = append(has, fmt.Sprintf("%q", item.Name))
	}
	if len(has) == 0 {
		return text + "none"
	}
	text += "the members " + strings.Join(has[:min(len(has), 8)], ", ")
	for _, item := range root.Items {
		if near := names.Near(item.Name, members); len(near) > 0 {
			return fmt.Sprintf("%s; %q may be meant as %q", text, item.Name, near[0])
		}
	}
	return text
}

// readDocuments reads the JSON files. Of those in folders it leaves out what is of no known kind,
// with a warning.
func readDocuments(in *input, s *commandline.Streams) (documents []*document, err error) {
	for i, path := range slices.Concat(in.documents, in.found) {
		d, err := readDocument(path)
		if unknown := (*unknownError)(nil); i >= len(in.documents) && errors.As(err, &unknown) {
			s.Warn(path, "it is left out: "+unknown.reason)
			continue
		}
		if err != nil {
			return nil, err
		}
		documents = append(documents, d)
	}
	return documents, nil
}

// addDocuments adds what the documents hold.
func (c *cooking) addDocuments(documents []*document) error {
	for _, databases := range []bool{true, false} { // which graphs may play
		for _, d := range documents {
			if d.isDatabase() != databases {
				continue
			}
			if err := c.addDocument(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// addDocument adds what a document holds, for the one skeleton that has what it names.
func (c *cooking) addDocument(d *document) error {
	var fits []string
	var add func() error
	var failures []string
	for _, r := range c.rigs {
		one, err := d.kind.add(c, d, r)
		if err != nil {
			failures = append(failures, commandline.OneLine(fmt.Sprintf("for the skeleton of %s: %v", r.file, err)))
			continue
		}
		fits, add = append(fits, r.file), one
	}
	base := filepath.Base(d.path)
	switch {
	case len(c.rigs) == 0:
		return fmt.Errorf("%s: expected a file with the skeleton of %s, found none", base, d.kind.noun)
	case len(fits) == 0:
		return fmt.Errorf("%s: expected %s for a skeleton of the files: %s", base, d.kind.noun, strings.Join(failures, "; "))
	case len(fits) > 1:
		return fmt.Errorf("%s: expected %s for one skeleton, found that those of %s have all that it names: bake it with "+
			"one of them", base, d.kind.noun, strings.Join(fits, " and "))
	}
	if err := add(); err != nil {
		return errors.New(commandline.WithFile(base, err.Error()))
	}
	return nil
}

func (c *cooking) graph(d *document, r *cookedRig) (func() error, error) {
	g, err := graph.Read(bytes.NewReader(d.data), c.library, r.models...)
	if err == nil && g.Skeleton() != r.skeleton {
		err = errors.New("expected a graph with clips of this skeleton, found one without")
	}
	return func() error { _, err := c.library.AddGraph(g); return err }, err
}

// database reads and builds a database of the clips of all files, which its first clip gives the
// skeleton.
func (c *cooking) database(d *document, r *cookedRig) (func() error, error) {
	made := c.built[d]
	if made == nil {
		b, err := matching.Read(bytes.NewReader(d.data), c.library)
		if err == nil {
			made, err = b.Build(c.library)
		}
		if err != nil {
			return nil, err
		}
		c.built = map[*document]*matching.Database{d: made}
	}
	var err error
	if made.Skeleton() != r.skeleton {
		err = errors.New("expected clips of this skeleton, found those of another")
	}
	return func() error { _, err := c.library.AddMotion(made); return err }, err
}

func (c *cooking) stack(d *document, r *cookedRig) (func() error, error) {
	s, err := modifier.Read(bytes.NewReader(d.data), r.skeleton)
	return func() error { _, err := c.library.AddModifierStack(s); return err }, err
}

// ragdoll reads a ragdoll. Its name is that of the file, without .json and .ragdoll.
func (c *cooking) ragdoll(d *document, r *cookedRig) (func() error, error) {
	made, err := ragdoll.Read(d.data, r.skeleton)
	name := filepath.Base(d.path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	if extension := filepath.Ext(name); strings.EqualFold(extension, ".ragdoll") {
		name = strings.TrimSuffix(name, extension)
	}
	return func() error {
		if c.ragdolls[name] != nil {
			return fmt.Errorf("expected one ragdoll named %q, found another one in %s", name, c.files[name])
		}
		c.ragdolls[name], c.files[name] = made, filepath.Base(d.path)
		return nil
	}, err
}
