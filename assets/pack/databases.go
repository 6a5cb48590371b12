package pack

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/record"
)

// databaseRecord is a database of motions: its encoding comes after it, at a multiple of
// recordAlign bytes, so that the numbers of its frames can stay in the mapping.
type databaseRecord struct {
	skeleton *rig.Skeleton
	clips    []id.Clip // by their numbers in the encoding
	size     int       // of the encoding
}

func (c *coder) databaseRecord(r *databaseRecord) {
	c.skeleton(&r.skeleton)
	refers(c, &c.refs.motions, &r.clips)
	c.number(&r.size)
	c.align()
}

// align codes zeros up to a multiple of recordAlign bytes.
func (c *coder) align() {
	if c.writes() {
		c.to = append(c.to, make([]byte, padded(len(c.to))-len(c.to))...)
		return
	}
	for _, zero := range c.from.Take(padded(c.from.At()) - c.from.At()) {
		c.expect(zero == 0, "zeros before what is aligned, found %d", zero)
	}
}

// database adds a database of motions.
func (p *writer) database(of id.Motion, d *matching.Database) {
	encoding, err := d.AppendBinary(nil)
	if err != nil {
		p.err = err
		return
	}
	r := &databaseRecord{skeleton: d.Skeleton(), size: len(encoding)}
	for _, part := range d.Describe().Parts {
		r.clips = append(r.clips, part.Clip)
	}
	p.add(kindDatabase, d.Name(), of, func(c *coder) { c.databaseRecord(r) }, encoding...)
	p.refs.motions.add(of)
}

// database reads a database of motions.
func (r *reader) database(e *entry) error {
	data, err := r.pack.bytesOf(e)
	if err != nil {
		return err
	}
	c, d := &coder{from: record.NewReader(data), refs: r.refs}, &databaseRecord{}
	c.databaseRecord(d)
	encoding := c.from.Take(d.size)
	if err := c.end(); err != nil {
		return err
	}
	made, err := matching.View(encoding, r.pack.file, r.library, d.skeleton, d.clips)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	of, err := r.library.AddMotion(made)
	return added(&r.refs.motions, of, err)
}
