package crowdstore

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
)

// MaxFrameTexels is how many of the texels of a crowd may be frames of entries: 16 MB. A quarter of
// them may be those of one clip at one level of detail.
const MaxFrameTexels = 1 << 20

const (
	mostOfOneClip = MaxFrameTexels / 4
	// frameTolerance is how far frames of entries may move a corner of the model's box from where
	// the joints move it, in sizes of the skeleton.
	frameTolerance = 5e-5
)

// addEntryFrames appends the frames of a rig's entries for the clips that have none yet: what a
// shader would compute of the joints, at moments so near each other that it may interpolate
// between them. It leaves out a clip whose frames have no room.
func (t *Texels) addEntryFrames(r *Rig) {
	if len(t.numbered) > r.room {
		t.growDirectory(r)
	}
	for ; r.framed < len(t.numbered); r.framed++ {
		c := &t.numbered[r.framed]
		if c.skeleton != r.skeleton {
			continue
		}
		b := frameBuilder{Texels: t, rig: r, clip: int(c.base), parts: c.parts, entries: r.Entries - FirstPalette}
		most := min(mostOfOneClip, MaxFrameTexels-t.frameTexels, MaxTexels-t.end())
		if frames, intervals := b.build(most); intervals > 0 {
			at := t.end()
			for i := range frames {
				t.addMatrix(&frames[i])
			}
			t.frameTexels += t.end() - at
			copy(t.data[4*(int(r.Directory)+r.framed):], []float32{float32(at), float32(intervals)})
		}
	}
}

// growDirectory gives a rig a directory with room for all clips, and as many again.
func (t *Texels) growDirectory(r *Rig) {
	old, n := int(r.Directory), r.room
	r.Directory, r.room = uint32(t.end()), 2*len(t.numbered)+14
	t.data = append(t.data, make([]float32, 4*r.room)...)
	copy(t.data[4*r.Directory:], t.data[4*old:4*(old+n)])
}

// frameBuilder makes the frames of a rig's entries for a clip.
type frameBuilder struct {
	*Texels
	rig     *Rig
	clip    int // its first texel
	parts   int // of its cells, see [numberedClip]
	entries int
	models  []rig.Matrix // scratch memory, by 1 + the index of a joint of the rig
}

// build returns the frames, two for each interval and a last one, and the number of intervals: 0 if
// they take more than so many texels.
func (b *frameBuilder) build(most int) (frames []rig.Matrix, intervals int) {
	tolerance := frameTolerance * float32(max(b.rig.skeleton.Size(), 1e-6))
	// At each cell of the clip's own grid, and between two parts of it, its motion may turn: intervals
	// end there.
	whole := max(1, int(math.Ceil(float64(b.texel(b.clip)[2]))))
	apart := float32(0)
	for i := range min(whole, 16) { // enough for an estimate
		frames = b.interval(frames[:0], i*whole/min(whole, 16), whole)
		apart = max(apart, b.apart(frames, i*whole/min(whole, 16), whole))
	}
	for times, trials := b.timesFor(apart/tolerance, 1), 0; times > 0 && trials < 3; trials++ {
		times = (times + b.parts - 1) / b.parts * b.parts
		intervals = whole * times
		if matrixTexels*b.entries*(2*intervals+1) > most {
			break
		}
		frames, apart = frames[:0], 0
		for i := range intervals {
			if i > 0 {
				frames = frames[:len(frames)-b.entries] // the last one of the interval before is the first of this
			}
			frames = b.interval(frames, i, intervals)
			apart = max(apart, b.apart(frames[len(frames)-3*b.entries:], i, intervals))
		}
		if apart <= tolerance {
			return frames, intervals
		}
		times = max(times+1, b.timesFor(apart/tolerance, times))
	}
	return nil, 0
}

// timesFor returns how many intervals need to take the place of each of the clip's own, if so many
// are too few by a factor in the error, or 0 if no number is known. The error of a smooth motion
// falls with the third power.
func (b *frameBuilder) timesFor(factor float32, times int) int {
	if !(factor < 1e6) || b.entries == 0 {
		return 0
	}
	return int(max(1, math.Ceil(1.03*float64(times)*math.Cbrt(float64(factor)))))
}

// interval appends the frames at the start, in the middle and at the end of an interval of many.
func (b *frameBuilder) interval(frames []rig.Matrix, i, intervals int) []rig.Matrix {
	for k := range 3 {
		frames = b.frame(frames, (float32(i)+0.5*float32(k))/float32(intervals))
	}
	return frames
}

// frame appends the matrices of the entries at a fraction of the clip, by way of the joints.
func (b *frameBuilder) frame(frames []rig.Matrix, fraction float32) []rig.Matrix {
	var x mixed
	x.add(b.momentAt(b.clip, fraction), 1)
	base := int(b.rig.Base)
	b.models = append(b.models[:0], rig.IdentityMatrix())
	for i := 1; i <= b.rig.Joints; i++ {
		j := b.texel(base + i)
		local := b.local(int(j[1]), &x, &layerMoment{})
		if j[2] != 0 {
			between := b.matrix(base + int(j[2]))
			local = between.Mul(local)
		}
		b.models = append(b.models, b.models[int(j[0])].Mul(local))
	}
	for i := range b.entries {
		e := b.texel(base + 1 + b.rig.Joints + i)
		frames = append(frames, b.models[int(e[0])].Mul(b.matrix(base+int(e[1]))))
	}
	return frames
}

// apart returns how far the three frames of an interval move a corner of the model's box, at two
// moments between them, from where the joints move it, at most.
func (b *frameBuilder) apart(frames []rig.Matrix, i, intervals int) float32 {
	var d rig.Matrix
	worst, n := float32(0), b.entries
	for _, u := range [...]float32{0.22, 0.78} { // where a parabola is the farthest from what it stands for
		for e, right := range b.frame(nil, (float32(i)+u)/float32(intervals)) {
			between(&d, &frames[e], &frames[n+e], &frames[2*n+e], u)
			for k := range d {
				d[k] -= right[k]
			}
			for corner := range 8 {
				p := mgl32.Vec3{b.rig.box[corner&1][0], b.rig.box[corner>>1&1][1], b.rig.box[corner>>2][2]}
				worst = max(worst, d.Point(p).Len())
			}
		}
	}
	return worst
}

// between computes a matrix at u from 0 to 1 on the parabola through three: at 0, 1/2 and 1.
func between(m, first, middle, last *rig.Matrix, u float32) {
	a, b, c := (1-u)*(1-2*u), 4*u*(1-u), u*(2*u-1)
	for i := range m {
		m[i] = a*first[i] + b*middle[i] + c*last[i]
	}
}
