package bake

// maxSqueeze bounds the attempts of squeezing, times moments and joints.
const maxSqueeze = 1 << 26

// bake makes the smallest clip of a film that keeps to the tolerance, or returns nil.
func (b *baker) bake(f *sampledFrames) *BakedClip {
	b.errorMetric.expect(thin(b.moments(f, 4), max(16, maxPoints/len(b.errorMetric.offsets))))
	limit := 0.95 * b.tolerance // some room for moments that lie between those that are looked at
	m := b.measureRanges(f)
	attempt := func(p *plan) *BakedClip {
		clip := b.blank(f)
		clip.data = p.encode(b.clip.BaseLocals(), f, m)
		if e := b.errorMetric.error(limit, clip.sampleLocals); !(e <= limit) {
			return nil
		}
		return clip
	}
	// The larger the share of the error that each number may have, the fewer the bits: halve the interval between one that
	// holds and one that doesn't, in powers of two.
	var best *BakedClip
	var chosen *plan
	share, factor := b.tolerance, 0.25
	for range 24 {
		p := newPlan(b.clip.BaseLocals(), m, share)
		if clip := attempt(p); clip != nil {
			best, chosen = clip, p
			break
		}
		share *= factor
	}
	if best == nil {
		return nil
	}
	for _, factor := range []float64{2, 1.4142135623730951, 1.189207115002721, 1.0905077326652577} {
		p := newPlan(b.clip.BaseLocals(), m, share*factor)
		if clip := attempt(p); clip != nil {
			best, chosen, share = clip, p, share*factor
		}
	}
	best = b.reduceBits(best, chosen, attempt)
	best.data.NearUnit = best.near()
	if !(b.verify(best, f) <= b.tolerance) {
		return nil
	}
	return best
}

// squeeze takes bits from the rows one by one, as long as the error allows: not every number is on the chain of joints that
// needs all of the tolerance. In a large clip it stops before it has seen all of them.
func (b *baker) reduceBits(best *BakedClip, p *plan, attempt func(*plan) *BakedClip) *BakedClip {
	attempts := min(400, maxSqueeze/(len(b.errorMetric.times)*len(b.errorMetric.offsets)))
	for i := range p.rows {
		row := &p.rows[i]
		for ; row.bits > 1 && attempts > 0; attempts-- {
			row.bits--
			clip := attempt(p)
			if clip == nil {
				row.bits++
				break
			}
			best = clip
		}
	}
	return best
}

// verify measures the error of a finished clip at twice as many moments as the search, and none left out, and notes it.
func (b *baker) verify(clip *BakedClip, f *sampledFrames) float64 {
	times := b.moments(f, 8)
	chunk := max(16, maxPoints/len(b.errorMetric.offsets))
	clip.maxError = 0
	for len(times) > 0 {
		n := min(chunk, len(times))
		b.errorMetric.expect(times[:n])
		if e := b.errorMetric.error(b.tolerance, clip.sampleLocals); !(e <= clip.maxError) {
			clip.maxError = e
		}
		if !(clip.maxError <= b.tolerance) {
			break
		}
		times = times[n:]
	}
	return clip.maxError
}
