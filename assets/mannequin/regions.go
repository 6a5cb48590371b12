package mannequin

// markAt is the middle of the mark on the chest.
var markAt = vector{0, 1.352, 0.100}

// trunkRegions paints belly, pelvis and the top of the thighs, which are bare below the arch of the ribs, and the mark.
func trunkRegions(f *figure) []region {
	down := f.rotation[thigh].apply(vector{y: 1}).add(vector{x: -0.16}).unit()
	thighs := f.point(thigh, vector{y: 0.105})
	bare := func(p vector) float64 {
		across := min(float64(p.x*p.x)/(0.12*0.12), 1.3)
		arch := 1.168 + float64(0.058*smooth(-0.05, 0.07, p.z)*(1-across))
		return max(p.y-arch, p.sub(thighs).dot(down), p.x-0.24)
	}
	disc := func(radius float64) func(vector) float64 {
		return func(p vector) float64 { return max(p.sub(markAt).length()-radius, -p.z) }
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
	neck := func(p vector) float64 {
		collar := oval(vector{0, 1.535, -0.022}, vector{0.086, 0.068, 0.092})(p)
		return max(collar, p.y-1.592+float64(0.30*p.z))
	}
	face := oval(vector{0, 1.692, 0.062}, vector{0.090, 0.038, 0.085})
	ear := vector{0.088, 1.690, -0.002}
	pod := func(p vector) float64 { return max(p.sub(ear).length()-0.026, 0.074-p.x) }
	return []region{
		{accent, grown(neck, ringWidth)},
		{core, neck},
		{core, grown(face, 0.004)},
		{visor, face},
		{accent, pod},
	}
}

func armRegions(f *figure) []region {
	bone := f.rotation[upperArm].apply(vector{y: 1})
	fore := f.rotation[forearm].apply(vector{y: 1})
	socket := f.position[upperArm].plus(0.012, bone)
	shoulderCap := func(radius float64) func(vector) float64 {
		return func(p vector) float64 { return p.sub(socket).length() - radius }
	}
	glove := beyond(f.point(hand, vector{y: -0.030}), fore, 0.3)
	return []region{
		{core, shoulderCap(capRadius + seamWidth)},
		{shell, shoulderCap(capRadius)},
		{core, oval(f.point(upperArm, vector{0.062, 0.062, -0.004}), vector{0.050, 0.062, 0.062})},
		{core, band(f.position[forearm], bone.add(fore).unit(), -0.036, 0.034, 0.10)},
		{accent, grown(glove, ringWidth)},
		{core, glove},
	}
}

func legRegions(f *figure) []region {
	down := f.rotation[shin].apply(vector{y: 1})
	knee := f.position[shin]
	kneecap := knee.add(vector{0, 0.002, 0.058})
	plate := func(p vector) float64 { return max(p.sub(kneecap).length()-0.036, knee.z-p.z) }
	ankle := f.position[foot]
	boot := func(p vector) float64 {
		along := ankle.y - p.y - float64(0.35*(p.z-ankle.z))
		return max(-0.062-along, along, p.sub(ankle).length()-0.12)
	}
	sole := func(p vector) float64 { return p.y - 0.014 - float64(0.06*max(0, ankle.z-p.z)) }
	return []region{
		{core, band(knee, down, -0.040, 0.034, 0.12)},
		{shell, plate},
		{accent, grown(boot, ringWidth)},
		{core, boot},
		{core, sole},
	}
}
