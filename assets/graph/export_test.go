package graph

// What the tests of this package call, and no program.

const MaxDepth = maxDepth

const MaxJSONBytes = maxJSONBytes

const MaxLayers = maxLayers

const MaxStates = maxStates
