package machine

import (
	"errors"
	"io"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// Source is what a graph was compiled from, a document of package graph. It does for a [Graph] what
// the compiled form alone cannot, so that only programs that make graphs contain how.
type Source interface {
	// WriteJSON and MarshalJSON are [Graph.WriteJSON] and [Graph.MarshalJSON].
	WriteJSON(w io.Writer) error
	MarshalJSON() ([]byte, error)
	// Resolve is [Graph.Resolve] for a graph with this source.
	Resolve(g *Graph, library Library, models ...Model) (*Graph, error)
	// WithIDs returns the same source for a library in which the same assets have other IDs, and
	// leaves this one as it is.
	WithIDs(renamed Renaming) Source
	// Content returns what counts in the key of a graph, as structs, lists and pointers: its JSON
	// without the layout. It fails where the JSON does.
	Content() (any, error)
	// Masks and BlendSpaces return new lists of those that the graph defines as they are written,
	// without their IDs and what is built of them: see [Parts].
	Masks() []DefinedMask
	BlendSpaces() []DefinedBlendSpace
}

// Library is the part of the asset library that a graph needs to look up names, and that
// graph.Builder.Add adds it to. The methods that find assets by name return their IDs in the
// library's order. The methods that find an asset by ID return nil if there is none.
type Library interface {
	Skeleton(id id.Skeleton) *rig.Skeleton
	Clip(id id.Clip) *clip.Clip
	Motion(id id.Motion) *motion.Asset
	Mask(id id.Mask) *rig.Mask
	Curve(id id.Curve) *clip.Curve
	ClipsNamed(name string) []id.Clip
	MotionsNamed(name string) []id.Motion
	MasksNamed(name string) []id.Mask
	CurvesNamed(name string) []id.Curve
	// AddGraph stores the graph and returns its ID, or an error if it cannot.
	AddGraph(g *Graph) (id.Graph, error)
}

// Model is a model whose skeleton a graph moves and whose clips it prefers.
type Model interface {
	// SkeletonAndClips returns the model's skeleton and clips. The skeleton of a nil model is 0.
	SkeletonAndClips() (skeleton id.Skeleton, clips []id.Clip)
}

var errNoGraph = errors.New("graph: expected one that Build or Read made, found nil or a zero value")

// WriteJSON writes the graph as indented JSON, from which graph.Read makes the same graph. It
// fails if an asset that was given by its ID has no name.
func (g *Graph) WriteJSON(w io.Writer) error {
	source := SourceOf(g)
	if source == nil {
		return errNoGraph
	}
	return source.WriteJSON(w)
}

// MarshalJSON implements [encoding/json.Marshaler]. It returns the document of [Graph.WriteJSON] on
// one line.
func (g *Graph) MarshalJSON() ([]byte, error) {
	source := SourceOf(g)
	if source == nil {
		return nil, errNoGraph
	}
	return source.MarshalJSON()
}

// Resolve returns the same graph with its names looked up in another library, or for other models:
// to play an unresolved graph, or to use the graph for another character. The arguments and errors
// are like in graph.Builder.Build.
func (g *Graph) Resolve(library Library, models ...Model) (*Graph, error) {
	source := SourceOf(g)
	if source == nil {
		return nil, errNoGraph
	}
	return source.Resolve(g, library, models...)
}
