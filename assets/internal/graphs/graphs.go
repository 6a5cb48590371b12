package graphs

import (
	"errors"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// Library is the part of the asset library to which a graph adds what it defines.
type Library interface {
	AddMask(m *rig.Mask) (id.Mask, error)
	AddMotion(m motion.Motion) (id.Motion, error)
	RemoveMask(id id.Mask) bool
	RemoveMotion(id id.Motion) bool
}

// Renaming returns the new IDs of assets that have others in another library.
type Renaming interface {
	Motion(id id.Motion) id.Motion
	Mask(id id.Mask) id.Mask
	Curve(id id.Curve) id.Curve
}

// Functions are what package assets does with graphs of the type G, which is that of package graph.
// None changes the graph that it is given.
type Functions[G any] struct {
	// AddDefinitions adds the masks and blend spaces that a graph defines to a library, and returns
	// the graph that plays them. It returns the graph itself if there is nothing to add. It adds
	// nothing if it returns an error.
	AddDefinitions func(g *G, library Library) (*G, error)
	// ReplaceMotion returns the graph for a library in which the motion with an ID, which may be a
	// clip, was replaced by another one for the same skeleton, with as many coordinates: the states
	// that play it get its duration and its tags. It returns the graph itself if nothing changes for
	// it. The error names a state that needs what the motion does not have: a duration, for an exit
	// time or a fade as a fraction of it, or a tag.
	ReplaceMotion func(g *G, of id.Motion, before, now *motion.Asset) (*G, error)
	// Succeed returns the graph as the one that replaces another: handles of parameters of that one
	// are valid for it.
	Succeed func(g, before *G) *G
	// WithIDs returns the same graph for a library in which the same assets have other IDs.
	WithIDs func(g *G, renamed Renaming) *G
	// Document returns what the JSON of the graph has, as structs, lists and pointers, without its
	// layout, which counts in no key. It fails where the JSON does.
	Document func(g *G) (any, error)
}

// given are the [Functions] of package graph, which this package cannot import.
var given any

// Give sets the functions. Package graph calls it before it makes the first graph.
func Give[G any](functions Functions[G]) { given = functions }

// Of returns the functions for graphs of the type G. It panics for another type than that of
// package graph. Before there is a graph, which then can only be the zero value, the functions
// change nothing.
func Of[G any]() Functions[G] {
	if given == nil {
		return Functions[G]{
			AddDefinitions: func(g *G, _ Library) (*G, error) { return g, nil },
			ReplaceMotion:  func(g *G, _ id.Motion, _, _ *motion.Asset) (*G, error) { return g, nil },
			Succeed:        func(g, _ *G) *G { return g },
			WithIDs:        func(g *G, _ Renaming) *G { return g },
			Document:       func(*G) (any, error) { return nil, errors.New("graph: it is empty") },
		}
	}
	return given.(Functions[G])
}
