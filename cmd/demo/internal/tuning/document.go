package tuning

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
)

// document is an asset that is edited, as JSON.
type document struct {
	library *assets.Library
	graph   id.Graph         // one of the two
	stack   id.ModifierStack // is not 0
	models  []graph.Model    // that a graph is read for
	asset   any              // what the library had when the text was made

	version
	root    *value
	saved   []byte // what the file holds, or the text at the beginning
	file    string // empty for none
	problem error  // why it has no JSON
	ranges  map[string][2]float64
}

// version is what an edit changes of a document.
type version struct {
	text   []byte
	places map[string]point // of boxes that were dragged: by machine and state
}

// point is a place in a picture: fractions of its width and height.
type point struct{ x, y float64 }

// current returns the asset that the library has, or nil.
func (d *document) current() (asset any, name string, marshal func() ([]byte, error)) {
	if d.graph != 0 {
		if g := d.library.Graph(d.graph); g != nil {
			return g, g.Name(), g.MarshalJSON
		}
		return nil, "", nil
	}
	if s := d.library.ModifierStack(d.stack); s != nil {
		return s, s.Name(), s.MarshalJSON
	}
	return nil, "", nil
}

// name returns what the asset is called in lists.
func (d *document) name() string {
	_, name, _ := d.current()
	if d.graph != 0 {
		return "graph " + name
	}
	return "stack " + name
}

// refresh makes the text that of the asset, if somebody else replaced that.
func (d *document) refresh() {
	asset, _, marshal := d.current()
	if asset == d.asset || marshal == nil {
		return
	}
	d.asset = asset
	compact, err := marshal()
	var out bytes.Buffer
	if err == nil {
		err = json.Indent(&out, compact, "", "  ")
	}
	if d.problem = err; err != nil {
		return
	}
	out.WriteByte('\n')
	d.text = out.Bytes()
	if d.root, d.problem = parse(d.text); d.saved == nil {
		d.saved = d.text
	}
}

// take reads the asset from a text and puts it into the library. If it is not valid, nothing
// changes.
func (d *document) take(text []byte) error {
	root, err := parse(text)
	if err != nil {
		return err
	}
	if d.graph != 0 {
		g, err := graph.Read(bytes.NewReader(text), d.library, d.models...)
		if err != nil {
			return err
		}
		if err := d.library.ReplaceGraph(d.graph, g); err != nil {
			return err
		}
	} else {
		before := d.library.ModifierStack(d.stack)
		if before == nil {
			return fmt.Errorf("expected the stack in the library: %s", d.library.Describe(d.stack))
		}
		s, err := modifier.Read(bytes.NewReader(text), before.Skeleton())
		if err != nil {
			return err
		}
		if err := d.library.ReplaceModifierStack(d.stack, s); err != nil {
			return err
		}
	}
	d.text, d.root, d.problem = text, root, nil
	d.asset, _, _ = d.current()
	return nil
}

// change is an edit that can be undone.
type change struct {
	document      *document
	before, after version
	gesture       int // of the mouse or a key: what one gesture changes at one place is one edit
	what          string
}

// edit changes the document by a function, which gets a copy of it. An error changes nothing.
func (t *Tuner) edit(d *document, what string, do func(root *value)) error {
	if d == nil || d.root == nil {
		return fmt.Errorf("expected an asset with JSON, found none")
	}
	root := d.root.clone()
	do(root)
	text, err := root.write()
	if err != nil || bytes.Equal(text, d.text) {
		return err
	}
	before := d.version
	if err := d.take(text); err != nil {
		return err
	}
	t.record(change{document: d, before: before, after: d.version, gesture: t.gesture, what: what})
	return nil
}

// move puts a box elsewhere.
func (t *Tuner) move(d *document, box string, to point) {
	before := d.version
	d.places = maps.Clone(d.places)
	if d.places == nil {
		d.places = map[string]point{}
	}
	d.places[box] = to
	t.record(change{document: d, before: before, after: d.version, gesture: t.gesture, what: "box " + box})
}

func (t *Tuner) record(c change) {
	t.changed, t.undone = true, nil
	if n := len(t.done); n > 0 && t.done[n-1].gesture == c.gesture && t.done[n-1].what == c.what &&
		t.done[n-1].document == c.document {
		t.done[n-1].after = c.after
		return
	}
	t.done = append(t.done, c)
}

// Undo takes the last edit back, and reports whether there was one.
func (t *Tuner) Undo() (undone bool, err error) { return t.step(&t.done, &t.undone, false) }

// Redo does again what was undone last, and reports whether there was something.
func (t *Tuner) Redo() (redone bool, err error) { return t.step(&t.undone, &t.done, true) }

func (t *Tuner) step(from, to *[]change, forward bool) (bool, error) {
	n := len(*from)
	if n == 0 {
		return false, nil
	}
	c := (*from)[n-1]
	next := c.before
	if forward {
		next = c.after
	}
	if !bytes.Equal(next.text, c.document.text) {
		if err := c.document.take(next.text); err != nil {
			return false, err
		}
	}
	c.document.places = next.places
	c.gesture = -1 // what comes next is another edit
	*from, *to = (*from)[:n-1], append(*to, c)
	t.changed, t.chosen = true, selection{}
	return true, t.show()
}

// Begin begins a gesture: the mouse is pressed, or a key. What it changes at one place until the
// next one is a single edit.
func (t *Tuner) Begin() {
	t.gesture++
	for _, d := range t.documents {
		clear(d.ranges)
	}
}
