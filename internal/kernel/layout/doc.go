// Package layout names the numbers in the memory that kernels read and write. The kernels in plain
// Go, the generator of the others (asmgen) and the callers all take the names from here, so that no
// number has a place in one of them only.
//
//   - Local transforms, matrices and goals, which many kernels share: [LocalRotation],
//     [MatrixRows], [GoalTarget].
//   - The rows of the arguments of package solve ([AimedRotation], [TwoBoneTarget], [CopyPosition],
//     ...), of package springs ([BoneTail], [CarriedNow], ...), of package feet ([FootUp],
//     [PlantedTarget], ...), of package inertia ([DecayVelocity], ...) and of package skinning
//     ([DualRotation], ...).
//   - The offsets of the fields of kernel.Baked ([BakedRest], ...) and of its row layouts
//     ([ShapeShuffle], ...), in bytes.
//
// A row is one number in 8 lanes: number n of lane l is at n*[Lanes]+l. A name without an addition
// is the first row of what it names: a point or a direction takes 3 rows, a rotation xyzw takes 4.
// A name that ends in Rows is the number of rows of an argument.
package layout
