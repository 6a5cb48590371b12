package systems_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// partialClip adds a clip that moves some joints and leaves the others in the rest pose, and its
// difference from its first pose.
func partialClip(t *testing.T, k *richFixture, random *rand.Rand, name string) (pose, difference assets.ClipID) {
	t.Helper()
	b, times := clip.NewBuilder(name, k.skeleton), []float32{0, 0.5, 1}
	for j := range k.skeleton.Len() {
		turns := []mgl32.Quat{randomTRS(random).Rotation, randomTRS(random).Rotation, randomTRS(random).Rotation}
		places := []mgl32.Vec3{{random.Float32(), 0, 1}, {0, random.Float32(), 2}, {1, 1, random.Float32()}}
		switch random.IntN(5) {
		case 0:
			b.Rotation(j, clip.Linear, times, turns)
		case 1:
			b.Translation(j, clip.Linear, times, places)
		case 2:
			b.Scale(j, clip.Linear, times, []mgl32.Vec3{{1, 1, 1}, {1.5, 1, 0.5}, {1, 2, 1}})
		}
	}
	source, err := b.Build()
	check(t, err)
	start := rig.NewPose(k.skeleton)
	source.Sample(0, start)
	add, err := clip.MakeAdditive(source, start)
	check(t, err)
	return k.library.AddClip(source), k.library.AddClip(add)
}

// The characters of a block share the memory into which layers are sampled: what one of them plays
// there does not show on another.
func TestCharactersOfABlockWithDifferentLayers(t *testing.T) {
	k := newRichFixture(t, 3)
	random := rand.New(rand.NewPCG(8, 1))
	var poses, differences []assets.ClipID
	for i := range 4 {
		pose, difference := partialClip(t, k, random, fmt.Sprint("partial ", i))
		poses, differences = append(poses, pose), append(differences, difference)
	}
	k.library.Bake(bake.Options{AllowLarger: true}, nil)
	check(t, k.library.SetBaked(poses[3], nil)) // sampled exactly
	check(t, k.library.SetBaked(differences[3], nil))
	shown := poseRecorder{"shown", map[ecs.Entity]*rig.Pose{}}
	check(t, k.animation.Schedule().InsertAfter(systems.AtSampleClips, ecs.EachBlock(shown)))
	var crowd []ecs.Entity
	for range ecs.BlockLanes {
		e := k.character(t)
		check(t, k.animation.Player(e).Play(k.clips[0]))
		crowd = append(crowd, e)
	}
	for _, e := range crowd {
		for l := range 3 {
			check(t, k.animation.Player(e).Layer(1+l).Play(k.clips[1]))
		}
	}
	for frame := range 60 {
		for _, e := range crowd {
			for l := range 3 {
				// A missing clip does not show, nor one that is not additive in an additive layer.
				list := [][]assets.ClipID{poses, differences, {0, 12345}}[min(2, random.IntN(7)/3)]
				*k.animation.Player(e).Layer(1 + l).LayerComponent() = components.Layer{
					Playback: components.Playback{
						Motion: list[random.IntN(len(list))], Mode: assets.Loop, Speed: 1, Time: random.Float64(),
					},
					Mask:      []id.Mask{0, k.masks[0]}[random.IntN(2)],
					Blend:     []clip.LayerMode{clip.Override, clip.Override, clip.Additive}[random.IntN(3)],
					TimeScale: 1,
					Weight:    0.25 + 0.5*random.Float32(), Target: 1,
				}
			}
		}
		k.update(t, 0.01)
		alone := rig.NewPose(k.skeleton)
		for _, e := range crowd {
			check(t, k.animation.LocalPose(e, alone)) // computed again, for this character only
			if !sameBits(shown.poses[e].Locals, alone.Locals) || !sameBits(shown.poses[e].Morphs, alone.Morphs) {
				t.Fatalf("frame %d: a character in a block has another pose than alone", frame)
			}
		}
	}
}
