package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// BenchmarkOutfits is a whole frame of 1,000 characters of one skeleton that wear one outfit, or
// fifty: as many models, each with a skin of its own. It also reports how many palette matrices a
// character costs, of the 67 that its own skin has.
func BenchmarkOutfits(b *testing.B) {
	for _, outfits := range []int{1, 50} {
		c := frameCase{clips: 1, characters: 1000, workers: 1}
		b.Run(fmt.Sprintf("outfits=%d/%s", outfits, c.name()), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := newMannequin(b, library)
			bakeAll(b, library)
			c.joints = library.Skeleton(model.Skeleton).Len()
			var others []*assets.Model
			for range outfits - 1 {
				others = append(others, restyled(b, library, model))
			}
			crowd := newCrowd(b, library, model, c, others...)
			before := crowd.Counters()
			runFrames(b, crowd, c)
			counted := crowd.Counters().Since(before)
			b.ReportMetric(float64(counted.Matrices)/float64(counted.Posed), "matrices/character")
		})
	}
}

// restyled returns a model with the skeleton, the clips and the mesh of another one, but with a skin
// of its own.
func restyled(b *testing.B, library *assets.Library, model *assets.Model) *assets.Model {
	b.Helper()
	own := library.Skin(model.Skins[0])
	var joints []int
	for _, joint := range own.Joints() {
		joints = append(joints, int(joint))
	}
	skin, err := rig.NewSkin("outfit", library.Skeleton(model.Skeleton), joints, nil)
	if err != nil {
		b.Fatal(err)
	}
	other := &assets.Model{Name: "outfit", Skeleton: model.Skeleton, Bounds: model.Bounds}
	other.SetClips(library, model.Clips)
	other.Skins = []assets.SkinID{library.AddSkin(skin)}
	part := model.Parts[0]
	part.Skin = other.Skins[0]
	other.Parts = []assets.Part{part}
	if _, err := library.AddModel(other); err != nil {
		b.Fatal(err)
	}
	return other
}
