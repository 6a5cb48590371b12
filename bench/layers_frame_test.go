package bench

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// BenchmarkLayers is the whole frame of characters with layers over the clip that they play, on all joints or on half of them, beside that of
// characters without. There are so many layers as clips.
func BenchmarkLayers(b *testing.B) {
	plain := frameCase{joints: 64, clips: 1, characters: 1000, workers: 1}
	b.Run("layer=none/"+plain.name(), func(b *testing.B) {
		library, model := shared(b, plain)
		runFrames(b, newCrowd(b, library, model, plain), plain)
	})
	for _, row := range []struct {
		name   string
		mode   components.LayerMode
		masked bool
		weight float32
		above  int
	}{
		{"override", components.Override, false, 0.5, 1},
		{"override/mask=half", components.Override, true, 1, 1},
		{"override/mask=half", components.Override, true, 0.75, 2},
		{"override/mask=half", components.Override, true, 0.75, 3},
		{"additive", components.Additive, false, 0.5, 1},
		{"additive/mask=half", components.Additive, true, 0.5, 1},
		{"subtractive/mask=half", components.Additive, true, -0.5, 1},
	} {
		layered := plain
		layered.clips = 1 + row.above
		b.Run("layer="+row.name+"/"+layered.name(), func(b *testing.B) {
			library := assets.NewLibrary()
			model := character(b, library, plain.joints, false)
			skeleton, over := library.Skeleton(model.Skeleton), model.Clips[1]
			if row.mode == components.Additive {
				pose := rig.NewPose(skeleton)
				library.Clip(over).Sample(0, pose)
				difference, err := clip.MakeAdditive(library.Clip(over), pose)
				if err != nil {
					b.Fatal(err)
				}
				over = library.AddClip(difference)
			}
			bakeAll(b, library)
			mask := assets.MaskID(0)
			if row.masked {
				half, err := rig.NewMask("half", skeleton).Feather(skeleton.Joint(plain.joints/2), 2).Build()
				if err != nil {
					b.Fatal(err)
				}
				mask = library.AddMask(half)
			}
			animation := newCrowd(b, library, model, plain)
			for _, entity := range animation.entities {
				for k := range row.above {
					layer := animation.Player(entity).Layer(1 + k)
					for _, err := range []error{layer.SetBlend(row.mode), layer.FadeWeight(row.weight, 0), layer.Overlay(over, mask, 0)} {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			runFrames(b, animation, layered)
		})
	}
}

// BenchmarkEventsFrame is the whole frame of mannequins that walk, with the markers of their feet, without them, and with the movement of the walk applied.
func BenchmarkEventsFrame(b *testing.B) {
	const characters = 1000
	for _, row := range []struct {
		name          string
		marked, moved bool
	}{{"work=none", false, false}, {"work=events", true, false}, {"work=root-motion", false, true}} {
		b.Run(row.name+"/characters=1000/workers=1"+kernels(), func(b *testing.B) {
			library := assets.NewLibrary()
			model := newMannequin(b, library)
			walk, err := mannequin.Traveling("walk", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0)
			if err == nil {
				walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{})
			}
			if err == nil && row.marked != (len(walk.Markers()) > 0) {
				markers := library.Clip(model.Clip("walk")).Markers()
				if !row.marked {
					markers = nil
				}
				walk, err = clip.WithMarkers(walk, markers...)
			}
			if err != nil {
				b.Fatal(err)
			}
			id := library.AddClip(walk)
			bakeAll(b, library)
			animation := newCrowd(b, library, model, frameCase{characters: characters, workers: 1})
			for i, entity := range animation.entities {
				if row.moved {
					animation.EnableRootMotion(entity)
				}
				player := animation.Player(entity)
				if err := player.Play(id); err != nil {
					b.Fatal(err)
				}
				if err := player.SeekPart(float64(i) / characters); err != nil {
					b.Fatal(err)
				}
			}
			reader := animation.Events().Reader()
			animation.update(b, 1.0/60)
			fired := 0
			b.ReportAllocs()
			for b.Loop() {
				animation.update(b, 1.0/60)
				events, _ := animation.Events().Read(&reader)
				fired += len(events)
			}
			perCharacter(b, characters, 0, "")
			b.ReportMetric(float64(fired)/float64(b.N), "events/op")
		})
	}
}
