package workbench

import (
	"math"
	"strconv"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// morphOverrides is a block system that replaces morph weights by those that the user has chosen.
type morphOverrides struct {
	weights map[ecs.Entity][]float32 // for each morph weight of the pose; NaN leaves it as the clips give it
}

// Name implements [ecs.BlockSystem].
func (m *morphOverrides) Name() string { return "MorphSliders" }

// RunBlock implements [ecs.BlockSystem].
func (m *morphOverrides) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	if len(m.weights) == 0 {
		return
	}
	for lane := range b.Lanes() {
		chosen := m.weights[b.Pool().Owner(b.Slot(lane))]
		morphs := b.Morphs(lane)
		for i, weight := range chosen[:min(len(chosen), len(morphs))] {
			if weight == weight {
				morphs[i] = weight
			}
		}
	}
}

// Repeat implements [ecs.Repeatable]: local poses do not change.
func (m *morphOverrides) Repeat(*ecs.Frame, *ecs.Block) {}

// addMorphs adds a slider for each morph weight.
func (p *Panel) addMorphs(s *section) {
	skeleton, weights := p.skeleton(p.selected), p.animation.Morphs(p.selected)
	if skeleton == nil {
		return
	}
	for _, channel := range skeleton.MorphChannels() {
		if p.isFace(channel) {
			continue
		}
		names := p.targetNames(channel.Offset)
		for i := range channel.Count {
			at := channel.Offset + i
			if at >= len(weights) {
				continue
			}
			label := strconv.Itoa(i)
			if i < len(names) && names[i] != "" {
				label = names[i]
			}
			weight := float64(weights[at])
			c := s.slider(label, weight, min(0, weight), max(1, weight), decimal(weight, 2), func(x float64) error {
				return p.setMorph(skeleton, at, float32(x))
			})
			c.Name = s.prefix + strconv.Itoa(at)
		}
	}
	if p.morphs != nil && p.morphs.weights[p.selected] != nil {
		s.button("as the clips", func() error {
			delete(p.morphs.weights, p.selected)
			return nil
		})
	}
}

// targetNames returns the names of the morph targets of the mesh whose weights begin at an offset.
func (p *Panel) targetNames(offset int) []string {
	model := p.model(p.selected)
	if model == nil {
		return nil
	}
	for i := range model.Parts {
		part := &model.Parts[i]
		if mesh := p.library.Mesh(part.Mesh); mesh != nil && part.Morphs.Count > 0 && part.Morphs.Offset == offset {
			return mesh.TargetNames
		}
	}
	return nil
}

// setMorph replaces a morph weight of the selected character from the next frame on.
func (p *Panel) setMorph(skeleton *assets.Skeleton, index int, weight float32) error {
	if p.morphs == nil {
		morphs := &morphOverrides{weights: map[ecs.Entity][]float32{}}
		if err := p.animation.Schedule().InsertAfter(systems.AtSampleClips, ecs.EachBlock(morphs)); err != nil {
			return err
		}
		p.morphs = morphs
	}
	chosen := p.morphs.weights[p.selected]
	if chosen == nil {
		chosen = make([]float32, skeleton.MorphCount())
		for i := range chosen {
			chosen[i] = float32(math.NaN())
		}
		p.morphs.weights[p.selected] = chosen
	}
	chosen[index] = weight
	return nil
}
