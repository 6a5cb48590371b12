package assets

import (
	"errors"

	"github.com/sinew-go/sinew/assets/graph/machine"
)

// AddDefinitions adds masks and blend spaces that a file has: see graph.ReadDefinitions. It adds
// nothing if it returns an error.
func (l *Library) AddDefinitions(d *machine.Definitions) (err error) {
	if l == nil {
		return errNoLibrary
	}
	if d == nil {
		return errNil
	}
	var undo []func()
	defer func() {
		if err != nil {
			for _, remove := range undo {
				remove()
			}
		}
	}()
	for _, m := range d.Masks {
		of, err := l.AddMask(m)
		if err != nil {
			return err
		}
		undo = append(undo, func() { l.RemoveMask(of) })
	}
	for _, s := range d.BlendSpaces {
		of, err := l.AddMotion(s)
		if err != nil {
			return err
		}
		undo = append(undo, func() { l.RemoveMotion(of) })
	}
	return nil
}

// ReplaceDefinitions replaces masks and blend spaces by those of a file: each becomes the first one of
// its name, as by [Library.ReplaceMask] and [Library.ReplaceMotion]. A name that the library does not
// have is an error. It changes nothing if it returns an error, and must not run at the same time as a
// frame.
func (l *Library) ReplaceDefinitions(d *machine.Definitions) error {
	if l == nil {
		return errNoLibrary
	}
	if d == nil {
		return errNil
	}
	var undo []func() error
	fail := func(err error) error {
		for i := len(undo) - 1; i >= 0; i-- {
			err = errors.Join(err, undo[i]())
		}
		return err
	}
	for _, m := range d.Masks {
		of, err := l.FindMask(m.Name())
		before := l.Mask(of)
		if err == nil {
			err = l.ReplaceMask(of, m)
		}
		if err != nil {
			return fail(err)
		}
		undo = append(undo, func() error { return l.ReplaceMask(of, before) })
	}
	for _, s := range d.BlendSpaces {
		of, err := l.FindMotion(s.Name())
		before := l.Motion(of)
		if err == nil {
			err = l.ReplaceMotion(of, s)
		}
		if err != nil {
			return fail(err)
		}
		undo = append(undo, func() error { return l.ReplaceMotion(of, before.Motion) })
	}
	return nil
}
