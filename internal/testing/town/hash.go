package town

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// Shown returns how many matrices it takes to draw all characters as they are dressed: those of the
// skins of the parts that they show.
func (t *Town) Shown() (matrices int) {
	for i := range t.Characters {
		for drawn, model := range t.models(&t.Characters[i]) {
			for _, skin := range model.Skins {
				for p := range model.Parts {
					if model.Parts[p].Skin == skin && drawn.Hidden&(1<<p) == 0 {
						matrices += t.Library.Skin(skin).Len()
						break
					}
				}
			}
		}
	}
	return matrices
}

// models yields the models that a character shows: its body, and what it wears.
func (t *Town) models(c *Character) iter.Seq2[*components.SkinnedMesh, *assets.Model] {
	return func(yield func(*components.SkinnedMesh, *assets.Model) bool) {
		body, worn := t.meshes.Get(c.Entity), t.worn.Get(c.Entity)
		if !yield(body, t.Library.Model(body.Model)) {
			return
		}
		for i := range worn.Models {
			drawn := &worn.Models[i]
			if model := t.Library.Model(drawn.Model); model != nil && !yield(drawn, model) {
				return
			}
		}
	}
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
				if !exact.IsFinite(x) {
					return fmt.Errorf("town: frame %d: character %d: %s: number %d is %v", t.Frame, i, kind, k, x)
				}
				buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
			}
			return nil
		}
		if err := numbers("transform", t.transforms.Get(c.Entity).Matrix[:]); err != nil {
			return 0, err
		}
		for _, model := range t.models(c) {
			for _, skin := range model.Skins {
				if err := numbers("palette", t.Animation.Palette(c.Entity, skin)); err != nil {
					return 0, err
				}
			}
		}
		buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(t.Animation.Player(c.Entity).Component().Time))
		hash.Write(buffer)
	}
	return hash.Sum64(), nil
}
