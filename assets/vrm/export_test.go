package vrm

// What the tests of this package call, and no program.

var Bones = boneNodes
