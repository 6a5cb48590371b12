package matching

import (
	_ "embed" // for the schema
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/motionnames"
)

// Schema is the JSON Schema (draft 2020-12) of the documents that [Read] reads and
// [search.Database.WriteJSON] writes.
//
//go:embed database.schema.json
var Schema string

// Limits of a document: its bytes, the depth of values in values, the elements of an array, and the
// problems that an error lists.
const (
	maxJSONBytes = 1 << 24
	maxJSONDepth = 8
	maxJSONList  = 1 << 16
	maxProblems  = 20
)

var errNoLibrary = errors.New("expected a library with the clips, found nil")

// Read reads what a database is made of from JSON as described by [Schema], and returns a builder,
// which builds it or takes what JSON cannot hold: values of the program, sources of clips without
// keys. Clips are named by their names in the library, and by keys where several have one name
// (Library.Key of package assets). The skeleton is that of the first clip.
//
// The error joins all problems, each with its line and column and its path in the document, such as
// clips[1].clip; the first problem of JSON syntax comes alone. What is wrong with ranges of clips
// is told by [Builder.Build].
func Read(r io.Reader, library NamedClips) (*Builder, error) {
	if library == nil {
		return nil, fmt.Errorf("database: %w", errNoLibrary)
	}
	document, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	reader := reader{
		Decoder: jsontree.Decoder{MaxProblems: maxProblems, MaxList: maxJSONList},
		library: library, b: &Builder{rate: defaultRate},
	}
	root := document.Root
	if reader.Object(root, []string{"$schema", "name", "rate", "clips", "features"}, "name", "clips", "features") {
		reader.read(root)
	}
	if err := errors.Join(reader.Problems...); err != nil {
		return nil, fmt.Errorf("database %q: %w", reader.b.name, err)
	}
	return reader.b, nil
}

// reader decodes documents and collects problems.
type reader struct {
	jsontree.Decoder
	library NamedClips
	b       *Builder
}

func (r *reader) read(root *jsontree.Node) {
	b := r.b
	r.text(root.Member("$schema")) // for editors; not used
	b.name = r.text(root.Member("name"))
	if n := root.Member("rate"); n != nil {
		r.told(n, func() { b.Rate(r.number(n)) })
	}
	clips := root.Member("clips")
	for _, n := range r.Array(clips, maxJSONList) {
		r.clip(n)
	}
	if clips != nil && len(clips.Items) == 0 && len(r.Problems) == 0 {
		r.Problem(clips, "expected at least one clip, found none")
	}
	features := root.Member("features")
	for _, n := range r.Array(features, maxNumbers) {
		r.feature(n)
	}
	if features != nil && len(features.Items) == 0 && len(r.Problems) == 0 {
		r.Problem(features, "expected at least one feature, found none")
	}
}

// told makes what the builder finds wrong during a call a problem of a node.
func (r *reader) told(n *jsontree.Node, call func()) {
	errs := len(r.b.errs)
	call()
	for _, err := range r.b.errs[errs:] {
		r.Problem(n, strings.TrimPrefix(err.Error(), fmt.Sprintf("database %q: ", r.b.name)))
	}
	r.b.errs = r.b.errs[:errs]
}

func (r *reader) text(n *jsontree.Node) string    { return jsontree.Get[string](&r.Decoder, n) }
func (r *reader) number(n *jsontree.Node) float64 { return jsontree.Get[float64](&r.Decoder, n) }
func (r *reader) weight(n *jsontree.Node) float32 { return jsontree.Get[float32](&r.Decoder, n) }

func (r *reader) clip(n *jsontree.Node) {
	if !r.Object(n, []string{"clip", "key", "from", "to", "skipStart", "skipEnd", "tags", "loop"}, "clip") {
		return
	}
	own := Range{
		From: r.number(n.Member("from")), To: r.number(n.Member("to")),
		SkipStart: r.number(n.Member("skipStart")), SkipEnd: r.number(n.Member("skipEnd")),
		Tags: jsontree.Get[[]string](&r.Decoder, n.Member("tags")),
		Loop: jsontree.Get[bool](&r.Decoder, n.Member("loop")),
	}
	if n.Member("clip") == nil {
		return
	}
	before := len(r.Problems)
	if own.Clip = motionnames.Find(&r.Decoder, r.library, n.Member("clip"), n.Member("key")); len(r.Problems) > before {
		return
	}
	c, err := motion.FindClip(r.library, own.Clip)
	if err != nil {
		r.Problem(n.Member("clip"), err.Error())
		return
	}
	if r.b.skeleton == nil {
		r.b.skeleton = c.Skeleton()
	}
	r.b.Range(own)
}

// kinds are the members by which features are told apart.
var kinds = []string{"position", "velocity", "trajectory", "curve", "phase"}

func (r *reader) feature(n *jsontree.Node) {
	before := len(r.Problems)
	if !r.Object(n, append(slices.Clone(kinds), "weight", "positions", "directions")) || len(r.Problems) > before {
		return
	}
	var kind *jsontree.Node
	for _, name := range kinds {
		switch member := n.Member(name); {
		case member == nil:
		case kind != nil:
			r.Problem(member, fmt.Sprintf("expected one of %s, found %q too", strings.Join(kinds, ", "), kind.Name))
			return
		default:
			kind = member
		}
	}
	if kind == nil {
		r.Problem(n, fmt.Sprintf("expected a member of %s, found none", strings.Join(kinds, ", ")))
		return
	}
	only := []string{"weight"}
	if kind.Name == "trajectory" {
		only = []string{"positions", "directions"}
	}
	for _, item := range n.Items {
		if item != kind && !slices.Contains(only, item.Name) {
			r.Problem(item, jsontree.UnknownMember(item.Name, append([]string{kind.Name}, only...)))
		}
	}
	if kind.Name == "trajectory" {
		times := jsontree.Get[[]float64](&r.Decoder, kind)
		positions, directions := r.weight(n.Member("positions")), r.weight(n.Member("directions"))
		if len(r.Problems) == before {
			r.told(kind, func() { r.b.Trajectory(positions, directions, times...) })
		}
		return
	}
	name, weight := r.text(kind), r.weight(n.Member("weight"))
	if n.Member("weight") == nil {
		r.Problem(n, jsontree.MissingMember("weight"))
	}
	if len(r.Problems) > before {
		return
	}
	r.told(kind, func() {
		switch kind.Name {
		case "position":
			r.b.Position(name, weight)
		case "velocity":
			r.b.Velocity(name, weight)
		case "curve":
			r.b.Curve(name, weight)
		default:
			r.b.Phase(name, weight)
		}
	})
}

// document is the form of a database in JSON.
type document struct {
	Name     string            `json:"name"`
	Rate     float64           `json:"rate"`
	Clips    []clipDocument    `json:"clips"`
	Features []featureDocument `json:"features"`
}

type clipDocument struct {
	Clip      string   `json:"clip"`
	Key       string   `json:"key,omitempty"`
	From      float64  `json:"from,omitempty"`
	To        float64  `json:"to,omitempty"`
	SkipStart float64  `json:"skipStart,omitempty"`
	SkipEnd   float64  `json:"skipEnd,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	Loop      bool     `json:"loop,omitempty"`
}

type featureDocument struct {
	Position   *string   `json:"position,omitempty"`
	Velocity   *string   `json:"velocity,omitempty"`
	Trajectory []float64 `json:"trajectory,omitempty"`
	Curve      *string   `json:"curve,omitempty"`
	Phase      *string   `json:"phase,omitempty"`
	Weight     float32   `json:"weight,omitempty"`
	Positions  float32   `json:"positions,omitempty"`
	Directions float32   `json:"directions,omitempty"`
}

// WriteJSON implements [search.Origin].
func (d *draft) WriteJSON(w io.Writer, library NamedClips) error {
	out := document{Name: d.name, Rate: d.rate}
	for i, r := range d.builder.ranges {
		c, err := motion.FindClip(library, r.Clip)
		if err != nil {
			return fmt.Errorf("database %q: range %d: %w", d.name, i, err)
		}
		out.Clips = append(out.Clips, clipDocument{
			c.Name(), motionnames.Key(library, r.Clip, c.Name()), r.From, r.To, r.SkipStart, r.SkipEnd, r.Tags, r.Loop,
		})
	}
	isWritten := false // the trajectory
	for i := range d.builder.features {
		f := &d.builder.features[i]
		var one featureDocument
		switch f.kind {
		case positionOf:
			one.Position = &f.name
		case velocityOf:
			one.Velocity = &f.name
		case curveOf:
			one.Curve = &f.name
		case phaseOf:
			one.Phase = &f.name
		case trajectoryPositions, trajectoryDirections:
			if isWritten {
				continue
			}
			isWritten = true
			one.Trajectory = f.times
			for _, part := range d.builder.features {
				switch part.kind {
				case trajectoryPositions:
					one.Positions = part.weight
				case trajectoryDirections:
					one.Directions = part.weight
				}
			}
		default:
			return fmt.Errorf("database %q: %s: expected a feature without a function of the program to write as JSON, "+
				"found one", d.name, f.label())
		}
		if !f.isTrajectory() {
			one.Weight = f.weight
		}
		out.Features = append(out.Features, one)
	}
	text, err := jsontree.Marshal(out)
	if err != nil {
		return fmt.Errorf("database %q: %w", d.name, err)
	}
	_, err = w.Write(text)
	return err
}
