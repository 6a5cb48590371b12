package systems

import (
	"fmt"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
	"github.com/sinew-go/sinew/systems/internal/sampling"
)

// poseReaders are the readers of an animation: one for each goroutine that reads at the same time.
type poseReaders struct {
	mutex sync.Mutex
	free  []*poseReader
}

// take returns a reader that no other goroutine uses. It must be given back.
func (p *poseReaders) take() *poseReader {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	n := len(p.free)
	if n == 0 {
		return &poseReader{}
	}
	r := p.free[n-1]
	p.free = p.free[:n-1]
	return r
}

// give gives a reader back.
func (p *poseReaders) give(r *poseReader) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.free = append(p.free, r)
}

// poseReader computes the pose of a single character once more between two frames. It is scratch
// memory.
type poseReader struct {
	block  posestore.Block
	frame  ecs.Frame
	morphs []float32
	chain  []int16 // a joint and its ancestors, the joint first

	systems            []ecs.System      // of the schedule, when the lists were made
	blended, modifiers []ecs.BlockSystem // before Inertialize, and after it
	inertializes       bool              // whether the schedule has Inertialize
}

// locals returns the local pose that the character in a slot showed when it was posed last, given
// the last frame and the schedule that ran it. The memory is the reader's.
func (r *poseReader) locals(
	last *ecs.Frame, schedule *ecs.Schedule, pool *posestore.Pool, slot int,
) ([]float32, error) {
	pose := r.begin(last, schedule, pool, slot)
	if kept := garments.Shown(pool, slot); kept != nil {
		copy(pose, kept)
		return pose, nil
	}
	if shown := inertialization.ShownPose(pool, slot); shown != nil && r.inertializes {
		copy(pose, shown)
	} else {
		r.sample(pool, slot)
		givenposes.BlendShown(pool, slot, pose)
		if err := r.repeat(r.blended); err != nil {
			return nil, err
		}
	}
	return pose, r.repeat(r.modifiers)
}

// begin prepares for the character in a slot, and returns the memory for its local pose.
func (r *poseReader) begin(last *ecs.Frame, schedule *ecs.Schedule, pool *posestore.Pool, slot int) []float32 {
	if all := schedule.Systems(); len(all) != len(r.systems) || len(all) > 0 && &all[0] != &r.systems[0] {
		r.systems = all
		r.list()
	}
	r.frame = ecs.Frame{World: last.World, Library: last.Library, Store: last.Store, Delta: last.Delta}
	r.block.Enter(pool, slot)
	return r.block.Local(0)
}

// sample samples and blends the clips that the character showed when it was posed last.
func (r *poseReader) sample(pool *posestore.Pool, slot int) {
	n := pool.Skeleton().MorphCount()
	if len(r.morphs) < n {
		r.morphs = make([]float32, n)
	}
	inputs, level := pool.PosedInputs(slot)
	var sampler sampling.Sampler
	sampler.Begin(r.frame.Library, &r.block)
	sampler.Show(level, r.block.Local(0), r.morphs[:n])
	sampler.Sample(inputs)
}

// list makes the lists of block systems, which are empty if the schedule does not sample clips or
// does not convert them to model space.
func (r *poseReader) list() {
	at := func(anchor ecs.Anchor) int {
		return slices.IndexFunc(r.systems, func(system ecs.System) bool { return system.Name() == anchor.Name() })
	}
	var all []ecs.BlockSystem
	first, last := at(AtSampleClips), at(AtLocalToModel)
	for i := first + 1; first >= 0 && i < last; i++ {
		if block, ok := ecs.BlockSystemOf(r.systems[i]); ok {
			all = append(all, block)
		}
	}
	i := slices.IndexFunc(all, func(system ecs.BlockSystem) bool {
		_, ok := system.(inertializeSystem)
		return ok
	})
	if r.inertializes = i >= 0; r.inertializes {
		r.blended, r.modifiers = all[:i], all[i+1:]
	} else {
		r.blended, r.modifiers = all, nil
	}
}

// repeat runs block systems on the block.
func (r *poseReader) repeat(systems []ecs.BlockSystem) error {
	for _, system := range systems {
		repeatable, ok := system.(ecs.Repeatable)
		if !ok {
			return fmt.Errorf("%w: %q", ErrNotRepeatable, system.Name())
		}
		repeatable.Repeat(&r.frame, (*ecs.Block)(&r.block))
	}
	return nil
}

// model returns the model matrix of a joint of a local pose, with the bits of kernel.LocalToModel.
func (r *poseReader) model(locals []float32, parents []int16, joint int) rig.Matrix {
	r.chain = r.chain[:0]
	for j := int16(joint); j >= 0; j = parents[j] {
		r.chain = append(r.chain, j)
	}
	last := len(r.chain) - 1
	m := rig.JointAt(locals, int(r.chain[last])).Matrix()
	for i := last - 1; i >= 0; i-- {
		m = m.Mul(rig.JointAt(locals, int(r.chain[i])).Matrix())
	}
	return m
}
