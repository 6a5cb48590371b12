package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// markAt is the middle of the mark on the chest.
var markAt = exact.Vec3{0, 1.352, 0.100}

// trunkRegions paints belly, pelvis and the top of the thighs, which are bare below the arch of the ribs, and the mark.
func trunkRegions(f *figure) []region {
	down := rotate(f.rotation[thigh], exact.Vec3{0, 1, 0}).Add(exact.Vec3{-0.16, 0, 0}).Normalized()
	thighs := f.point(thigh, exact.Vec3{0, 0.105, 0})
	bare := func(p exact.Vec3) float64 {
		across := min(float64(p[0]*p[0])/(0.12*0.12), 1.3)
		arch := 1.168 + float64(0.058*smoothstep(-0.05, 0.07, p[2])*(1-across))
		return max(p[1]-arch, p.Sub(thighs).Dot(down), p[0]-0.24)
	}
	disc := func(radius float64) func(exact.Vec3) float64 {
		return func(p exact.Vec3) float64 { return max(p.Sub(markAt).Length()-radius, -p[2]) }
	}
	return []region{
		{accent, grown(bare, ringWidth)},
		{core, bare},
		{core, disc(0.026)},
		{accent, disc(0.021)},
	}
}

// headRegions paints the neck, which is bare between a collar and the edge of the head, the visor and the ears.
func headRegions() []region {
	neck := func(p exact.Vec3) float64 {
		collar := oval(exact.Vec3{0, 1.535, -0.022}, exact.Vec3{0.086, 0.068, 0.092})(p)
		return max(collar, p[1]-1.592+float64(0.30*p[2]))
	}
	face := oval(exact.Vec3{0, 1.692, 0.062}, exact.Vec3{0.090, 0.038, 0.085})
	ear := exact.Vec3{0.088, 1.690, -0.002}
	pod := func(p exact.Vec3) float64 { return max(p.Sub(ear).Length()-0.026, 0.074-p[0]) }
	return []region{
		{accent, grown(neck, ringWidth)},
		{core, neck},
		{core, grown(face, 0.004)},
		{visor, face},
		{accent, pod},
	}
}

func armRegions(f *figure) []region {
	bone := rotate(f.rotation[upperArm], exact.Vec3{0, 1, 0})
	fore := rotate(f.rotation[forearm], exact.Vec3{0, 1, 0})
	socket := f.position[upperArm].AddScaled(0.012, bone)
	shoulderCap := func(radius float64) func(exact.Vec3) float64 {
		return func(p exact.Vec3) float64 { return p.Sub(socket).Length() - radius }
	}
	glove := beyond(f.point(hand, exact.Vec3{0, -0.030, 0}), fore, 0.3)
	return []region{
		{core, shoulderCap(capRadius + seamWidth)},
		{shell, shoulderCap(capRadius)},
		{core, oval(f.point(upperArm, exact.Vec3{0.062, 0.062, -0.004}), exact.Vec3{0.050, 0.062, 0.062})},
		{core, band(f.position[forearm], bone.Add(fore).Normalized(), -0.036, 0.034, 0.10)},
		{accent, grown(glove, ringWidth)},
		{core, glove},
	}
}

func legRegions(f *figure) []region {
	down := rotate(f.rotation[shin], exact.Vec3{0, 1, 0})
	knee := f.position[shin]
	kneecap := knee.Add(exact.Vec3{0, 0.002, 0.058})
	plate := func(p exact.Vec3) float64 { return max(p.Sub(kneecap).Length()-0.036, knee[2]-p[2]) }
	ankle := f.position[foot]
	boot := func(p exact.Vec3) float64 {
		along := ankle[1] - p[1] - float64(0.35*(p[2]-ankle[2]))
		return max(-0.062-along, along, p.Sub(ankle).Length()-0.12)
	}
	sole := func(p exact.Vec3) float64 { return p[1] - 0.014 - float64(0.06*max(0, ankle[2]-p[2])) }
	return []region{
		{core, band(knee, down, -0.040, 0.034, 0.12)},
		{shell, plate},
		{accent, grown(boot, ringWidth)},
		{core, boot},
		{core, sole},
	}
}
