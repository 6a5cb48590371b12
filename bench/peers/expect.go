package peers

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// Expected is the reference's result for a [Case].
type Expected struct {
	skin  *rig.Skin
	clips []*assets.Clip
	start func(character int) float64
	size  float64
}

// Expect reads a case's file for the float64 reference implementation that Sinew's own tests trust.
// The error wraps [ErrNoSkin] if the file does not have the skin or a clip.
func Expect(c Case) (*Expected, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(library, c.File)
	if err != nil {
		return nil, err
	}
	if len(model.Skins) == 0 {
		return nil, fmt.Errorf("%w: %s has no skin", ErrNoSkin, c.File)
	}
	e := &Expected{skin: library.Skin(model.Skins[0]), start: c.Start, size: size(library.Skeleton(model.Skeleton))}
	for _, clip := range c.Clips {
		if clip < 0 || clip >= len(model.Clips) {
			return nil, fmt.Errorf("%w: clip %d: %s has %d clips", ErrNoSkin, clip, c.File, len(model.Clips))
		}
		e.clips = append(e.clips, library.Clip(model.Clips[clip]))
	}
	return e, nil
}

// size returns the longest side of the box around the joints of the rest pose, in the file's units.
func size(skeleton *assets.Skeleton) float64 {
	low, high := [3]float64{}, [3]float64{}
	for i, m := range reference.Models(skeleton, reference.Rest(skeleton)) {
		for axis := range 3 {
			at := m[axis][3]
			if i == 0 {
				low[axis], high[axis] = at, at
			}
			low[axis], high[axis] = min(low[axis], at), max(high[axis], at)
		}
	}
	return max(high[0]-low[0], high[1]-low[1], high[2]-low[2])
}

// Difference returns the error of a character's palette, some seconds after its start: the largest
// distance of a virtual vertex from its expected position, in sizes of the skeleton. Each joint has
// four virtual vertices: one at the joint, and one at a distance of 1/60 of the size along each
// axis, which is 3 cm for a character of 1.8 m.
func (e *Expected) Difference(palette []float32, character int, seconds float64) (float64, error) {
	if len(palette) != e.skin.Len()*MatrixSize {
		return 0, fmt.Errorf("expected a palette of %d numbers for each of %d joints, found %d numbers", MatrixSize,
			e.skin.Len(), len(palette))
	}
	largest := 0.0
	for index, want := range e.palette(character, seconds) {
		got := reference.MatrixOf(rig.MatrixAt(palette, index))
		bind, _ := reference.MatrixOf(rig.MatrixAt(e.skin.InverseBinds(), index)).Inverse()
		for axis := range 4 {
			vertex := bind.Point(reference.Vector{})
			if axis < 3 {
				vertex[axis] += e.size / 60
			}
			distance := want.Point(vertex).Add(got.Point(vertex).Times(-1)).Length() / e.size
			if !(distance <= largest) { // true for NaN, too
				largest = distance
			}
		}
	}
	return largest, nil
}

// palette returns the reference's palette of a character.
func (e *Expected) palette(character int, seconds float64) []reference.Matrix {
	poses, weights := []reference.Pose{}, []float64{}
	for _, clip := range e.clips {
		time := reference.Loop(e.start(character)+seconds, clip.Start(), clip.End())
		poses, weights = append(poses, reference.Sample(clip, time)), append(weights, 1/float64(len(e.clips)))
	}
	pose := poses[0]
	if len(poses) > 1 {
		pose = reference.Blend(poses, weights)
	}
	return reference.Palette(e.skin, reference.Models(e.skin.Skeleton(), pose))
}
