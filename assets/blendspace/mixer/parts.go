package mixer

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// Source is what made a space, a builder of package blendspace. It does for a [Space] what the form
// that plays cannot, so that only programs that make spaces contain how.
type Source interface {
	// Definition is [Space.Definition].
	Definition() Definition
	// Build makes the space again, from the clips that now have its IDs.
	Build(clips motion.Clips) (*Space, error)
	// WithClips returns the same source for a library in which the same clips have other IDs.
	WithClips(renamed func(id.Clip) id.Clip) Source
}

// Parts are what a [Space] consists of, as package blendspace gives them to [New].
type Parts struct {
	Name     string
	Method   Method
	Skeleton *rig.Skeleton
	Additive bool
	// Samples are sorted by X in one dimension.
	Samples []Sample
	// Mesh is for [Delaunay], and Bands are for the methods of gradient bands.
	Mesh  *form.Mesh
	Bands *form.Bands
	// Phase has a track for each sample.
	Phase  form.Phase
	Source Source
}

// New returns a space of its parts, whose slices it keeps. Package blendspace checks what it gives;
// New returns an error for parts that lack something.
func New(p Parts) (*Space, error) {
	isComplete := p.Source != nil && len(p.Samples) > 0 && len(p.Phase.Tracks) == len(p.Samples)
	switch p.Method {
	case Linear:
	case Delaunay:
		isComplete = isComplete && p.Mesh != nil
	default:
		isComplete = isComplete && p.Bands != nil
	}
	if !isComplete {
		return nil, fmt.Errorf("blend space %q: expected the parts that package blendspace makes, found some missing", p.Name)
	}
	s := &Space{
		name: p.Name, method: p.Method, skeleton: p.Skeleton, additive: p.Additive, samples: p.Samples, mesh: p.Mesh,
		bands: p.Bands, phase: p.Phase, source: p.Source,
	}
	largest := 0.0
	for i := range s.samples {
		largest = max(largest, math.Abs(float64(s.samples[i].X)), math.Abs(float64(s.samples[i].Y)))
	}
	s.maxDistance = maxRelativeDistance * largest
	return s, nil
}

var errNoSpace = errors.New("blend space: expected one that a builder made, found nil or a zero value")
