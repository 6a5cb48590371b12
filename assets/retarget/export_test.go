package retarget

// What the tests of this package call, and no program.

var SwapSides = swapSides
