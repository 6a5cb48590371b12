package bench

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// BenchmarkOutfits is a whole frame of 1,000 characters of one skeleton that wear one outfit, or
// fifty: as many models, each with a skin of its own. The skins are alike, as those of clothes that
// were made for the same body, or all different, for fifty bodies. It also reports how many palette
// matrices a character costs, of the 67 that its own skin has.
func BenchmarkOutfits(b *testing.B) {
	for _, row := range []struct {
		name            string
		outfits, bodies int
	}{{"outfits=1", 1, 1}, {"outfits=50", 50, 1}, {"outfits=50/bodies=50", 50, 50}} {
		c := frameCase{clips: 1, characters: 1000, workers: 1}
		b.Run(row.name+kernels(), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := newMannequin(b, library)
			bakeAll(b, library)
			c.joints = library.Skeleton(model.Skeleton).Len()
			var others []*assets.Model
			for i := 1; i < row.outfits; i++ {
				others = append(others, restyled(b, library, model, i%row.bodies))
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
// of its own, for some body.
func restyled(b *testing.B, library *assets.Library, model *assets.Model, body int) *assets.Model {
	b.Helper()
	own := library.Skin(model.Skins[0])
	var joints []int
	var binds []mgl32.Mat4
	for i, joint := range own.Joints() {
		joints = append(joints, int(joint))
		bind := rig.MatrixAt(own.InverseBinds(), i)
		bind[3] += float32(body) / 100
		binds = append(binds, bind.Mat4())
	}
	skin, err := rig.NewSkin("outfit", library.Skeleton(model.Skeleton), joints, binds)
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
