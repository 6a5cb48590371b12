package blendspace

import "github.com/sinew-go/sinew/assets/blendspace/mixer"

// What blend spaces are when they play is in package mixer, so that a program that makes none does
// not compile what makes them. Their names are here too.
type (
	// Space is a blend space: see [mixer.Space].
	Space = mixer.Space
	// Method selects how a space computes weights: see [mixer.Method].
	Method = mixer.Method
	// Weight is the weight of a sample: see [mixer.Weight].
	Weight = mixer.Weight
	// Sample is a clip at a position: see [mixer.Sample].
	Sample = mixer.Sample
	// Definition is what a space was built from: see [mixer.Definition].
	Definition = mixer.Definition
	// SampleDefinition is a sample of a definition: see [mixer.SampleDefinition].
	SampleDefinition = mixer.SampleDefinition
)

// The methods: see [mixer.Method].
const (
	Linear             = mixer.Linear
	Delaunay           = mixer.Delaunay
	GradientBands      = mixer.GradientBands
	PolarGradientBands = mixer.PolarGradientBands
)

const (
	// Kind is what blend spaces are called: see [mixer.Kind].
	Kind = mixer.Kind
	// MaxWeights is the maximum number of samples that have a weight at the same time.
	MaxWeights = mixer.MaxWeights
	// MaxSamples is the maximum number of samples of a space: see [mixer.MaxSamples].
	MaxSamples = mixer.MaxSamples
)
