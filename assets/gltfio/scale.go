package gltfio

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// checkNumbers returns an error for a scale or a limit that is none.
func (o Options) checkNumbers() error {
	for name, limit := range map[string]int64{"MaxBytes": o.MaxBytes, "MaxPixels": o.MaxPixels} {
		if limit < 0 {
			return fmt.Errorf("options: expected %s of at least 0, found %d", name, limit)
		}
	}
	if !(o.Scale >= 0) || !exact.IsFinite(o.Scale) {
		return fmt.Errorf("expected a scale that is finite and above 0, or 0 for none, found %v", o.Scale)
	}
	return nil
}

// chooseScale sets the factor by which all lengths are multiplied. A change of the unit of length
// leaves rotations and scales as they are, and so the linear part of every matrix; it multiplies
// every translation and every position.
func (l *loader) chooseScale() {
	switch {
	case l.options.Scale > 0:
		l.scale = l.options.Scale
	case l.options.Meters:
		if l.scale = l.skeleton.MetersPerUnit(); l.scale != 1 {
			l.warn("", "a skeleton %.3g units large is not in meters: all lengths were multiplied by %v",
				l.skeleton.Size(), l.scale)
		}
	case len(l.doc.Skins) > 0: // a character, whose size says what its unit is
		if meters := l.skeleton.MetersPerUnit(); meters != 1 {
			l.warn("", "a skeleton %.3g units large is hardly in meters, as glTF has it: lengths were left as they are; "+
				"Options.Meters multiplies them by %v, Options.Scale by any number, and by 1 without this warning",
				l.skeleton.Size(), meters)
		}
	}
}

// scaleNodes scales the transforms of all nodes. The skeleton of the nodes as they were in the file
// is not used any more.
func (l *loader) scaleNodes() error {
	for i := range l.nodes {
		t, path := &l.nodes[i].transform, fmt.Sprintf("nodes[%d]", i)
		if err := l.scaleVector(path, t.trs.Translation[:]); err != nil {
			return err
		}
		for r := range 3 {
			if err := l.scaleVector(path, t.local[rig.MatrixSize/3*r+3:][:1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// scaleVector scales some lengths. The path is where they come from.
func (l *loader) scaleVector(path string, v []float32) error {
	if l.scale == 1 {
		return nil
	}
	for i, x := range v {
		if v[i] = float32(float64(x) * l.scale); !exact.IsFinite(v[i]) {
			return errorAt(path, "%v, multiplied by the scale %v, does not fit in a float32", x, l.scale)
		}
	}
	return nil
}

// readLengths is [loader.readFloats] for lengths, which it scales. The slice is shared and must not
// be changed.
func (l *loader) readLengths(path string, index int) ([]float32, error) {
	a := &l.accessors[index]
	if a.lengths != nil {
		return a.lengths, nil
	}
	floats, err := l.readFloats(index)
	if err != nil || l.scale == 1 {
		return floats, err
	}
	if err := l.memory.spend(path, len(floats), 4); err != nil {
		return nil, err
	}
	lengths := append([]float32(nil), floats...)
	if err := l.scaleVector(path, lengths); err != nil {
		return nil, err
	}
	a.lengths = lengths
	return lengths, nil
}
