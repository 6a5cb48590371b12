package rig

// What the tests of this package call, and no program.

var ErrBlend = errBlend
