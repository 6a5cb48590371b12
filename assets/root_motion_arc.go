package assets

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// part returns the motion over a fraction of the time that m takes at constant speed: straight, or along an arc about the up axis.
func (m Motion) part(u float64, up UpAxis) Motion {
	whole := straightened(m.Yaw)
	size := float64(whole[0]*whole[0]) + float64(whole[1]*whole[1])
	way := m.vector()
	if m.Yaw != 0 && size > 1e-6 { // where whole turns lead away from where they began there is no arc, and the way is straight
		a, b := 0, 1 // the axes of the ground, of which the first turns towards the second
		if up == UpY {
			a, b = 2, 0
		}
		// The speed as the character sees it, then what it adds up to.
		x := (float64(whole[0]*way[a]) + float64(whole[1]*way[b])) / size
		y := (float64(whole[0]*way[b]) - float64(whole[1]*way[a])) / size
		now := straightened(float64(u * m.Yaw))
		way[a] = float64(now[0]*x) - float64(now[1]*y)
		way[b] = float64(now[0]*y) + float64(now[1]*x)
	}
	return Motion{float64(u * way[0]), float64(u * way[1]), float64(u * way[2]), float64(u * m.Yaw)}
}

// straightened returns the mean of the unit vectors at the angles from 0 to a given one: (sin a)/a, (1 - cos a)/a.
func straightened(angle float64) [2]float64 {
	if math.Abs(angle) < 1e-9 {
		return [2]float64{1, float64(angle / 2)}
	}
	half := exact.Sin(float64(angle / 2))
	return [2]float64{exact.Sin(angle) / angle, float64(2*half*half) / angle}
}
