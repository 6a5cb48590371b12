package simulation

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

func addClips(d *digest, lib *assets.Library, model *assets.Model) {
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		d.text(clip.Name())
		d.double(clip.Start())
		d.double(clip.End())
		for _, t := range clip.Tracks() {
			d.integers(int64(t.Joint), int64(t.Property), int64(t.Track.Interpolation()))
			d.floats(t.Track.Times()...)
			d.floats(t.Track.Values()...)
		}
	}
}

// samples is at how many times each clip is posed, the first and the last beyond its ends.
const samples = 12

// addPoses takes single poses through the whole pipeline, without entities.
func addPoses(d *digest, lib *assets.Library, model *assets.Model) {
	pose := rig.NewPose(lib.Skeleton(model.Skeleton))
	var matrices, palette []float32
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		for i := range samples {
			clip.Sample(sampleTime(clip, i), pose)
			matrices = pose.ModelMatrices(matrices)
			d.floats(pose.Locals...)
			d.floats(pose.Morphs...)
			d.floats(matrices...)
			for _, skin := range skinsOf(model) {
				palette = lib.Skin(skin).Palette(palette, matrices)
				d.floats(palette...)
			}
		}
	}
}

func sampleTime(clip *assets.Clip, i int) float64 {
	step := clip.Duration() / (samples - 3)
	return clip.Start() + float64((float64(i)-0.75)*step)
}
