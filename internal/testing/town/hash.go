package town

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
)

// Shown returns how many matrices it takes to draw all characters as they are dressed: those of the
// skins of the parts that they show.
func (t *Town) Shown() (matrices int) {
	for i := range t.Characters {
		c := &t.Characters[i]
		drawn := t.meshes.Get(c.Entity)
		model := t.Library.Model(drawn.Model)
		for _, skin := range model.Skins {
			for p := range model.Parts {
				if model.Parts[p].Skin == skin && drawn.Hidden&(1<<p) == 0 {
					matrices += t.Library.Skin(skin).Len()
					break
				}
			}
		}
	}
	return matrices
}

// Hash returns a hash of the bits of what all characters show, in their order: transforms, palettes
// and the time of what they play. The error names the first number that is not finite.
func (t *Town) Hash() (uint64, error) {
	hash := fnv.New64a()
	var buffer []byte
	for i := range t.Characters {
		c := &t.Characters[i]
		buffer = buffer[:0]
		numbers := func(kind string, values []float32) error {
			for k, x := range values {
				if x-x != 0 {
					return fmt.Errorf("town: frame %d: character %d: %s: number %d is %v", t.Frame, i, kind, k, x)
				}
				buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
			}
			return nil
		}
		if err := numbers("transform", t.transforms.Get(c.Entity).Matrix[:]); err != nil {
			return 0, err
		}
		model := t.Library.Model(t.meshes.Get(c.Entity).Model)
		for _, skin := range model.Skins {
			if err := numbers("palette", t.Animation.Palette(c.Entity, skin)); err != nil {
				return 0, err
			}
		}
		buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(t.Animation.Player(c.Entity).Component().Time))
		hash.Write(buffer)
	}
	return hash.Sum64(), nil
}
