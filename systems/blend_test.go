package systems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// samplePoses samples blend inputs one by one, as a program without an ECS would.
func samplePoses(l *assets.Library, skeleton *rig.Skeleton, id assets.SkeletonID, level int,
	inputs []ecs.BlendInput,
) (list []rig.BlendInput) {
	for _, in := range inputs {
		pose, c := rig.NewPose(skeleton), l.Clip(in.Clip)
		additive := in.Mode == clip.Additive
		if c == nil || c.Skeleton() != skeleton || c.Additive() != additive {
			if additive {
				continue
			}
		} else if baked := l.BakedAt(in.Clip, level); baked != nil {
			baked.Sample(in.Time, pose.Locals, pose.Morphs)
		} else {
			var s clip.Sampler
			s.SampleMasked(c, l.LevelMask(id, level), in.Time, pose.Locals, pose.Morphs)
		}
		list = append(list, rig.BlendInput{
			Pose: pose, Mask: l.Mask(in.Mask), Weight: in.Weight, Attenuation: in.Attenuation, Additive: additive,
		})
	}
	return list
}

// rig.Blend gives the bits of the frame for the blend inputs of the frame.
func TestBlendEqualsTheFrame(t *testing.T) {
	probe.Serial(t)
	several, masked, added := 0, 0, 0
	for run := range crowdRuns(6, 100) {
		p := pickedCrowd(t, uint64(run))
		random := rand.New(rand.NewPCG(uint64(run), 5))
		inertial := generic.NewMap1[components.Inertialization](&p.world)
		overrides := generic.NewMap1[components.PoseOverride](&p.world)
		modifiers := generic.NewMap1[components.Modifiers](&p.world)
		for range 60 {
			p.step(t)
			for _, e := range p.crowd {
				if inertial.Get(e) != nil || overrides.Get(e) != nil || modifiers.Get(e) != nil {
					continue
				}
				pool, slot := p.animation.Pool(e)
				inputs, level := pool.PosedInputs(slot)
				want, got := rig.NewPose(pool.Skeleton()), rig.NewPose(pool.Skeleton())
				check(t, p.animation.LocalPose(e, want))
				list := samplePoses(p.library, pool.Skeleton(), pool.ID(), level, inputs)
				check(t, rig.Blend(got, list...))
				if !sameBits(got.Locals, want.Locals) || !sameBits(got.Morphs, want.Morphs) {
					t.Fatalf("run %d, frame %d: Blend of %+v is not the frame's", run, p.frame, inputs)
				}
				for i := range list {
					several += min(i, 1)
					if list[i].Mask != nil {
						masked++
					}
					if list[i].Additive {
						added++
					}
				}
			}
			if random.IntN(2) == 0 {
				disturb(t, p, random)
			}
		}
	}
	if several < 500 || masked < 50 || added < 50 {
		t.Errorf("only %d inputs had others below them, %d a mask, %d were additive", several, masked, added)
	}
}
