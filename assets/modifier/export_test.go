package modifier

// What the tests of this package call, and no program.

var ErrFunc = errFunc

const MaxJSONBytes = maxJSONBytes

const MaxSolvers = maxSolvers
