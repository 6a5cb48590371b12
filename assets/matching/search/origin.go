package search

import (
	"errors"
	"io"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/steps"
)

// Parts are what package matching makes a database of. Programs have no use for them.
type Parts struct {
	Name     string
	Skeleton *rig.Skeleton
	Rate     float64 // frames per second
	// Ranges are in the order of their frames, with what was left open filled in, and Spans are
	// where their frames are.
	Ranges []Range
	Spans  []form.Span
	Tags   []string  // in the order of their bits
	Times  []float64 // of the trajectory
	// Features have their spreads. Positions and Directions are the first numbers of both parts of
	// the trajectory, or -1.
	Features              []Feature
	Positions, Directions int
	Weights               []float32 // of the numbers
	Index                 form.Index
	Report                Report
	Owner                 any // see Database.Owner
	Origin                Origin
}

// Origin is what a database was made from, and does what only that can do. The database keeps it,
// so that a program that makes no databases does not contain what makes them.
type Origin interface {
	// Rebuild does what [Database.Rebuild] does, and WithClips is for [Database.WithClips].
	Rebuild(clips motion.Clips) (*Database, error)
	WithClips(renamed func(id.Clip) id.Clip) Origin
	// AppendBinary does what [Database.AppendBinary] does, and WriteJSON what [Database.WriteJSON]
	// does.
	AppendBinary(dst []byte) ([]byte, error)
	WriteJSON(w io.Writer, library NamedClips) error
}

// NamedClips is the part of the asset library that documents need.
type NamedClips interface {
	motion.Clips
	motion.Library
}

// New returns the database of some parts. Only package matching can fill Spans and Index, whose
// types are internal; without them the database is empty, as the zero value is.
func New(p Parts) *Database {
	if len(p.Spans) == 0 || len(p.Ranges) != len(p.Spans) || p.Skeleton == nil {
		return &Database{}
	}
	steps.Databases.Open(func(s steps.Database) { s.DoWithDatabase() })
	d := &Database{
		name: p.Name, skeleton: p.Skeleton, rate: p.Rate, period: 1 / p.Rate, tags: p.Tags, times: p.Times,
		features: p.Features, positions: p.Positions, directions: p.Directions, width: len(p.Weights),
		weights: p.Weights, index: p.Index, report: p.Report, owner: p.Owner, origin: p.Origin,
	}
	starts, firsts := make([]float64, len(p.Spans)), make([]float64, len(p.Spans))
	for i, s := range p.Spans {
		d.spans = append(d.spans, span{p.Ranges[i], s})
		d.frames += s.Frames
		starts[i], firsts[i] = s.Start-float64(0.5*d.period), float64(s.First)
		// A frame after each range keeps its end apart from the start of the next.
		d.end = s.Start + (d.spans[i].duration() + d.period)
	}
	const part = 64 // frames
	d.starts, d.firsts = newAscent(starts, float64(part*d.period)), newAscent(firsts, part)
	return d
}

var errEmpty = errors.New("database: expected one that package matching made, found an empty one")

// AppendBinary appends an encoding of the database to dst: what it is made of, the numbers of all
// frames, and the order of its leaves. Clips are numbered as the parts of [Database.Describe]; the
// Source of a range is left out. The error is one for a feature that is a function of the program.
func (d *Database) AppendBinary(dst []byte) ([]byte, error) {
	switch {
	case d == nil:
		return dst, errors.New("database: expected one to encode, found nil")
	case d.origin == nil:
		return dst, errEmpty
	}
	return d.origin.AppendBinary(dst)
}

// WriteJSON writes what the database is made of as indented JSON, from which Read of package
// matching makes the same one. A clip gets its key if others of the library have its name. A value
// of the program, a clip that is not in the library and a library that is nil are errors.
func (d *Database) WriteJSON(w io.Writer, library NamedClips) error {
	switch {
	case d == nil || library == nil:
		return errors.New("database: expected one and the library with its clips to write, found nil")
	case d.origin == nil:
		return errEmpty
	}
	return d.origin.WriteJSON(w, library)
}

// Owner returns what owns the memory of the numbers of a database that was read without a copy, or
// nil.
func (d *Database) Owner() any { return d.owner }
