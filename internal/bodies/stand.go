package bodies

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Stand returns where a character must stand so that its pelvis lies as it does now when it shows
// another pose. World is its present transform, pelvis the place of the pelvis now, and posed the
// model matrix of the pelvis in the other pose. The result is world, turned about up, which has
// length 1, and moved, with its origin at the height of ground. Angle is by how much the rotations
// of the pelvis still differ. Stand returns false if a matrix is singular.
//
// The turn is the part about up of the rotation from one pelvis to the other (swing-twist
// decomposition), which leaves the least difference.
func Stand(world *exact.Affine, pelvis *Place, posed *exact.Affine, up,
	ground exact.Vec3,
) (stands exact.Affine, angle float64, ok bool) {
	there := world.Mul(posed)
	from, rotation, _, ok := Split(&there)
	if !ok {
		return stands, 0, false
	}
	change := exact.ToQuat(pelvis.Rotation).Mul(rotation.Conjugate())
	about := exact.Vec3{change[0], change[1], change[2]}.Dot(up)
	length := math.Sqrt(float64(about*about) + float64(change[3]*change[3]))
	turn := exact.IdentityQuat
	if length > 1e-6 {
		v := up.Scale(about / length)
		turn = exact.Quat{v[0], v[1], v[2], change[3] / length}
	}
	angle = 2 * exact.Acos(min(length, 1))
	x, y, z := turn.Rotate(exact.Vec3{1, 0, 0}), turn.Rotate(exact.Vec3{0, 1, 0}), turn.Rotate(exact.Vec3{0, 0, 1})
	move := exact.ToVec3(pelvis.Position).Sub(turn.Rotate(from))
	height := ground.Sub(turn.Rotate(world.Translation())).Dot(up)
	move = move.AddScaled(height-move.Dot(up), up)
	motion := exact.Affine{x[0], y[0], z[0], move[0], x[1], y[1], z[1], move[1], x[2], y[2], z[2], move[2]}
	stands = motion.Mul(world)
	for _, v := range stands {
		if !exact.IsFinite(v) {
			return stands, 0, false
		}
	}
	return stands, angle, true
}
