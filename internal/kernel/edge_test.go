package kernel

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

// The arguments of a test of edges, for a skeleton with a number of joints.
type edges struct {
	*guarded.Memory
	joints, groups int
}

func (e edges) pose() []float32   { return guarded.Floats(e.Memory, e.groups*GroupSize) }
func (e edges) group() []float32  { return guarded.Floats(e.Memory, Lanes*GroupSize) }
func (e edges) locals() []float32 { return guarded.Floats(e.Memory, Lanes*e.groups*GroupSize) }
func (e edges) model() []float32  { return guarded.Floats(e.Memory, e.joints*BlockMatrixSize) }
func (e edges) matrices(n int) []float32 {
	return guarded.Floats(e.Memory, n*MatrixSize)
}

// parents is a chain with branches.
func (e edges) parents() []int16 {
	parents := guarded.Zeros[int16](e.Memory, e.joints)
	for j := range parents {
		parents[j] = int16(j - 1 - e.Random.IntN(j+1)/2)
	}
	return parents
}

func (e edges) permutation(n int) []int16 {
	list := guarded.Zeros[int16](e.Memory, n)
	for i, j := range e.Random.Perm(n) {
		list[i] = int16(j)
	}
	return list
}

// each lists all of the numbers 0 to n-1, times a step.
func (e edges) each(n, step int) []int32 {
	list := guarded.Zeros[int32](e.Memory, n)
	for i := range list {
		list[i] = int32(i * step)
	}
	return list
}

// baked returns a baked clip in guarded memory.
func (e edges) baked() *Baked {
	b, _ := randomBaked(e.Random, e.groups, 3)
	return e.guarded(b)
}

// guarded moves a baked clip to guarded memory.
func (e edges) guarded(b *Baked) *Baked {
	b.Rest, b.Constants, b.Ranges = guarded.Copy(e.Memory, b.Rest), guarded.Copy(e.Memory, b.Constants),
		guarded.Copy(e.Memory, b.Ranges)
	for _, list := range []*[]int32{
		&b.RestTargets, &b.ConstantTargets, &b.RotationGroups, &b.Whole, &b.Scattered, &b.NormalizedGroups,
	} {
		*list = guarded.Copy(e.Memory, *list)
	}
	b.Derived = guarded.Copy(e.Memory, b.Derived)
	b.Bits, b.Frames = guarded.Copy(e.Memory, b.Bits), guarded.Copy(e.Memory, b.Frames)
	return b
}

func TestKernelsStayInTheirMemory(t *testing.T) {
	each := func(run func(e edges)) func(*guarded.Memory) {
		return func(m *guarded.Memory) {
			for _, joints := range []int{1, Lanes - 1, Lanes, Lanes + 1, 2*Lanes + 3} {
				run(edges{m, joints, (joints + Lanes - 1) / Lanes})
			}
		}
	}
	palettes := func(e edges) *[Lanes][]float32 { // each in memory of its own
		var lanes [Lanes][]float32
		for l := range lanes {
			lanes[l] = e.matrices(e.joints)
		}
		return &lanes
	}
	guarded.Run(t, map[string]any{
		"Scale":          each(func(e edges) { Scale(e.pose(), e.pose(), 0.5) }),
		"Accumulate":     each(func(e edges) { Accumulate(e.pose(), e.pose(), 0.5) }),
		"Normalize":      each(func(e edges) { Normalize(e.pose()) }),
		"HaveUnitLength": each(func(e edges) { HaveUnitLength(e.pose(), 0.5) }),
		"LerpRows":       each(func(e edges) { LerpRows(e.pose(), e.pose(), e.each(e.groups*Rows, Lanes), 0.5) }),
		"LerpRotations": each(func(e edges) {
			LerpRotations(e.pose(), e.pose(), e.each(e.groups, GroupSize), 0.5)
		}),
		"NlerpRotations": each(func(e edges) {
			for _, areUnit := range []bool{false, true} {
				NlerpRotations(e.pose(), e.pose(), e.each(e.groups, GroupSize), 0.5, areUnit)
			}
		}),
		"Lerp": each(func(e edges) { Lerp(e.pose(), e.pose(), 0.5) }),
		"Blend": each(func(e edges) {
			Blend(e.pose(), e.pose(), 0.5, false)
			Blend(e.pose(), e.pose(), 0.5, true)
		}),
		"AccumulateMasked": each(func(e edges) {
			AccumulateMasked(e.pose(), e.pose(), guarded.Floats(e.Memory, e.groups*Lanes), 0.5, 0.5)
			AccumulateMasked(e.pose(), e.pose(), nil, 0.5, 0.5)
		}),
		"Add": each(func(e edges) { Add(e.pose(), e.pose(), -0.5) }),
		"AddMasked": each(func(e edges) {
			AddMasked(e.pose(), e.pose(), guarded.Floats(e.Memory, e.groups*Lanes), 0.5)
		}),
		"EmptyBounds": EmptyBounds,
		"Bounds": each(func(e edges) {
			Bounds((*[BoundsSize]float32)(guarded.Floats(e.Memory, BoundsSize)), e.model(), e.permutation(e.joints),
				guarded.Floats(e.Memory, e.joints*JointBoxSize))
		}),
		"SlerpKeys": each(func(e edges) {
			arcs := guarded.Zeros[float64](e.Memory, 2*e.groups*ArcKeySize)
			SlerpKeys(e.pose(), guarded.Floats(e.Memory, 2*e.groups*RotationKeySize),
				guarded.Floats(e.Memory, 2*e.groups*RotationKeySize), arcs, e.rotations(), 0.5)
		}),
		"LerpKeys": each(func(e edges) {
			n := e.groups * GroupSize
			LerpKeys(e.pose(), guarded.Floats(e.Memory, n), guarded.Floats(e.Memory, n), e.each(n, 1), 0.5)
		}),
		"LocalToModel": each(func(e edges) {
			LocalToModel(e.model(), guarded.Floats(e.Memory, e.joints*GroupSize), e.parents())
		}),
		"LocalsToModel": each(func(e edges) {
			LocalsToModel(e.model(), guarded.Floats(e.Memory, e.joints*GroupSize), e.parents(), e.joints/2, e.joints)
		}),
		"Palette": each(func(e edges) {
			Palette(palettes(e), e.model(), e.permutation(e.joints), e.matrices(e.joints))
		}),
		"PaletteEach": each(func(e edges) {
			PaletteEach(palettes(e), e.model(), e.permutation(e.joints), palettes(e))
		}),
		"PaletteOne": each(func(e edges) {
			PaletteOne(e.matrices(e.joints), e.matrices(e.joints), e.permutation(e.joints), e.matrices(e.joints))
		}),
		"PoseToModel": each(func(e edges) {
			PoseToModel(e.model(), e.group(), e.locals(), e.groups*GroupSize, e.parents())
		}),
		"PosesToModel": each(func(e edges) {
			PosesToModel(e.model(), e.group(), e.locals(), e.groups*GroupSize, e.parents(), (e.groups-1)*Lanes, e.joints)
		}),
		"PoseToPalette": each(func(e edges) {
			PoseToPalette(e.model(), e.group(), e.locals(), e.groups*GroupSize, e.parents(), palettes(e),
				e.permutation(e.joints), e.matrices(e.joints))
		}),
		"PoseToModelOne": each(func(e edges) {
			byDepth := guarded.Zeros[int16](e.Memory, e.joints)
			for j := range byDepth {
				byDepth[j] = int16(j)
			}
			PoseToModelOne(e.matrices(e.joints), guarded.Floats(e.Memory, e.groups*BlockMatrixSize), e.pose(),
				e.parents(), byDepth)
		}),
		"Transpose": each(func(e edges) {
			Transpose(guarded.Floats(e.Memory, e.groups*Lanes*GroupSize), e.locals(), e.groups*GroupSize, e.groups)
		}),
		"TransposeBack": each(func(e edges) {
			for rows := range Rows + 1 {
				var kept [Lanes][]float32
				for l := range kept {
					kept[l] = guarded.Floats(e.Memory, GroupSize)
				}
				TransposeBack(e.locals(), e.groups*GroupSize, &kept, e.group(), rows)
			}
		}),
		"ExtractModel": each(func(e edges) { ExtractModel(e.matrices(e.joints), e.model(), 7, e.joints) }),
		"SampleBaked": each(func(e edges) {
			b := e.baked()
			SampleBaked(e.pose(), b, 1, 2, 0.5)
			SampleBaked(e.pose(), b, 2, 0, 0.5)
		}),
		"SampleBaked of spans": each(func(e edges) {
			b := e.guarded(randomSpans(e.Random, e.groups, 3))
			pose := e.pose()
			for frame := range 3*SpanFrames + 1 {
				SampleBaked(pose, b, frame, frame, 0.5)
			}
		}),
		"Bits": func(m *guarded.Memory) {
			for bits := range uint(MaxBits + 1) {
				for k := range Lanes {
					Bits(guarded.Zeros[byte](m, BakedPadding), k, bits)
				}
			}
		},
		"InterpolateBaked": each(func(e edges) { InterpolateBaked(e.pose(), e.baked(), 1, 2, 0.5) }),
		"PutBits":          func(m *guarded.Memory) { PutBits(guarded.Zeros[byte](m, 24), 7, 17, 1<<17-1) },
		"AddScaled": each(func(e edges) {
			AddScaled(guarded.Floats(e.Memory, e.joints), guarded.Floats(e.Memory, e.joints), 0.5)
		}),
		"Skin": each(func(e edges) {
			for influences := range 9 {
				for used := range influences + 1 { // each number of influences has its own code
					Skin(e.skin(influences, used))
				}
			}
		}),
		"SkinJob.Finite": each(func(e edges) { e.skin(4, 4).Finite() }),
		"SkinJob.Part":   each(func(e edges) { e.skin(4, 4).Part(0, 1) }),
		"Vertices": each(func(e edges) {
			Vertices(guarded.Floats(e.Memory, e.joints*VertexSize*Lanes), e.model(), e.offsets())
		}),
		"VertexDistances": each(func(e edges) {
			VertexDistances((*[Lanes]float32)(guarded.Floats(e.Memory, Lanes)), e.model(), e.offsets(),
				guarded.Floats(e.Memory, e.joints*VertexSize*Lanes))
		}),
	})
}

// rotations lists the first numbers of all rotations of a pose.
func (e edges) rotations() []int32 {
	list := guarded.Zeros[int32](e.Memory, e.groups*Lanes)
	for j := range list {
		list[j] = int32(JointOffset(j))
	}
	return list
}

// offsets are the places of the virtual vertices of joints.
func (e edges) offsets() [][3]float32 {
	return guarded.Zeros[[3]float32](e.Memory, e.joints)
}

// skin returns a job for three vertices for each joint, in guarded memory. Only the used influences
// have a weight.
func (e edges) skin(influences, used int) *SkinJob {
	n, floats := 3*e.joints, func(n int) []float32 { return guarded.Floats(e.Memory, n) }
	job := &SkinJob{
		Positions: floats(3 * n), OutPositions: floats(3 * n), Normals: floats(3 * n), OutNormals: floats(3 * n),
		Tangents: floats(4 * n), OutTangents: floats(4 * n), Joints: guarded.Zeros[uint16](e.Memory, influences*n),
		Weights: floats(influences * n), Influences: influences, Palette: e.matrices(e.joints),
	}
	for i := range job.Joints {
		job.Joints[i] = uint16(e.Random.IntN(e.joints))
		if i%influences >= used {
			job.Weights[i] = 0
		}
	}
	return job
}
