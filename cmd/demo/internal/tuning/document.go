package tuning

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/sinew-go/sinew/assets/graph"
)

// document is an asset that is edited, as JSON.
type document struct {
	source
	models []graph.Model // that a graph or definitions are read for
	made   any           // what the source had when the text was made

	text    []byte
	root    *value
	saved   []byte // what the file holds, or the text at the beginning
	file    string // empty for none
	problem error  // why it has no JSON
	ranges  map[string][2]float64
}

// title returns what the asset is called in lists.
func (d *document) title() string { return d.noun() + " " + d.name() }

// refresh makes the text that of the asset, if somebody else replaced that.
func (d *document) refresh() {
	asset := d.asset()
	if asset == d.made || asset == nil {
		return
	}
	d.made = asset
	compact, err := d.marshal()
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
	if err := d.replace(text, d.models); err != nil {
		return err
	}
	d.text, d.root, d.problem = text, root, nil
	d.made = d.asset()
	return nil
}

// change is an edit that can be undone.
type change struct {
	document      *document
	before, after []byte
	gesture       int // of the mouse or a key: what one gesture changes at one place is one edit
	what          string
}

// edit changes the document by a function, which gets a copy of it. An error changes nothing.
func (t *Tuner) edit(d *document, what string, do func(root *value)) error {
	return t.tryEdit(d, what, func(root *value) error {
		do(root)
		return nil
	})
}

// tryEdit is edit with a function that may tell why it cannot change the document.
func (t *Tuner) tryEdit(d *document, what string, do func(root *value) error) error {
	if d == nil || d.root == nil {
		return fmt.Errorf("expected an asset with JSON, found none")
	}
	root := d.root.clone()
	if err := do(root); err != nil {
		return err
	}
	text, err := root.write()
	if err != nil || bytes.Equal(text, d.text) {
		return err
	}
	before := d.text
	if err := d.take(text); err != nil {
		return err
	}
	t.record(change{document: d, before: before, after: d.text, gesture: t.gesture, what: what})
	return nil
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
	if err := c.document.take(next); err != nil {
		return false, err
	}
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
