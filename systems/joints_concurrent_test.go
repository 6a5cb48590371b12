package systems_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// shownPose is what the methods that compute poses anew tell of a character.
type shownPose struct {
	pose         *rig.Pose
	model, world []mgl32.Mat4
}

func showPose(t testing.TB, p *scriptedCrowd, e ecs.Entity) (s shownPose) {
	pool, _ := p.animation.Pool(e)
	s.pose = rig.NewPose(pool.Skeleton())
	fail := func(err error) {
		if err != nil {
			t.Error(err) // not on the test's goroutine
		}
	}
	fail(p.animation.LocalPose(e, s.pose))
	for j := range pool.Skeleton().Len() {
		model, err := p.animation.JointModelAt(e, j)
		fail(err)
		world, err := p.animation.JointWorldAt(e, j)
		fail(err)
		s.model, s.world = append(s.model, model), append(s.world, world)
	}
	return s
}

// Several goroutines may read poses at once: each gets what one that reads alone gets.
func TestConcurrentReadersOfPoses(t *testing.T) {
	p := pickedCrowd(t, 1)
	random := rand.New(rand.NewPCG(1, 6))
	for round := range crowdRuns(6, 60) {
		for range 5 {
			p.step(t)
			disturb(t, p, random)
		}
		p.update(t, 1.0/60)
		want := make([]shownPose, len(p.crowd))
		for i, e := range p.crowd {
			want[i] = showPose(t, p, e)
		}
		var readers sync.WaitGroup
		for reader := range 4 {
			readers.Go(func() {
				for k := range p.crowd {
					i := (k*(reader+1) + reader) % len(p.crowd)
					got := showPose(t, p, p.crowd[i])
					if !sameBits(got.pose.Locals, want[i].pose.Locals) || !sameBits(got.pose.Morphs, want[i].pose.Morphs) {
						t.Errorf("round %d: the local pose of %v differs", round, p.crowd[i])
					}
					for j := range got.model {
						if got.model[j] != want[i].model[j] || got.world[j] != want[i].world[j] {
							t.Errorf("round %d: joint %d of %v differs", round, j, p.crowd[i])
						}
					}
				}
			})
		}
		readers.Wait()
	}
}
