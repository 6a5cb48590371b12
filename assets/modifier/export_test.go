package modifier

// What the tests of this package call, and no program.

const MaxJSONBytes = maxJSONBytes

const MaxSolvers = maxSolvers
