package systems_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// bend is a block system that turns and moves the first joint far away.
type bend struct{}

func (bend) Name() string { return "bend" }

func (bend) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		joint := rig.JointAt(b.Local(lane), 0)
		joint.Translation = joint.Translation.Add(mgl32.Vec3{5, 6, 7})
		rig.PutJoint(b.Local(lane), 0, joint)
	}
}

// wholeFrame is a system that does nothing, between two runs of block systems.
type wholeFrame struct{}

func (wholeFrame) Name() string   { return "whole frame" }
func (wholeFrame) Run(*ecs.Frame) {}

// bendAfterSampling samples the clips itself.
type bendAfterSampling struct{ bend }

func (s bendAfterSampling) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	systems.SampleClips.RunBlock(frame, b)
	s.bend.RunBlock(frame, b)
}

// bendBeforeInertialize is fused with the system after it.
type bendBeforeInertialize struct {
	bend
	next ecs.BlockSystem
}

func (s bendBeforeInertialize) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	if s.next != nil {
		return nil, false
	}
	return bendBeforeInertialize{next: next}, true
}

func (s bendBeforeInertialize) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	s.bend.RunBlock(frame, b)
	if s.next != nil {
		s.next.RunBlock(frame, b)
	}
}

// What a system of the program does to the poses in front of Inertialize is part of the past poses,
// however it runs.
func TestPastPosesOfChangedPoses(t *testing.T) {
	for name, list := range map[string][]ecs.System{
		"between":                {ecs.EachBlock(bend{})},
		"calls SampleClips":      {ecs.EachBlock(bendAfterSampling{})},
		"fused with Inertialize": {ecs.EachBlock(bendBeforeInertialize{})},
		"after another system":   {wholeFrame{}, ecs.EachBlock(bendAfterSampling{})},
	} {
		f, e, player := newInertializationFixture(t)
		for _, system := range list {
			check(t, f.animation.Schedule().InsertBefore(systems.AtInertialize, system))
		}
		for range 4 {
			f.update(t, 1.0/60)
		}
		before := slices.Clone(f.animation.ModelMatrices(e))
		check(t, player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization()))
		f.update(t, 1.0/60)
		if d := largestDistance(before, f.animation.ModelMatrices(e)); d > 0.2 {
			t.Errorf("%s: the character jumps by %v", name, d)
		}
	}
}
